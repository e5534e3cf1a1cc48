import CPango

/// The installed faces, as fontconfig lists them. Read once, when first asked for: a font installed later is not in it.
package struct FontCatalog: Sendable {
    package struct Face: Sendable {
        package var family: String
        /// Within the family, as "Bold Oblique".
        package var style: String
        package var postScriptName: String
        /// Family and style, as the file itself says it.
        package var fullName: String
        package var request: FontRequest
    }

    /// Sorted by family, then by PostScript name.
    package let faces: [Face]
    /// Sorted, each once.
    package let families: [String]
    private let numbersByName: [String: Int]

    package static let installed = FontCatalog()

    private init() {
        let faces = Self.read().sorted { ($0.family, $0.postScriptName) < ($1.family, $1.postScriptName) }
        self.faces = faces
        families = Set(faces.map(\.family)).sorted()
        var numbers: [String: Int] = [:]
        for (number, face) in faces.enumerated() {
            for name in [face.postScriptName, face.fullName] where numbers[name.lowercased()] == nil {
                numbers[name.lowercased()] = number
            }
        }
        numbersByName = numbers
    }

    /// The face that has this PostScript or full name, or the plainest of the family so named; letter case does not
    /// matter.
    package func face(named name: String) -> Face? {
        let name = name.lowercased()
        if let number = numbersByName[name] { return faces[number] }
        return faces(ofFamily: name).min { distance($0.request) < distance($1.request) }
    }

    package func faces(ofFamily family: String) -> [Face] {
        let family = family.lowercased()
        return faces.filter { $0.family.lowercased() == family }
    }

    /// How far from upright, regular and of normal width.
    private func distance(_ request: FontRequest) -> Int {
        (request.style == .normal ? 0 : 10_000) + (request.stretch == .normal ? 0 : 5_000) + abs(request.weight - 400)
    }

    private static func read() -> [Face] {
        let properties = [
            FC_FAMILY, FC_STYLE, FC_POSTSCRIPT_NAME, FC_FULLNAME, FC_WEIGHT, FC_SLANT, FC_WIDTH,
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
            list.pointee.fonts[number].flatMap(face)
        }
    }

    private static func face(_ pattern: OpaquePointer) -> Face? {
        func string(_ property: String) -> String? {
            var value: UnsafeMutablePointer<FcChar8>?
            guard FcPatternGetString(pattern, property, 0, &value) == FcResultMatch, let value else { return nil }
            return String(cString: value)
        }
        func number(_ property: String) -> Double? {
            var value = 0.0
            return FcPatternGetDouble(pattern, property, 0, &value) == FcResultMatch ? value : nil
        }
        guard let family = string(FC_FAMILY) else { return nil }
        let style = string(FC_STYLE) ?? ""
        var request = FontRequest(family: family, size: 12)
        request.weight = number(FC_WEIGHT).map { Int(FcWeightToOpenTypeDouble($0).rounded()) } ?? 400
        let slant = number(FC_SLANT) ?? 0
        request.style = slant >= Double(FC_SLANT_OBLIQUE) ? .oblique : slant > 0 ? .italic : .normal
        request.stretch = stretch(number(FC_WIDTH) ?? 100)
        return Face(
            family: family, style: style, postScriptName: string(FC_POSTSCRIPT_NAME) ?? "\(family) \(style)",
            fullName: string(FC_FULLNAME) ?? "\(family) \(style)", request: request)
    }

    /// Fontconfig's percentages, met halfway.
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
