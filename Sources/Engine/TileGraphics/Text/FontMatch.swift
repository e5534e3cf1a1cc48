import CPango

/// The font that fontconfig has for a family, if Skia accepts it (`SkFontConfigInterfaceDirect::MatchFont`).
struct FontMatch {
    /// The family's name in the font, with its own letter case.
    let family: String
    /// Whether all installed fonts of the family, also bold and italic ones, have all letters that `isLatin` accepts.
    let hasLatin: Bool

    init(family: String, hasLatin: Bool) { (self.family, self.hasLatin) = (family, hasLatin) }

    /// Returns whether a text has the letters, digits and signs of ASCII and Latin-1 only, which most fonts have.
    static func isLatin(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { isLatin($0.value) } }

    private static let latin: [UInt32] = (0x20...0xFF).filter(isLatin)

    private static func isLatin(_ scalar: UInt32) -> Bool {
        0x20...0x7E ~= scalar || 0xA0...0xFF ~= scalar && scalar != 0xAD
    }

    /// Finds a font; nil if it is a substitute for a family that is not installed.
    ///
    /// - Parameters:
    ///   - name: A family's name in lowercase.
    ///   - configuration: An `FcConfig`; nil for the installed fonts.
    init?(_ name: String, configuration: OpaquePointer?) {
        guard !name.isEmpty, let pattern = FcPatternCreate() else { return nil }
        defer { FcPatternDestroy(pattern) }
        FcPatternAddString(pattern, FC_FAMILY, name)
        FcPatternAddBool(pattern, FC_SCALABLE, 1)
        FcConfigSubstitute(configuration, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        // What the configuration puts in the first place, such as an alias with a strong binding.
        let first = FontPattern(pattern).strings(FC_FAMILY).first?.lowercased() ?? ""
        let isFallback = Self.fallbacks.contains(name)
        guard isFallback || first != name || Self.mayBeInstalled(name, configuration),
            let found = Self.font(for: pattern, in: configuration)
        else { return nil }
        let accepted = found.families.first {
            let family = $0.lowercased()
            return isFallback || family == first || family == name || Self.areCompatible(name, family)
        }
        // Pango's lists have no names with commas.
        guard let accepted, !accepted.contains(",") else { return nil }
        family = accepted
        hasLatin =
            found.hasLatin
            && !Self.hasFont(in: configuration) {
                $0.hasString(accepted, FC_FAMILY) && Self.isDrawable($0) && !$0.hasCharacters(Self.latin)
            }
    }

    /// Names for which any font is accepted.
    private static let fallbacks: Set = ["sans", "serif", "monospace"]

    /// Returns whether a font has this name, or one of its group. It costs much less than a match.
    private static func mayBeInstalled(_ name: String, _ configuration: OpaquePointer?) -> Bool {
        let group = groups[name]
        let names = group == nil ? [name] : groups.filter { $0.value == group }.map(\.key)
        return hasFont(in: configuration) { font in names.contains { font.hasString($0, FC_FAMILY) } }
    }

    /// Returns whether one of the installed fonts satisfies a condition.
    private static func hasFont(in configuration: OpaquePointer?, where condition: (FontPattern) -> Bool) -> Bool {
        // The current configuration is replaced when fonts are installed meanwhile.
        guard let configuration = FcConfigReference(configuration) else { return false }
        defer { FcConfigDestroy(configuration) }
        return [FcSetSystem, FcSetApplication].contains { kind in
            guard let set = FcConfigGetFonts(configuration, kind) else { return false }
            return (0..<Int(set.pointee.nfont)).contains { number in
                set.pointee.fonts[number].map { condition(FontPattern($0)) } ?? false
            }
        }
    }

    /// Returns the names of the best font with outlines that can be drawn, and whether it has all Latin letters.
    private static func font(
        for pattern: OpaquePointer, in configuration: OpaquePointer?
    ) -> (families: [String], hasLatin: Bool)? {
        func described(_ font: FontPattern) -> (families: [String], hasLatin: Bool)? {
            guard isDrawable(font) else { return nil }
            return (font.strings(FC_FAMILY), font.hasCharacters(latin))
        }
        var result = FcResultMatch
        if let font = FcFontMatch(configuration, pattern, &result) {
            defer { FcPatternDestroy(font) }
            if let found = described(FontPattern(font)) { return found }
        }
        guard let set = FcFontSort(configuration, pattern, 0, nil, &result) else { return nil }
        defer { FcFontSetDestroy(set) }
        return (0..<Int(set.pointee.nfont)).lazy
            .compactMap { set.pointee.fonts[$0].flatMap { described(FontPattern($0)) } }.first
    }

    private static func isDrawable(_ font: FontPattern) -> Bool {
        font.flag(FC_SCALABLE) && font.strings(FC_FONTFORMAT).first.map(FontCatalog.formats.contains) ?? false
    }

    /// Returns whether two families in lowercase have the same metrics, by Skia's list.
    private static func areCompatible(_ name: String, _ other: String) -> Bool {
        guard let group = groups[name] else { return false }
        return groups[other] == group
    }

    /// The number of a family's group.
    private static let groups: [String: Int] = {
        let groups = [
            ["arial", "arimo", "liberation sans"], ["times new roman", "liberation serif", "tinos"],
            ["courier new", "cousine", "liberation mono"], ["symbol", "symbol neu"], ["cambria", "caladea"],
            ["calibri", "carlito"],
            ["ms pgothic", "ｍｓ ｐゴシック", "noto sans cjk jp", "ipapgothic", "motoyag04gothic"],
            ["ms gothic", "ｍｓ ゴシック", "noto sans mono cjk jp", "ipagothic", "motoyag04gothicmono"],
            ["ms pmincho", "ｍｓ ｐ明朝", "noto serif cjk jp", "ipapmincho", "motoyag04mincho"],
            ["ms mincho", "ｍｓ 明朝", "ipamincho", "motoyag04minchomono"],
            ["simsun", "宋体", "noto serif cjk sc", "msung gb18030", "song asc"],
            ["nsimsun", "新宋体", "n song asc"],
            ["simhei", "黑体", "noto sans cjk sc", "myingheigb18030", "myingheib5hk"],
            ["pmingliu", "新細明體", "noto serif cjk tc", "msung b5hk"],
        ]
        var numbers: [String: Int] = [:]
        for (number, group) in groups.enumerated() { for name in group { numbers[name] = number } }
        return numbers
    }()
}
