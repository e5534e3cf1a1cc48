import Foundation

/// A color of CIE L\*a\*b\* under D50, as in color profiles (ICC.1:2022, section 6.3.2).
struct LabColor {
    /// The lightness, from 0 to 100.
    var lightness: Float
    var a: Float
    var b: Float

    /// The color in sRGB, clipped to its gamut (IEC 61966-2-1, adapted to D50 by the Bradford transform).
    var srgb: SIMD3<UInt8> {
        let y = (lightness + 16) / 116
        let (x, z) = (y + a / 500, y - b / 200)
        func inverse(_ value: Float) -> Float {
            value > 6 / 29 ? value * value * value : (value - 4 / 29) * 108 / 841
        }
        // The white point of D50.
        let xyz = SIMD3(inverse(x) * 0.96422, inverse(y), inverse(z) * 0.82521)
        let linear = SIMD3(
            (xyz * SIMD3(3.1338561, -1.6168667, -0.4906146)).sum(),
            (xyz * SIMD3(-0.9787684, 1.9161415, 0.0334540)).sum(),
            (xyz * SIMD3(0.0719453, -0.2289914, 1.4052427)).sum())
        var bytes = SIMD3<UInt8>()
        for index in 0..<3 {
            let value = min(1, max(0, linear[index]))
            let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
            bytes[index] = UInt8((encoded * 255).rounded())
        }
        return bytes
    }
}
