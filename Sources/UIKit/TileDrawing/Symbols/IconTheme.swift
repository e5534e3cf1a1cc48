import Foundation
import TileGeometry
import TileGraphics

/// The symbolic icons of the desktop theme, as Debian's adwaita-icon-theme installs them: drawings of paths in a square
/// of 16 units, found as freedesktop.org's icon theme specification says.
struct IconTheme: Sendable {
    static let installed = IconTheme(
        dataFolders: (ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? "")
            .split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init))

    private let roots: [String]

    /// - Parameter dataFolders: The folders that hold `icons`; empty for the standard ones.
    init(dataFolders: [String]) {
        let folders = dataFolders.isEmpty ? ["/usr/local/share", "/usr/share"] : dataFolders
        roots = folders.flatMap { folder in
            ["Adwaita/symbolic", "Adwaita/scalable", "hicolor/symbolic"].map { folder + "/icons/" + $0 }
        }
    }

    private static let contexts = [
        "actions", "apps", "categories", "devices", "emblems", "emotes", "legacy", "mimetypes", "places", "status",
        "ui",
    ]
    private static let side: CGFloat = 16
    /// Icons are some kilobytes.
    private static let maxFileSize = 100_000

    /// Returns the icon that the table gives for a symbol, or for its plain or filled variant.
    func glyph(ofSymbol name: String) -> SymbolGlyph? {
        let plain = name.hasSuffix(".fill") ? String(name.dropLast(5)) : name
        return (SymbolTable.icons[name] ?? SymbolTable.icons[plain]).flatMap { icon(named: $0) }
    }

    /// Returns an icon.
    ///
    /// - Parameter name: A name without "-symbolic".
    /// - Returns: nil if it is not installed, or not a drawing of paths.
    func icon(named name: String) -> SymbolGlyph? {
        for root in roots {
            for context in Self.contexts {
                let file = "\(root)/\(context)/\(name)-symbolic.svg"
                guard let handle = FileHandle(forReadingAtPath: file) else { continue }
                defer { try? handle.close() }
                guard let data = try? handle.read(upToCount: Self.maxFileSize),
                    let glyph = Self.glyph(of: String(decoding: data, as: UTF8.self))
                else { continue }
                return glyph
            }
        }
        return nil
    }

    /// Returns the paths of a drawing. Transforms are not read: icons of the theme have none.
    static func glyph(of drawing: String) -> SymbolGlyph? {
        guard !drawing.contains("transform=") else { return nil }
        // From the theme's square to that of symbols, with the margin that symbols have.
        let factor = (SymbolGlyph.side - 3) / side
        let place = CGAffineTransform(a: factor, b: 0, c: 0, d: factor, tx: 1.5, ty: 1.5)
        var pieces: [SymbolGlyph.Piece] = []
        var rest = drawing[...]
        while pieces.count < 100, let start = rest.range(of: " d=\"") {
            rest = rest[start.upperBound...]
            guard let end = rest.firstIndex(of: "\"") else { break }
            let path = SymbolPath.path(rest[..<end], isPlainSVG: true)
            rest = rest[end...]
            if !path.isEmpty { pieces.append(SymbolGlyph.Piece(path: path.transformed(by: place), role: .letter)) }
        }
        return pieces.isEmpty ? nil : SymbolGlyph(pieces)
    }
}
