import Foundation

/// Conversions between sRGB and linear light (IEC 61966-2-1), 8 bits each, as filters have used since SVG 1.0.
enum LinearLight {
    private static let fromSRGB: [UInt8] = table { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    private static let toSRGB: [UInt8] = table { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }

    private static func table(_ curve: (Double) -> Double) -> [UInt8] {
        (0...255).map { UInt8(curve(Double($0) / 255) * 255 + 0.5) }
    }

    /// Returns a color's components 0…255 in a step's color space.
    static func components(_ color: Color, isLinear: Bool) -> SIMD4<UInt32> {
        func byte(_ value: Double) -> UInt32 { UInt32(min(1, max(0, value)) * 255 + 0.5) }
        let bytes = SIMD4(byte(color.red), byte(color.green), byte(color.blue), byte(color.alpha))
        guard isLinear else { return bytes }
        func light(_ value: UInt32) -> UInt32 { UInt32(fromSRGB[Int(value)]) }
        return SIMD4(light(bytes.x), light(bytes.y), light(bytes.z), bytes.w)
    }

    /// Converts pixels in place.
    static func convert(_ bitmap: Bitmap, toLinear: Bool) {
        (toLinear ? fromSRGB : toSRGB).withUnsafeBufferPointer { table in
            bitmap.replacePixels(clearToo: false) { pixel in
                // Black stays black, and shadows consist mostly of it.
                if pixel & 0xFF_FFFF == 0 { return pixel }
                let straight = StraightPixel.of(pixel)
                return StraightPixel.premultiplied(
                    SIMD4(
                        UInt32(table[Int(straight.x)]), UInt32(table[Int(straight.y)]), UInt32(table[Int(straight.z)]),
                        straight.w))
            }
        }
    }
}
