import Foundation

/// A transfer function for each component of a color.
public struct TransferTables: Hashable, Sendable {
    /// The results for 0…255, for red, then for green, blue and alpha.
    let values: [UInt8]

    public init(red: Curve, green: Curve, blue: Curve, alpha: Curve) {
        values = [red, green, blue, alpha].flatMap { curve in
            (0...255).map { UInt8(min(1, max(0, curve.value(Double($0) / 255))) * 255 + 0.5) }
        }
    }

    /// The number of values: 256 per component.
    static let valueCount = 4 * 256

    /// - Precondition: `values` has `valueCount` elements.
    init(values: [UInt8]) {
        precondition(values.count == Self.valueCount, "transfer tables have 1,024 values, not \(values.count)")
        self.values = values
    }

    /// A transfer function. SVG 1.1, 15.11.
    public enum Curve: Hashable, Sendable {
        case identity
        /// Interpolates between values at even steps.
        case table([Double])
        /// Steps between values over even intervals.
        case discrete([Double])
        case linear(slope: Double, intercept: Double)
        case gamma(amplitude: Double, exponent: Double, offset: Double)

        func value(_ c: Double) -> Double {
            let value: Double
            switch self {
            case .identity: value = c
            case .table(let values) where values.isEmpty: value = c
            case .table(let values):
                let stretches = values.count - 1
                let at = min(stretches, Int(c * Double(stretches)))
                let next = min(stretches, at + 1)
                value = values[at] + (c * Double(stretches) - Double(at)) * (values[next] - values[at])
            case .discrete(let values) where values.isEmpty: value = c
            case .discrete(let values): value = values[min(values.count - 1, Int(c * Double(values.count)))]
            case .linear(let slope, let intercept): value = slope * c + intercept
            case .gamma(let amplitude, let exponent, let offset): value = amplitude * pow(c, exponent) + offset
            }
            return value.isNaN ? 0 : value
        }
    }

    /// Whether clear pixels may become visible.
    var colorsNothing: Bool { values[768] > 0 }

    func apply(to bitmap: Bitmap) {
        values.withUnsafeBufferPointer { table in
            bitmap.replacePixels(clearToo: colorsNothing) { pixel in
                let straight = StraightPixel.of(pixel)
                return StraightPixel.premultiplied(
                    SIMD4(
                        UInt32(table[Int(straight.x)]), UInt32(table[256 + Int(straight.y)]),
                        UInt32(table[512 + Int(straight.z)]), UInt32(table[768 + Int(straight.w)])))
            }
        }
    }
}
