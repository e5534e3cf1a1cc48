import CPango

/// The installed faces that Pango can draw, as fontconfig lists them. The list is read once, at its first use: fonts
/// installed later are not in it.
package struct FontCatalog: Sendable {
    package struct Face: Sendable {
        /// All names of the family, the preferred one first: "Latin Modern Roman", "LM Roman 12".
        package var families: [String]
        /// The style within the family, such as "Bold Oblique".
        package var style: String
        package var postScriptName: String
        /// Family and style in the file's own words.
        package var fullName: String
        package var request: FontRequest
        /// The font file.
        package var path: String
        /// The face's number within the file; for a variable font, the number of the named instance in the upper 16
        /// bits.
        package var index: Int
        /// The font's revision, as fontconfig reports it.
        package var version: Int

        package var family: String { families[0] }
    }

    /// All faces, sorted by family and PostScript name. Of two files with the same face, the newer one comes first.
    package let faces: [Face]
    /// The preferred family names, sorted, without repetitions.
    package let families: [String]
    private let numbersByName: [String: Int]

    package static let installed = FontCatalog()

    private init() {
        let faces = Self.read().sorted {
            ($0.family, $0.postScriptName, $1.version, $0.path, $0.index)
                < ($1.family, $1.postScriptName, $0.version, $1.path, $1.index)
        }
        self.faces = faces
        families = Set(faces.map(\.family)).sorted()
        var numbers: [String: Int] = [:]
        // PostScript names first: the full name of one face may be the PostScript name of another.
        for name in [\Face.postScriptName, \Face.fullName] {
            for (number, face) in faces.enumerated() where numbers[face[keyPath: name].lowercased()] == nil {
                numbers[face[keyPath: name].lowercased()] = number
            }
        }
        numbersByName = numbers
    }

    /// Returns the face with this PostScript or full name, or the plainest face of the family with this name. Letter
    /// case does not matter.
    package func face(named name: String) -> Face? {
        let name = name.lowercased()
        if let number = numbersByName[name] { return faces[number] }
        return faces(ofFamily: name).min { distance($0.request) < distance($1.request) }
    }

    package func faces(ofFamily family: String) -> [Face] {
        let family = family.lowercased()
        return faces.filter { $0.families.contains { $0.lowercased() == family } }
    }

    /// Returns the place in `faces` of the face with this PostScript name, or nil if it is not installed.
    func number(postScriptName: String) -> Int? {
        guard let number = numbersByName[postScriptName.lowercased()],
            faces[number].postScriptName.lowercased() == postScriptName.lowercased()
        else { return nil }
        return number
    }

    /// The distance of a face from an upright, regular one of normal width.
    private func distance(_ request: FontRequest) -> Int {
        (request.style == .normal ? 0 : 10_000) + (request.stretch == .normal ? 0 : 5_000) + abs(request.weight - 400)
    }

    private static func read() -> [Face] {
        let properties = [
            FC_FAMILY, FC_STYLE, FC_POSTSCRIPT_NAME, FC_FULLNAME, FC_WEIGHT, FC_SLANT, FC_WIDTH, FC_FILE, FC_INDEX,
            FC_FONTVERSION, FC_FONTFORMAT, FC_VARIABLE,
        ]
        guard let pattern = FcPatternCreate(), let set = FcObjectSetCreate() else { return [] }
        defer {
            FcPatternDestroy(pattern)
            FcObjectSetDestroy(set)
        }
        for property in properties { FcObjectSetAdd(set, property) }
        guard let list = FcFontList(nil, pattern, set) else { return [] }
        defer { FcFontSetDestroy(list) }
        return (0..<Int(list.pointee.nfont)).compactMap { number in
            list.pointee.fonts[number].flatMap { face(FontPattern($0)) }
        }
    }

    /// Formats that HarfBuzz, and so Pango, reads. Fontconfig also lists Type 1 and bitmap fonts.
    static let formats: Set = ["TrueType", "CFF"]

    private static func face(_ pattern: FontPattern) -> Face? {
        let families = pattern.strings(FC_FAMILY)
        guard let family = families.first, let path = pattern.strings(FC_FILE).first,
            let format = pattern.strings(FC_FONTFORMAT).first, formats.contains(format),
            // A variable font as a whole; its named instances are listed besides.
            !pattern.flag(FC_VARIABLE)
        else { return nil }
        let style = pattern.strings(FC_STYLE).first ?? ""
        var request = FontRequest(family: family, size: 12)
        request.weight = pattern.number(FC_WEIGHT).map { Int(FcWeightToOpenTypeDouble($0).rounded()) } ?? 400
        let slant = pattern.number(FC_SLANT) ?? 0
        request.style = slant >= Double(FC_SLANT_OBLIQUE) ? .oblique : slant > 0 ? .italic : .normal
        request.stretch = stretch(pattern.number(FC_WIDTH) ?? 100)
        let postScriptName = pattern.strings(FC_POSTSCRIPT_NAME).first
        request.postScriptName = postScriptName
        return Face(
            families: families, style: style, postScriptName: postScriptName ?? "\(family) \(style)",
            fullName: pattern.strings(FC_FULLNAME).first ?? "\(family) \(style)", request: request, path: path,
            index: pattern.integer(FC_INDEX) ?? 0, version: pattern.integer(FC_FONTVERSION) ?? 0)
    }

    /// The OpenType width class of a fontconfig width, which is a percentage.
    private static func stretch(_ width: Double) -> FontStretch {
        switch width {
        case ..<56: .ultraCondensed
        case ..<69: .extraCondensed
        case ..<81: .condensed
        case ..<94: .semiCondensed
        case ..<106: .normal
        case ..<119: .semiExpanded
        case ..<138: .expanded
        case ..<175: .extraExpanded
        default: .ultraExpanded
        }
    }
}
