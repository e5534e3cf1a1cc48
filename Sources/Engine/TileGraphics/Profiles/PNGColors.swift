import CDeflate
package import Foundation

/// The colors that the chunks of a PNG file state, as a profile.
///
/// The first of these counts: a usable `cICP`, an ICC profile (`iCCP`), `sRGB`, and `gAMA` with or without
/// `cHRM`. A file with none of them is in sRGB. Where the specification leaves a choice, colors are those of Chromium
/// 156: `cHRM` alone has no effect, nor `gAMA` beside an unusable `cHRM`, and a `gAMA` of about 1/2.2 alone is sRGB.
/// A chunk with a wrong checksum does not count.
///
/// - SeeAlso: Portable Network Graphics Specification (third edition), 4.3 and 11.3.2; ITU-T H.273, tables 2 and 3.
package struct PNGColors {
    private var coding: [UInt8]?
    private var isStandard = false
    private var gamma: Int?
    private var chromaticities: [Int]?
    private var isGray = false
    /// Whether the chunk of the ICC profile has a wrong checksum, which decoders may not have noticed.
    /// Whether the first `iCCP`, which counts, is damaged; nil if there is none.
    private var isProfileDamaged: Bool?

    /// The most chunks before the pixels that are read. Writers create some ten.
    private static let mostChunks = 1000
    /// The longest profile, in bytes, whose checksum is computed.
    private static let longestProfile = 16 << 20

    /// Reads the chunks before the pixels.
    ///
    /// - Parameter read: Returns a number of the file's bytes from an offset on; nil past its end.
    package init(_ read: (_ offset: Int, _ count: Int) -> [UInt8]?) {
        func number(_ bytes: some Collection<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        var offset = 8
        for _ in 0..<Self.mostChunks {
            guard let head = read(offset, 8) else { return }
            let length = number(head[..<4])
            func body(_ count: Int) -> [UInt8]? {
                guard length == count, let chunk = read(offset + 4, count + 8) else { return nil }
                // The checksum covers the name and the body (5.5).
                let sum = chunk.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, count + 4) }
                return sum == UInt32(number(chunk.suffix(4))) ? Array(chunk[4..<(count + 4)]) : nil
            }
            switch String(decoding: head[4...], as: UTF8.self) {
            // Color types 0 and 4 are gray.
            case "IHDR": isGray = body(13).map { $0[9] & 3 == 0 } ?? false
            case "cICP": coding = coding ?? body(4)
            case "sRGB": isStandard = isStandard || body(1) != nil
            case "iCCP":
                if isProfileDamaged == nil { isProfileDamaged = length <= Self.longestProfile && body(length) == nil }
            case "gAMA": gamma = gamma ?? body(4).map { number($0) }
            case "cHRM":
                chromaticities =
                    chromaticities
                    ?? body(32).map { bytes in (0..<8).map { number(bytes[(4 * $0)..<(4 * $0 + 4)]) } }
            case "IDAT", "IEND": return
            default: break
            }
            offset += 12 + length
        }
    }

    /// Reads the chunks of a file in memory.
    init(_ file: UnsafeRawBufferPointer) {
        self.init { offset, count in
            offset >= 0 && offset <= file.count - count ? Array(file[offset..<(offset + count)]) : nil
        }
    }

    /// Returns the profile that determines the colors; nil for sRGB.
    ///
    /// - Parameter embedded: The file's ICC profile.
    package func profile(embedded: Data?) -> Data? {
        if let coding, let coded = Self.coded(coding) { return data(coded) }
        if let embedded, isProfileDamaged != true { return embedded }
        return isStandard ? nil : measured.flatMap(data)
    }

    /// A color space with a name for people.
    private struct Space {
        var matrix: ColorMatrix
        var curve: ColorCurve
        /// The light of the curve's end, as a multiple of white's.
        var brightness = 1.0
        var title: String
    }

    private func data(_ space: Space) -> Data? {
        var curve = space.curve
        guard isGray else {
            let columns = space.matrix.columns.map {
                ColorVector(x: $0.x * space.brightness, y: $0.y * space.brightness, z: $0.z * space.brightness)
            }
            let matrix = ColorMatrix(columns: columns[0], columns[1], columns[2])
            return ProfileWriter.data(.rgb(matrix, [curve, curve, curve]), title: space.title)
        }
        curve.table = curve.table.map { min(1, $0 * space.brightness) }
        return ProfileWriter.data(.gray(curve), title: space.title)
    }

    // MARK: cICP

    /// Returns the space of coding-independent code points: primaries, transfer, matrix and range. Nil for codes that
    /// PNG does not allow, and for unknown ones.
    private static func coded(_ codes: [UInt8]) -> Space? {
        // The samples are RGB, in their full range.
        guard codes[2] == 0, codes[3] == 1, let primaries = primaries(codes[0]), let transfer = transfer(codes[1])
        else { return nil }
        let title = codes[0] == 12 && codes[1] == 13 ? "Display P3" : "\(primaries.title), \(transfer.title)"
        return Space(
            matrix: primaries.matrix, curve: transfer.curve, brightness: transfer.brightness, title: "\(title) (cICP)")
    }

    /// Returns the primaries with a number (H.273, table 2).
    private static func primaries(_ code: UInt8) -> (matrix: ColorMatrix, title: String)? {
        typealias Point = (Double, Double)
        func made(
            _ title: String, _ red: Point, _ green: Point, _ blue: Point, white: Point = ColorMatrix.d65
        ) -> (matrix: ColorMatrix, title: String)? {
            ColorMatrix(red: red, green: green, blue: blue, white: white).map { ($0, title) }
        }
        // Illuminant C.
        let daylight = (0.31, 0.316)
        return switch code {
        case 1: (ColorMatrix.sRGB, "BT.709")
        case 4: made("BT.470 M", (0.67, 0.33), (0.21, 0.71), (0.14, 0.08), white: daylight)
        case 5: made("BT.470 BG", (0.64, 0.33), (0.29, 0.6), (0.15, 0.06))
        case 6, 7: made("SMPTE 170M", (0.63, 0.34), (0.31, 0.595), (0.155, 0.07))
        case 8: made("film", (0.681, 0.319), (0.243, 0.692), (0.145, 0.049), white: daylight)
        case 9: made("BT.2020", (0.708, 0.292), (0.17, 0.797), (0.131, 0.046))
        // A y of 0 stands for an infinite amount of light.
        case 10: (ColorMatrix.adaptation(from: ColorVector(x: 1, y: 1, z: 1)), "XYZ")
        case 11: made("DCI-P3", (0.68, 0.32), (0.265, 0.69), (0.15, 0.06), white: (0.314, 0.351))
        case 12: made("P3", (0.68, 0.32), (0.265, 0.69), (0.15, 0.06))
        case 22: made("EBU 3213", (0.63, 0.34), (0.295, 0.605), (0.155, 0.077))
        default: nil
        }
    }

    /// Returns the curve with a number (H.273, table 3).
    private static func transfer(_ code: UInt8) -> (curve: ColorCurve, brightness: Double, title: String)? {
        switch code {
        // Displays show what cameras code with these curves by a gamma of 2.4 (BT.1886).
        case 1, 6, 11, 14, 15: (ColorCurve(g: 2.4), 1, "gamma 2.4")
        case 4: (ColorCurve(g: 2.2), 1, "gamma 2.2")
        case 5: (ColorCurve(g: 2.8), 1, "gamma 2.8")
        case 7:
            (ColorCurve(g: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 0.25, d: 0.0912), 1, "SMPTE 240M")
        case 8: (ColorCurve.linear, 1, "linear")
        case 13: (ColorCurve.sRGB, 1, "sRGB's curve")
        // The end of the curve of SMPTE ST 428-1 is brighter than white.
        case 17: (table { pow($0, 2.6) }, 52.37 / 48, "SMPTE ST 428-1")
        case 16: (table(perceptualLight), 10_000 / whiteNits, "PQ")
        case 18: (table { pow(hybridLight($0), 1.2) }, 1000 / whiteNits, "HLG")
        default: nil
        }
    }

    /// The brightness of white, in candela per square meter, where pictures may be brighter than white: twice that of
    /// BT.2408, as in Chromium on a display that is not. Brighter colors are clipped.
    private static let whiteNits = 406.0

    private static func table(_ light: (Double) -> Double) -> ColorCurve {
        var curve = ColorCurve(g: 1)
        // An entry for each byte, and 15 between two of them.
        let steps = 255 * 16
        curve.table = (0...steps).map { light(Double($0) / Double(steps)) }
        return curve
    }

    /// Returns the light of a component in PQ (SMPTE ST 2084), from 0 to 1.
    private static func perceptualLight(_ value: Double) -> Double {
        let power = pow(value, 32 / 2523.0)
        return pow(max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power), 16384 / 2610.0)
    }

    /// Returns the light of the scene of a component in HLG (ARIB STD-B67), from 0 to 1.
    private static func hybridLight(_ value: Double) -> Double {
        value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    // MARK: gAMA and cHRM

    /// The space that `gAMA` and `cHRM` state; nil for sRGB.
    private var measured: Space? {
        guard let gamma, gamma > 0 else { return nil }
        let curve = ColorCurve(g: 100_000 / Double(gamma))
        let title = "gamma \((curve.g * 100).rounded() / 100)"
        guard let chromaticities else {
            // libpng's threshold, too: writers round the number differently.
            if abs(Double(gamma) / 45_455 - 1) <= 0.05 { return nil }
            return Space(matrix: .sRGB, curve: curve, title: "\(title) (gAMA)")
        }
        let points = (0..<4).map { index in
            (Double(chromaticities[2 * index]) / 100_000, Double(chromaticities[2 * index + 1]) / 100_000)
        }
        guard points.allSatisfy({ $0.1 > 0 && $0.0 + $0.1 <= 1 }),
            let matrix = ColorMatrix(red: points[1], green: points[2], blue: points[3], white: points[0]),
            matrix.inverted != nil, matrix.columns.allSatisfy({ max(abs($0.x), abs($0.y), abs($0.z)) < 2 })
        else { return nil }
        return Space(matrix: matrix, curve: curve, title: "\(title) (gAMA, cHRM)")
    }
}
