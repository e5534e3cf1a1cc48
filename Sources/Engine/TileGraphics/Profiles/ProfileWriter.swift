import Foundation

/// Writes profiles with a matrix and curves. Not with lcms2, which rounds the parameters of parametric curves of type 4
/// and writes the current date.
///
/// - SeeAlso: ICC.1:2022, 7 (header, tag table), 8.3 and 8.4 (monochrome and three-component matrix-based profiles),
///   10.
enum ProfileWriter {
    /// Returns a version 4 display profile; nil if the space is not defined by a matrix and curves.
    ///
    /// - Parameter title: The profile's description of itself.
    static func data(_ kind: CGColorSpace.Kind, title: String = "Tilework") -> Data? {
        var tags: [(name: String, element: [UInt8])] = [
            ("desc", unicode(title)), ("cprt", unicode("CC0")), ("wtpt", xyz(.d50)),
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
        // Size, no preferred CMM, version 4.3, display profile to XYZ, 1 January 2000, and D50 as its illuminant.
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

    /// Returns a multiLocalizedUnicodeType element with one English text.
    private static func unicode(_ text: String) -> [UInt8] {
        let letters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        return Array("mluc".utf8) + big(0) + big(1) + big(12) + Array("enUS".utf8) + big(letters.count) + big(28)
            + letters
    }
}
