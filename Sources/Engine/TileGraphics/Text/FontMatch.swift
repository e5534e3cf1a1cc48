import CPango

/// The font that fontconfig has for a family, if Skia accepts it (`SkFontConfigInterfaceDirect::MatchFont`).
struct FontMatch {
    /// The family's name in the font, with its own letter case.
    let family: String

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
            let families = Self.families(for: pattern, in: configuration)
        else { return nil }
        let accepted = families.first {
            let family = $0.lowercased()
            return isFallback || family == first || family == name || Self.areCompatible(name, family)
        }
        // Pango's lists have no names with commas.
        guard let accepted, !accepted.contains(",") else { return nil }
        family = accepted
    }

    /// Names for which any font is accepted.
    private static let fallbacks: Set = ["sans", "serif", "monospace"]

    /// Returns whether a font has this name, or one of its group. It costs much less than a match.
    private static func mayBeInstalled(_ name: String, _ configuration: OpaquePointer?) -> Bool {
        let names = configuration == nil ? installedNames : self.names(in: configuration)
        guard let group = groups[name] else { return names.contains(name) }
        return groups.contains { $0.value == group && names.contains($0.key) }
    }

    private static let installedNames = names(in: nil)

    /// Returns the names of all families, in lowercase.
    private static func names(in configuration: OpaquePointer?) -> Set<String> {
        // The current configuration is replaced when fonts are installed meanwhile.
        guard let configuration = FcConfigReference(configuration) else { return [] }
        defer { FcConfigDestroy(configuration) }
        var names: Set<String> = []
        for kind in [FcSetSystem, FcSetApplication] {
            guard let set = FcConfigGetFonts(configuration, kind) else { continue }
            for number in 0..<Int(set.pointee.nfont) {
                guard let font = set.pointee.fonts[number] else { continue }
                for family in FontPattern(font).strings(FC_FAMILY) { names.insert(family.lowercased()) }
            }
        }
        return names
    }

    /// Returns the names of the best font with outlines that can be drawn.
    private static func families(for pattern: OpaquePointer, in configuration: OpaquePointer?) -> [String]? {
        var result = FcResultMatch
        if let font = FcFontMatch(configuration, pattern, &result) {
            defer { FcPatternDestroy(font) }
            if isDrawable(FontPattern(font)) { return FontPattern(font).strings(FC_FAMILY) }
        }
        guard let set = FcFontSort(configuration, pattern, 0, nil, &result) else { return nil }
        defer { FcFontSetDestroy(set) }
        return (0..<Int(set.pointee.nfont)).lazy.compactMap { set.pointee.fonts[$0].map { FontPattern($0) } }
            .first { isDrawable($0) }?.strings(FC_FAMILY)
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
