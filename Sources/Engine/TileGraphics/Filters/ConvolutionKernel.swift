public import Foundation

/// The weights of a pixel's neighbors in a convolution. SVG 1.1, 15.13.
public struct ConvolutionKernel: Hashable, Sendable {
    public enum Edges: Hashable, Sendable {
        /// The last pixels are repeated.
        case duplicate
        /// The image is tiled.
        case wrap
        /// Everything outside is clear.
        case none
    }

    public let columns: Int
    public let rows: Int
    /// The weights by rows, in document order: rotated by 180° relative to the pixels.
    public let weights: [Double]
    public var divisor: Double
    /// The offset added to the result, in units of 255.
    public var bias: Double
    /// The position of the target pixel in the kernel, from the left and from the top.
    public let targetX: Int
    public let targetY: Int
    public var edges: Edges
    /// Whether only colors change, unpremultiplied.
    public var preservesAlpha: Bool
    /// The distance between neighbors in the picture's plane; nil for a pixel, regardless of its size.
    public var unit: CGSize?

    /// The maximum number of weights: with it, an image of 256² takes 50 ms.
    public static let maxCount = 1024

    /// Creates a kernel; nil if the parameters don't match.
    public init?(
        columns: Int, rows: Int, weights: [Double], divisor: Double? = nil, bias: Double = 0, targetX: Int? = nil,
        targetY: Int? = nil, edges: Edges = .duplicate, preservesAlpha: Bool = false, unit: CGSize? = nil
    ) {
        guard columns > 0, rows > 0, columns <= Self.maxCount, rows <= Self.maxCount, columns * rows <= Self.maxCount,
            weights.count == columns * rows, weights.allSatisfy(\.isFinite), bias.isFinite
        else { return nil }
        let (x, y) = (targetX ?? columns / 2, targetY ?? rows / 2)
        guard (0..<columns).contains(x), (0..<rows).contains(y) else { return nil }
        self.columns = columns
        self.rows = rows
        self.weights = weights
        let sum = weights.reduce(0, +)
        let given = divisor ?? sum
        self.divisor = given == 0 || !given.isFinite ? 1 : given
        self.bias = bias
        self.targetX = x
        self.targetY = y
        self.edges = edges
        self.preservesAlpha = preservesAlpha
        self.unit = unit
    }

    /// Returns the distances between neighbors on a grid, in pixels.
    func steps(scaleX: Double, scaleY: Double) -> (x: Int, y: Int) {
        guard let unit else { return (1, 1) }
        func whole(_ value: Double) -> Int { Int(min(1e6, max(1, value.rounded()))) }
        return (whole(Double(unit.width) * scaleX), whole(Double(unit.height) * scaleY))
    }

    /// - Parameters:
    ///   - source: The pixels to read; `rect` is their position.
    ///   - region: The image whose edges are extended.
    ///   - wanted: The pixels to compute.
    func apply(
        _ source: Bitmap, _ rect: GridRect, region: GridRect, wanted: GridRect, steps: (x: Int, y: Int),
        into result: Bitmap
    ) {
        // Bounded so that no sum overflows.
        func bounded(_ value: Double) -> Float { Float(min(1e9, max(-1e9, value))) }
        let factor = bounded(1 / divisor)
        let offset = bounded(bias * 255)
        let weights = weights.map(bounded)
        func sourceIndex(of value: Int, from low: Int, to high: Int) -> Int? {
            if value >= low, value < high { return value }
            switch edges {
            case .none: return nil
            case .duplicate: return min(high - 1, max(low, value))
            case .wrap:
                let size = high - low
                return low + ((value - low) % size + size) % size
            }
        }
        func pixel(_ x: Int, _ y: Int) -> UInt32 {
            guard let x = sourceIndex(of: x, from: region.minX, to: region.maxX),
                let y = sourceIndex(of: y, from: region.minY, to: region.maxY),
                x >= rect.minX, x < rect.maxX, y >= rect.minY, y < rect.maxY
            else { return 0 }
            return source.row(y - rect.minY)[x - rect.minX]
        }
        for y in wanted.minY..<wanted.maxY {
            let row = result.row(y - wanted.minY)
            for x in wanted.minX..<wanted.maxX {
                var sum = SIMD4<Float>()
                for i in 0..<rows {
                    for j in 0..<columns {
                        let weight = weights[(rows - 1 - i) * columns + columns - 1 - j]
                        if weight == 0 { continue }
                        let neighbor = pixel(x + (j - targetX) * steps.x, y + (i - targetY) * steps.y)
                        if neighbor == 0 { continue }
                        let components =
                            preservesAlpha
                            ? StraightPixel.of(neighbor)
                            : SIMD4(neighbor >> 16 & 255, neighbor >> 8 & 255, neighbor & 255, neighbor >> 24)
                        sum += SIMD4<Float>(components) * weight
                    }
                }
                var value = sum * factor
                // The bias applies in proportion to the result's opacity.
                let opacity = preservesAlpha ? 1 : min(1, max(0, (value.w + offset) / 255))
                value += offset * SIMD4(opacity, opacity, opacity, 1)
                value.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                value = (value + 0.5).rounded(.down)
                if preservesAlpha {
                    let alpha = pixel(x, y) >> 24
                    row[x - wanted.minX] = StraightPixel.premultiplied(
                        SIMD4(UInt32(value.x), UInt32(value.y), UInt32(value.z), alpha))
                } else {
                    let alpha = UInt32(value.w)
                    row[x - wanted.minX] =
                        alpha << 24 | min(alpha, UInt32(value.x)) << 16 | min(alpha, UInt32(value.y)) << 8
                        | min(alpha, UInt32(value.z))
                }
            }
        }
    }
}
