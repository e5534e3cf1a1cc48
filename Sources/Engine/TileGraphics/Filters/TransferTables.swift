import Foundation

/// Each component of a color by a curve of its own.
public struct TransferTables: Hashable, Sendable {
    /// What becomes of 0…255, for red, then for green, blue and alpha.
    let values: [UInt8]

    public init(red: Curve, green: Curve, blue: Curve, alpha: Curve) {
        values = [red, green, blue, alpha].flatMap { curve in
            (0...255).map { UInt8(min(1, max(0, curve.value(Double($0) / 255))) * 255 + 0.5) }
        }
    }

    /// Of a component 256.
    static let valueCount = 4 * 256

    /// - Precondition: there are `valueCount`.
    init(values: [UInt8]) {
        precondition(values.count == Self.valueCount, "transfer tables have 1,024 values, not \(values.count)")
        self.values = values
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
