public import Foundation

extension CGColorSpace {
    /// A space of an ICC profile: of grays, or of three primaries with curves (both as numbers or as tables). A profile
    /// of inks gives device CMYK's colors, for its tables are not read. Nil for others, and for damaged ones.
    public convenience init?(iccData data: Data) {
        guard let profile = ICCProfile(data) else { return nil }
        self.init(profile.kind, iccData: data)
    }

    /// An ICC profile of the space: the one that it was made from, or one of version 4 of its numbers. Nil for spaces
    /// that no profile of matrix and curves can say: inks, L*a*b*, indexed and patterns' ones.
    public func copyICCData() -> Data? { iccData ?? ICCProfile.data(kind) }
}

/// Reads and writes profiles of matrix and curves.
///
/// - SeeAlso: ICC.1:2022, 7 (header, tag table), 8.3 and 8.4 (monochrome and three-component matrix-based profiles),
///   10.
struct ICCProfile {
    let kind: CGColorSpace.Kind

    init?(_ data: Data) {
        // The header and the number of tags.
        guard data.count >= 132, data.count <= Self.maxBytes else { return nil }
        let bytes = Array(data)
        guard Self.text(bytes, 36) == "acsp" else { return nil }
        let table = Self.table(bytes)
        switch Self.text(bytes, 16) {
        case "GRAY":
            guard let curve = table["kTRC"].flatMap({ Self.curve(bytes, $0) }) else { return nil }
            kind = .gray(curve)
        case "RGB ":
            let columns = ["rXYZ", "gXYZ", "bXYZ"].compactMap { table[$0].flatMap { Self.xyz(bytes, $0) } }
            let curves = ["rTRC", "gTRC", "bTRC"].compactMap { table[$0].flatMap { Self.curve(bytes, $0) } }
            guard columns.count == 3, curves.count == 3 else { return nil }
            let matrix = ColorMatrix(columns: columns[0], columns[1], columns[2])
            guard matrix.inverted != nil else { return nil }
            kind = .rgb(matrix, curves)
        case "CMYK": kind = .cmyk
        default: return nil
        }
    }

    /// Profiles of displays have some thousand bytes, those of printers up to some million.
    private static let maxBytes = 16 << 20

    private static func text(_ bytes: [UInt8], _ at: Int) -> String {
        String(decoding: bytes[at..<at + 4], as: UTF8.self)
    }

