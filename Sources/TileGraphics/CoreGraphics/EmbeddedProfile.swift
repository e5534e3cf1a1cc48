import CDeflate
import Foundation

/// The color profile in an image file.
///
/// - SeeAlso: PNG (third edition), 11.3.2.3 iCCP; ICC.1:2022, B.4 (JPEG's APP2 segments); WebP container specification,
///   ICCP.
enum EmbeddedProfile {
    /// Profiles of displays have some thousand bytes; larger ones are tables that are not read.
    private static let maxBytes = 1 << 20

    // MARK: PNG

    /// nil when a PNG file has none that can be read.
    static func ofPNG(_ file: Data) -> Data? {
        let file = [UInt8](file.prefix(maxBytes * 2))
        var at = 8
        // Length, name, data, checksum. The profile comes before the palette and the pixels.
        while at + 12 <= file.count {
            let length = bigEndian(file, at)
            guard length <= file.count - at - 12 else { return nil }
            let body = file[(at + 8)..<(at + 8 + length)]
            switch String(decoding: file[(at + 4)..<(at + 8)], as: UTF8.self) {
            case "iCCP": return inflated(body)
            case "IDAT", "PLTE", "sRGB": return nil
            default: at += 12 + length
            }
        }
        return nil
    }

    /// A name of at most 79 bytes, a zero, the method 0, and a zlib stream.
    private static func inflated(_ body: ArraySlice<UInt8>) -> Data? {
        guard let end = body.prefix(80).firstIndex(of: 0), end + 2 < body.endIndex, body[end + 1] == 0,
            let codec = libdeflate_alloc_decompressor()
        else { return nil }
        defer { libdeflate_free_decompressor(codec) }
        let stream = Array(body[(end + 2)...])
        var length = 0
        let profile = [UInt8](unsafeUninitializedCapacity: maxBytes) { buffer, count in
            let status = libdeflate_zlib_decompress(
                codec, stream, stream.count, buffer.baseAddress!, maxBytes, &length)
            count = status == LIBDEFLATE_SUCCESS ? length : 0
        }
        return profile.isEmpty ? nil : Data(profile)
    }

    // MARK: JPEG

    private static let jpegMark = Array("ICC_PROFILE\0".utf8)

    /// nil when a JPEG file has none that is whole.
    static func ofJPEG(_ file: Data) -> Data? {
        let file = [UInt8](file.prefix(maxBytes * 2))
        var parts: [UInt8: ArraySlice<UInt8>] = [:]
        var count = 0
        var at = 2
        while at + 4 <= file.count, file[at] == 0xFF {
            let marker = file[at + 1]
            let length = Int(file[at + 2]) << 8 | Int(file[at + 3])
            // The scan's start ends the headers.
            guard marker != 0xDA, length >= 2, at + 2 + length <= file.count else { break }
            let body = file[(at + 4)..<(at + 2 + length)]
            if marker == 0xE2, body.starts(with: jpegMark), body.count > jpegMark.count + 2 {
                let number = body.startIndex + jpegMark.count
                count = Int(body[number + 1])
                parts[body[number]] = body[(number + 2)...]
            }
            at += 2 + length
        }
        guard count > 0, parts.count == count else { return nil }
        return Data(parts.sorted { $0.key < $1.key }.flatMap(\.value))
    }

    // MARK: WebP

    /// nil when a WebP file has none.
    static func ofWebP(_ file: Data) -> Data? {
        let file = [UInt8](file.prefix(maxBytes * 2))
        var at = 12
        while at + 8 <= file.count {
            let length = (0..<4).reduce(0) { $0 | Int(file[at + 4 + $1]) << (8 * $1) }
            let name = String(decoding: file[at..<at + 4], as: UTF8.self)
            guard length <= file.count - at - 8, name != "VP8 ", name != "VP8L" else { return nil }
            if name == "ICCP" { return Data(file[(at + 8)..<(at + 8 + length)]) }
            at += 8 + length + length % 2
        }
        return nil
    }

