import Foundation

/// Each component of a color by a curve of its own.
public struct TransferTables: Hashable, Sendable {
    /// For red, green, blue and alpha, what becomes of 0…255.
    private let tables: [[UInt8]]

    public init(red: Curve, green: Curve, blue: Curve, alpha: Curve) {
        tables = [red, green, blue, alpha].map { curve in
            (0...255).map { UInt8(min(1, max(0, curve.value(Double($0) / 255))) * 255 + 0.5) }
        }
    }

    /// SVG 1.1, 15.11.
    public enum Curve: Hashable, Sendable {
        case identity
        /// Between these values, evenly spread.
        case table([Double])
        /// One of these values, for even stretches.
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

    /// Whether it makes something of what is clear.
    var colorsNothing: Bool { tables[3][0] > 0 }

    func apply(to bitmap: Bitmap) {
        (tables[0] + tables[1] + tables[2] + tables[3]).withUnsafeBufferPointer { table in
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
