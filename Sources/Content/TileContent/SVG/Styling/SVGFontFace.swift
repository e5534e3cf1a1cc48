import TileGraphics

/// A `@font-face` rule: CSS Fonts Module Level 4, 4. Its font is read if it is in a data URL.
struct SVGFontFace {
    /// The family in the text's `font-family`; nil if the rule has none.
    private(set) var family: String?
    private var style = SVGStyle()
    private var characters: [ClosedRange<Int>]?
    /// The bytes of the data URLs among the sources, in the order of preference.
    private var files: [[UInt8]] = []

    /// The maximum number of rules whose fonts are used in a drawing: four styles of sixteen families.
    static let maxCount = 64

    /// Reads the block of a rule.
    init(_ statements: inout CSSStatements) {
        while let statement = statements.next(in: .style) {
            switch statement {
            case .declaration(let syntax):
                let name = CSSText.name(syntax.name)
                let value = syntax.needsCleaning ? CSSText.plain(syntax.value) : Array(syntax.value)
                value.withUnsafeBufferPointer { read(name, $0) }
            case .rule: statements.skipBlock()
            case .atRule(_, _, let hasBlock): if hasBlock { statements.skipBlock() }
            }
        }
    }

    private mutating func read(_ name: [UInt8], _ value: TextBytes) {
        if CSSText.equals(name, "font-family") {
            var parser = SVGSelectorParser(value)
            if let names = parser.families(), names.count == 1 { family = names[0] }
        } else if CSSText.equals(name, "src") {
            files = Self.files(value)
        } else if CSSText.equals(name, "font-weight") {
            // A variable font has a range, of which the default is used.
            if !value.contains(0x20) { set(.fontWeight, value) }
        } else if CSSText.equals(name, "font-style") {
            set(.fontStyle, TextBytes(rebasing: value.prefix { $0 != 0x20 }))
        } else if CSSText.equals(name, "font-stretch") {
            set(.fontStretch, value)
        } else if CSSText.equals(name, "unicode-range") {
            characters = Self.characters(value) ?? characters
        }
    }

    private mutating func set(_ property: SVGAttribute, _ value: TextBytes) {
        _ = try? style.apply(property, value, parent: SVGStyle(), from: .sheet)
    }

    /// Returns the files in a list of sources. Those that are not data URLs are skipped, as if they did not load.
    private static func files(_ value: TextBytes) -> [[UInt8]] {
        var files: [[UInt8]] = []
        var rest = value
        while true {
            rest = TextBytes(rebasing: rest[CSSText.endOfSpace(rest, from: 0)...])
            if let (address, after) = CSSText.url(rest) {
                if let data = address.withUnsafeBufferPointer({ SVGDataURL($0) })?.data { files.append(Array(data)) }
                rest = after
            }
            // The format is told by the file itself.
            var brackets = CSSBrackets()
            var at = 0
            while at < rest.count, rest[at] != 0x2C || !brackets.isEmpty {
                brackets.note(rest[at])
                at += 1
            }
            guard at < rest.count else { return files }
            rest = TextBytes(rebasing: rest[(at + 1)...])
        }
    }

    /// Parses ranges such as `U+26, U+0-7F, U+4??`; nil if one is invalid.
    private static func characters(_ value: TextBytes) -> [ClosedRange<Int>]? {
        var ranges: [ClosedRange<Int>] = []
        for part in value.split(separator: 0x2C, omittingEmptySubsequences: false) {
            let text = String(decoding: part, as: UTF8.self).lowercased().filter { !$0.isWhitespace }
            guard text.hasPrefix("u+") else { return nil }
            let ends = text.dropFirst(2).split(separator: "-", omittingEmptySubsequences: false)
            guard let first = ends.first, let last = ends.last, ends.count <= 2, last.count <= 6, first.count <= 6,
                let from = Int(first.replacing("?", with: "0"), radix: 16),
                let to = Int(last.replacing("?", with: "f"), radix: 16), from <= to
            else { return nil }
            ranges.append(from...to)
        }
        return ranges
    }

    /// Reads the font of the first source that can be read.
    ///
    /// - Parameter budget: The bytes that may still be read for the fonts of a drawing.
    /// - Returns: The font, or the reason why there is none.
    func font(budget: inout Int) -> Result<EmbeddedFont, FontDamage>? {
        guard let family else { return nil }
        var result: Result<EmbeddedFont, FontDamage>?
        for file in files {
            guard budget > 0 else { return .failure(.tooLarge) }
            do throws(FontDamage) {
                var font = try EmbeddedFont(file, family: family, characters: characters, budget: &budget)
                font.weight = style.text.weight
                font.style = style.text.style
                font.stretch = style.text.stretch
                return .success(font)
            } catch {
                result = .failure(error)
            }
        }
        return result
    }

    /// The rule in a list of features that are not honored.
    func name(_ damage: FontDamage?) -> String {
        let name = family.map { "@font-face \($0)" } ?? "@font-face"
        return switch damage {
        case .unsupported(let format): "\(name) (\(format))"
        case .tooLarge: "\(name) (too large)"
        case .cutOff, .invalid: "\(name) (not a sound font)"
        case nil: name
        }
    }
}