    private static func bigEndian(_ bytes: [UInt8], _ at: Int) -> Int {
        bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}

/// From 8 bits of a space of three primaries to 8 bits of sRGB.
private struct ProfileConversion {
    /// The light of each byte of red, of green and of blue.
    private let tables: [[Float]]
    /// What each full light adds to sRGB's three, in `steps`.
    private let columns: [SIMD4<Float>]

    private static let steps = 4095
    /// sRGB's bytes of even steps of light.
    private static let bytes = (0...steps).map { step in
        UInt32(min(1, max(0, ColorCurve.sRGB.component(Double(step) / Double(steps)))) * 255 + 0.5)
    }

    /// nil for a profile of another kind, and for one that hardly differs from sRGB.
    init?(_ profile: Data) {
        guard let space = CGColorSpace(iccData: profile), case .rgb(let matrix, let curves) = space.kind else {
            return nil
        }
        tables = curves.map { curve in (0...255).map { Float(curve.light(Double($0) / 255)) } }
        columns = [ColorVector(1, 0, 0), ColorVector(0, 1, 0), ColorVector(0, 0, 1)].map { unit in
            let light = ColorMatrix.sRGBInverse * (matrix * unit)
            return SIMD4(Float(light.x), Float(light.y), Float(light.z), 0) * Float(Self.steps)
        }
        let samples: [UInt32] = [
            0x00_0000, 0xFF_0000, 0x00_FF00, 0x00_00FF, 0x80_4020, 0x20_8040, 0x40_2080, 0xFF_FFFF,
        ]
        let isPlain = samples.allSatisfy { sample in
            let color = output(sample)
            return [UInt32(16), 8, 0].allSatisfy { abs(Int(color >> $0 & 255) - Int(sample >> $0 & 255)) <= 1 }
        }
        if isPlain { return nil }
    }

    /// The color of an opaque pixel, without alpha.
    func output(_ pixel: UInt32) -> UInt32 {
        var light = columns[0] * tables[0][Int(pixel >> 16 & 255)]
        light += columns[1] * tables[1][Int(pixel >> 8 & 255)]
        light += columns[2] * tables[2][Int(pixel & 255)]
        // A profile's numbers may be any, also such that make no number.
        let index = light.replacing(with: 0, where: light .!= light)
            .clamped(lowerBound: .zero, upperBound: SIMD4(repeating: Float(Self.steps))).rounded(.toNearestOrEven)
        return Self.bytes[Int(index.x)] << 16 | Self.bytes[Int(index.y)] << 8 | Self.bytes[Int(index.z)]
    }
}

extension Bitmap {
    /// Converts pixels from the space of a file's profile to sRGB: from that of three primaries, which photos have.
    /// Those of other profiles are left as they are.
    func convert(from profile: Data?) {
        guard let profile, let conversion = ProfileConversion(profile) else { return }
        for y in 0..<height {
            let row = row(y)
            // Neighbours are often the same.
            var last: (from: UInt32, to: UInt32) = (0, 0)
            for x in 0..<width {
                let pixel = row[x]
                if pixel != last.from {
                    let alpha = pixel >> 24
                    let color = conversion.output(alpha == 255 ? pixel : pixel.divided(by: alpha))
                    last = (pixel, (0xFF00_0000 | color).multiplied(by: alpha))
                }
                row[x] = last.to
            }
        }
    }
}

extension UInt32 {
    /// A pixel's colors without the alpha that they were multiplied by.
    fileprivate func divided(by alpha: UInt32) -> UInt32 {
        guard alpha > 0 else { return 0 }
        func part(_ shift: UInt32) -> UInt32 { Swift.min(255, ((self >> shift & 255) * 255 + alpha / 2) / alpha) }
        return part(16) << 16 | part(8) << 8 | part(0)
    }
}
