import TileGraphics

/// The forms of letters that `font-variant` and its parts select: CSS Fonts Level 4, 6.
struct SVGFontVariants: Equatable {
    /// The longhand of `font-variant` that a keyword belongs to.
    enum Part: CaseIterable {
        case ligatures, caps, numeric, eastAsian, position

        /// Returns the part that a property sets; nil for `font-variant`, which sets all.
        init?(_ property: SVGAttribute) {
            switch property {
            case .fontVariantLigatures: self = .ligatures
            case .fontVariantCaps: self = .caps
            case .fontVariantNumeric: self = .numeric
            case .fontVariantEastAsian: self = .eastAsian
            case .fontVariantPosition: self = .position
            default: return nil
            }
        }
    }

    /// A keyword. Two of the same group exclude each other.
    private struct Keyword {
        let name: String
        let part: Part
        let group: Int
        let on: [String]
        let off: [String]

        init(_ name: String, _ part: Part, _ group: Int, _ on: [String] = [], off: [String] = []) {
            (self.name, self.part, self.group, self.on, self.off) = (name, part, group, on, off)
        }
    }

    private static let keywords = [
        Keyword("common-ligatures", .ligatures, 0, ["liga", "clig"]),
        Keyword("no-common-ligatures", .ligatures, 0, off: ["liga", "clig"]),
        Keyword("discretionary-ligatures", .ligatures, 1, ["dlig"]),
        Keyword("no-discretionary-ligatures", .ligatures, 1, off: ["dlig"]),
        Keyword("historical-ligatures", .ligatures, 2, ["hlig"]),
        Keyword("no-historical-ligatures", .ligatures, 2, off: ["hlig"]),
        Keyword("contextual", .ligatures, 3, ["calt"]),
        Keyword("no-contextual", .ligatures, 3, off: ["calt"]),
        Keyword("small-caps", .caps, 4, ["smcp"]),
        Keyword("all-small-caps", .caps, 4, ["c2sc", "smcp"]),
        Keyword("petite-caps", .caps, 4, ["pcap"]),
        Keyword("all-petite-caps", .caps, 4, ["c2pc", "pcap"]),
        Keyword("unicase", .caps, 4, ["unic"]),
        Keyword("titling-caps", .caps, 4, ["titl"]),
        Keyword("lining-nums", .numeric, 5, ["lnum"]),
        Keyword("oldstyle-nums", .numeric, 5, ["onum"]),
        Keyword("proportional-nums", .numeric, 6, ["pnum"]),
        Keyword("tabular-nums", .numeric, 6, ["tnum"]),
        Keyword("diagonal-fractions", .numeric, 7, ["frac"]),
        Keyword("stacked-fractions", .numeric, 7, ["afrc"]),
        Keyword("ordinal", .numeric, 8, ["ordn"]),
        Keyword("slashed-zero", .numeric, 9, ["zero"]),
        Keyword("jis78", .eastAsian, 10, ["jp78"]),
        Keyword("jis83", .eastAsian, 10, ["jp83"]),
        Keyword("jis90", .eastAsian, 10, ["jp90"]),
        Keyword("jis04", .eastAsian, 10, ["jp04"]),
        Keyword("simplified", .eastAsian, 10, ["smpl"]),
        Keyword("traditional", .eastAsian, 10, ["trad"]),
        Keyword("full-width", .eastAsian, 11, ["fwid"]),
        Keyword("proportional-width", .eastAsian, 11, ["pwid"]),
        Keyword("ruby", .eastAsian, 12, ["ruby"]),
        Keyword("sub", .position, 13, ["subs"]),
        Keyword("super", .position, 13, ["sups"]),
    ]

    private static let numbers = Dictionary(
        uniqueKeysWithValues: keywords.enumerated().map { ($1.name, $0) })

    /// The keywords that are set, one bit each.
    private var bits: UInt64 = 0

    /// The features that the keywords turn on and off.
    var features: FontFeatures {
        var features = FontFeatures()
        guard bits != 0 else { return features }
        for (number, keyword) in Self.keywords.enumerated() where bits & 1 << UInt64(number) != 0 {
            features.set(keyword.on)
            features.set(keyword.off, 0)
        }
        return features
    }

    /// Sets all parts, or one, from the value of a property; returns whether it is valid.
    ///
    /// - Parameter text: The value in lowercase.
    mutating func set(_ part: Part?, _ text: String) -> Bool {
        var found: UInt64 = 0
        var groups: Set<Int> = []
        let words = text.split(whereSeparator: \.isWhitespace)
        if words == ["none"], part == nil || part == .ligatures {
            for (number, keyword) in Self.keywords.enumerated() where keyword.part == .ligatures && !keyword.off.isEmpty
            {
                found |= 1 << UInt64(number)
            }
        } else if words != ["normal"] {
            guard !words.isEmpty else { return false }
            for word in words {
                guard let number = Self.numbers[String(word)] else { return false }
                let keyword = Self.keywords[number]
                guard part == nil || part == keyword.part, groups.insert(keyword.group).inserted else { return false }
                found |= 1 << UInt64(number)
            }
        }
        clear(part)
        bits |= found
        return true
    }

    /// Sets one part, or all, to that of another style.
    mutating func copy(_ part: Part?, from other: SVGFontVariants) {
        clear(part)
        bits |= other.bits & Self.mask(part)
    }

    private mutating func clear(_ part: Part?) { bits &= ~Self.mask(part) }

    private static func mask(_ part: Part?) -> UInt64 { part.flatMap { masks[$0] } ?? ~0 }

    private static let masks = Dictionary(
        uniqueKeysWithValues: Part.allCases.map { part in
            let numbers = keywords.indices.filter { keywords[$0].part == part }
            return (part, numbers.reduce(UInt64(0)) { $0 | 1 << UInt64($1) })
        })
}

extension FontFeatures {
    /// Parses a value of `font-feature-settings`: CSS Fonts Level 4, 6.12. Nil if it is invalid.
    init?(settings bytes: TextBytes) {
        let features: FontFeatures? = SVGValueParser.parse(bytes) { parser in
            var features = FontFeatures()
            if parser.consume(identifier: "normal") { return features }
            repeat {
                guard case .string(let tag) = parser.token, tag.utf8.count == 4,
                    tag.utf8.allSatisfy({ 0x20...0x7E ~= $0 })
                else { return nil }
                parser.advance()
                if parser.consume(identifier: "on") {
                    features.set(tag)
                } else if parser.consume(identifier: "off") {
                    features.set(tag, 0)
                } else if case .number(let value) = parser.token {
                    guard value >= 0, value == value.rounded() else { return nil }
                    parser.advance()
                    features.set(tag, Int(min(value, 1e6)))
                } else {
                    features.set(tag)
                }
            } while parser.consume(.comma)
            return features
        }
        guard let features else { return nil }
        self = features
    }
}
