import Foundation

/// A linear map of color components: four rows of five coefficients, for red, green, blue, alpha and 1.
public struct FilterColorMatrix: Hashable, Sendable {
    /// The 20 coefficients by rows. The last of a row is the constant, where 1 is full intensity.
    public let values: [Double]

    /// - Precondition: `values` has 20 elements.
    public init(_ values: [Double]) {
        precondition(values.count == 20, "a color matrix has 20 values, not \(values.count)")
        self.values = values.map { $0.isFinite ? min(Self.largest, max(-Self.largest, $0)) : 0 }
    }

    /// The largest coefficient. Beyond it, sums would be saturated anyway; within it, no sum overflows.
    private static let largest = 1e6

    public static let identity = FilterColorMatrix([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0])

    /// A matrix to black with the color's alpha.
    public static let alphaOnly = FilterColorMatrix([Double](repeating: 0, count: 18) + [1, 0])

    /// A matrix from luminance to alpha: dark colors become transparent.
    public static let luminanceToAlpha = FilterColorMatrix(
        [Double](repeating: 0, count: 15) + [0.2125, 0.7154, 0.0721, 0, 0])

    /// Returns a matrix that desaturates for amounts below 1. SVG 1.1, 15.10.
    public static func saturation(_ amount: Double) -> FilterColorMatrix {
        turned(cosine: amount, sine: 0)
    }

    /// Returns a matrix that rotates colors around the gray axis, by an angle in radians.
    public static func hueRotation(_ angle: Double) -> FilterColorMatrix {
        turned(cosine: cos(angle), sine: sin(angle))
    }

    private static func turned(cosine c: Double, sine s: Double) -> FilterColorMatrix {
        FilterColorMatrix([
            0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928, 0, 0,
            0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283, 0, 0,
            0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072, 0, 0,
            0, 0, 0, 1, 0,
        ])
    }

    /// Returns a matrix from the original color (0) to sepia (1). Filter Effects Module Level 1, 12.
    public static func sepia(_ amount: Double) -> FilterColorMatrix {
        let rest = 1 - min(1, max(0, amount))
        return FilterColorMatrix([
            0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest, 0, 0,
            0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest, 0, 0,
            0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest, 0, 0,
            0, 0, 0, 1, 0,
        ])
    }

    /// Returns a matrix that scales red, green and blue and adds a constant.
    public static func linear(slope: Double, intercept: Double = 0) -> FilterColorMatrix {
        FilterColorMatrix([
            slope, 0, 0, 0, intercept, 0, slope, 0, 0, intercept, 0, 0, slope, 0, intercept, 0, 0, 0, 1, 0,
        ])
    }

    public static func opacity(_ amount: Double) -> FilterColorMatrix {
        FilterColorMatrix([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, min(1, max(0, amount)), 0])
    }

    /// Whether clear pixels may become visible.
    var colorsNothing: Bool { values[19] > 0 }

    func apply(to bitmap: Bitmap) {
        let m = values.map { Float($0) }
        // By columns, so that a color is the sum of five products.
        func column(_ at: Int, _ factor: Float = 1) -> SIMD4<Float> {
            SIMD4(m[at], m[at + 5], m[at + 10], m[at + 15]) * factor
        }
        let (red, green, blue, alpha) = (column(0), column(1), column(2), column(3))
        let constant = column(4, 255) + 0.5
        let most = SIMD4<Float>(repeating: 255)
        bitmap.replacePixels(clearToo: colorsNothing) { pixel in
            let straight = StraightPixel.of(pixel)
            var sum = constant + red * Float(straight.x)
            sum += green * Float(straight.y)
            sum += blue * Float(straight.z)
            sum += alpha * Float(straight.w)
            sum.clamp(lowerBound: .zero, upperBound: most)
            return StraightPixel.premultiplied(SIMD4(UInt32(sum.x), UInt32(sum.y), UInt32(sum.z), UInt32(sum.w)))
        }
    }
}