    private static func number(_ bytes: [UInt8], _ at: Int, size: Int = 4) -> Int {
        bytes[at..<at + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// s15Fixed16Number.
    private static func fixed(_ bytes: [UInt8], _ at: Int) -> Double {
        Double(Int32(truncatingIfNeeded: number(bytes, at))) / 65536
    }

    /// Where each tag's element lies, as far as it lies within the data.
    private static func table(_ bytes: [UInt8]) -> [String: Range<Int>] {
        var table: [String: Range<Int>] = [:]
        for index in 0..<min(number(bytes, 128), (bytes.count - 132) / 12) {
            let at = 132 + 12 * index
            let (offset, size) = (number(bytes, at + 4), number(bytes, at + 8))
            guard size >= 8, offset <= bytes.count, size <= bytes.count - offset else { continue }
            table[text(bytes, at)] = offset..<offset + size
        }
        return table
    }

    private static func xyz(_ bytes: [UInt8], _ range: Range<Int>) -> ColorVector? {
        let at = range.lowerBound
        guard range.count >= 20, text(bytes, at) == "XYZ " else { return nil }
        return ColorVector(fixed(bytes, at + 8), fixed(bytes, at + 12), fixed(bytes, at + 16))
    }

    private static func curve(_ bytes: [UInt8], _ range: Range<Int>) -> ColorCurve? {
        let at = range.lowerBound
        guard range.count >= 12 else { return nil }
        switch text(bytes, at) {
        case "curv":
            let count = number(bytes, at + 8)
            guard count <= (range.count - 12) / 2 else { return nil }
            if count == 0 { return .linear }
            let values = (0..<count).map { number(bytes, at + 12 + 2 * $0, size: 2) }
            if count == 1 { return values[0] > 0 ? ColorCurve(g: Double(values[0]) / 256) : nil }
            var curve = ColorCurve(g: 1)
            curve.table = values.map { Double($0) / 65535 }
            return curve
        case "para":
            let counts = [1, 3, 4, 5, 7]
            let kind = number(bytes, at + 8, size: 2)
            guard counts.indices.contains(kind), range.count >= 12 + 4 * counts[kind] else { return nil }
            let p = (0..<counts[kind]).map { fixed(bytes, at + 12 + 4 * $0) }
            guard p[0] > 0, kind == 0 || p[1] > 0 else { return nil }
            switch kind {
            case 0: return ColorCurve(g: p[0])
            // Below −b/a the first of these is 0, and the second c.
            case 1: return ColorCurve(g: p[0], a: p[1], b: p[2], c: 0, d: -p[2] / p[1])
            case 2: return ColorCurve(g: p[0], a: p[1], b: p[2], c: 0, d: -p[2] / p[1], e: p[3], f: p[3])
            case 3: return ColorCurve(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4])
            default: return ColorCurve(g: p[0], a: p[1], b: p[2], c: p[3], d: p[4], e: p[5], f: p[6])
            }
        default: return nil
        }
    }

    // MARK: Writing

    /// A profile of a display, of version 4; nil where matrix and curves do not say it.
    static func data(_ kind: CGColorSpace.Kind) -> Data? {
        var tags: [(name: String, element: [UInt8])] = [
            ("desc", unicode("Tilework")), ("cprt", unicode("CC0")), ("wtpt", xyz(.d50)),
        ]
        let space: String
        switch kind {
        case .gray(let curve):
            space = "GRAY"
            tags.append(("kTRC", element(curve)))
        case .rgb(let matrix, let curves):
            space = "RGB "
            for (index, letter) in ["r", "g", "b"].enumerated() {
                tags.append(("\(letter)XYZ", xyz(matrix.columns[index])))
                tags.append(("\(letter)TRC", element(curves[index])))
            }
        default: return nil
        }
        var elements: [UInt8] = []
        var table = big(tags.count)
        let start = 132 + 12 * tags.count
        for (name, element) in tags {
            table += Array(name.utf8) + big(start + elements.count) + big(element.count)
            elements += element + [UInt8](repeating: 0, count: (4 - element.count % 4) % 4)
        }
        // Size, no preferred engine, version 4.3, a display's profile to XYZ; 1 January 2000; and D50 as its light.
        var header = big(start + elements.count) + big(0) + big(0x0430_0000)
        header += Array("mntr\(space)XYZ ".utf8)
        header += [2000, 1, 1, 0, 0, 0].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
        header += [ColorVector.d50.x, ColorVector.d50.y, ColorVector.d50.z].flatMap(fixed)
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return Data(header + table + elements)
    }

    private static func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func fixed(_ number: Double) -> [UInt8] {
        big(Int((min(max(number, -32768), 32767) * 65536).rounded()))
    }

    private static func xyz(_ vector: ColorVector) -> [UInt8] {
        Array("XYZ ".utf8) + big(0) + fixed(vector.x) + fixed(vector.y) + fixed(vector.z)
    }

    private static func element(_ curve: ColorCurve) -> [UInt8] {
        if !curve.table.isEmpty {
            let values = curve.table.map { Int(min(1, max(0, $0)) * 65535 + 0.5) }
            return Array("curv".utf8) + big(0) + big(values.count)
                + values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        }
        let numbers = [curve.g, curve.a, curve.b, curve.c, curve.d, curve.e, curve.f]
        return Array("para".utf8) + big(0) + [0, 4, 0, 0] + numbers.flatMap(fixed)
    }

    /// multiLocalizedUnicodeType, of one text in English.
    private static func unicode(_ text: String) -> [UInt8] {
        let letters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        return Array("mluc".utf8) + big(0) + big(1) + big(12) + Array("enUS".utf8) + big(letters.count) + big(28)
            + letters
    }
}
