import CPango
import Foundation
import TileSupport

/// The fonts that a drawing brings, for the text of this drawing only: a `TextShaper` that is made with them finds them
/// by name, before fonts of the same name that are installed.
///
/// Fontconfig and Cairo read fonts from files. Each has a name of its own, because Cairo keeps fonts by their file's
/// name in the whole process. The files are removed with this value (`FontFolder`).
package final class EmbeddedFonts {
    /// The configuration with the installed fonts and these.
    let configuration: OpaquePointer
    let folder: FontFolder
    /// The names of families in fontconfig's patterns, by the family in lowercase.
    private var standIns: [String: String] = [:]

    /// Creates files for fonts; nil if none of them can be used.
    ///
    /// - Parameters:
    ///   - fonts: Of two with the same family, style, weight and stretch, the first is preferred.
    ///   - directory: A directory for temporary files.
    ///   - didFail: Called for each font that can't be used, with its index and the reason.
    package init?(
        _ fonts: [EmbeddedFont], directory: String, didFail: (_ index: Int, _ reason: String) -> Void = { _, _ in }
    ) {
        guard !fonts.isEmpty else { return nil }
        let folder: FontFolder
        do throws(SystemError) {
            folder = try FontFolder(in: directory)
        } catch {
            for index in fonts.indices { didFail(index, "\(error)") }
            return nil
        }
        guard let configuration = SpareDescriptors.shared.lend({ FcInitLoadConfigAndFonts() }) else {
            for index in fonts.indices { didFail(index, "fontconfig has no configuration") }
            return nil
        }
        (self.configuration, self.folder) = (configuration, folder)
        for (index, font) in fonts.enumerated() {
            do throws(SystemError) {
                if try !add(font) { didFail(index, "fontconfig does not read it") }
            } catch {
                didFail(index, "\(error)")
            }
        }
        if standIns.isEmpty { return nil }
    }

    deinit { FcConfigDestroy(configuration) }

    private static let count = Lock(0)

    /// Adds a font to the configuration. Returns false if fontconfig does not read it.
    private func add(_ font: EmbeddedFont) throws(SystemError) -> Bool {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let path = try folder.write(font.bytes, as: "\(getpid())-\(number)")
        guard FcConfigAppFontAddFile(configuration, path) != 0,
            let set = FcConfigGetFonts(configuration, FcSetApplication), set.pointee.nfont > 0,
            let pattern = set.pointee.fonts[Int(set.pointee.nfont) - 1]
        else { return false }
        let family = font.family.lowercased()
        let standIn = standIns[family] ?? "tilework-embedded-\(number)"
        standIns[family] = standIn
        for property in [FC_FAMILY, FC_FAMILYLANG, FC_WEIGHT, FC_SLANT, FC_WIDTH] { FcPatternDel(pattern, property) }
        FcPatternAddString(pattern, FC_FAMILY, standIn)
        FcPatternAddDouble(pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(font.weight)))
        FcPatternAddInteger(pattern, FC_SLANT, font.style.fontconfig)
        FcPatternAddDouble(pattern, FC_WIDTH, font.stretch.fontconfig)
        return true
    }

    /// Returns the name in fontconfig's patterns of a family in lowercase; nil if no font of the drawing has it.
    func standIn(for family: String) -> String? { standIns[family] }
}

extension FontStyle {
    /// The value of fontconfig's property `slant`.
    fileprivate var fontconfig: Int32 {
        switch self {
        case .normal: FC_SLANT_ROMAN
        case .italic: FC_SLANT_ITALIC
        case .oblique: FC_SLANT_OBLIQUE
        }
    }
}

extension FontStretch {
    /// The value of fontconfig's property `width`.
    fileprivate var fontconfig: Double {
        switch self {
        case .ultraCondensed: 50
        case .extraCondensed: 63
        case .condensed: 75
        case .semiCondensed: 87
        case .normal: 100
        case .semiExpanded: 113
        case .expanded: 125
        case .extraExpanded: 150
        case .ultraExpanded: 200
        }
    }
}
