public import Foundation

/// An axis-parallel box between two corners, in the coordinate space of its owner: the working form of `CGRect` for
/// comparing many boxes. It may be empty (a maximum below its minimum) or infinite, but never contains NaN.
@frozen
public struct Box: Hashable, Sendable {
    public var minX: Double
    public var minY: Double
    public var maxX: Double
    public var maxY: Double

    @inlinable
    public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    @inlinable
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.init(minX: x, minY: y, maxX: x + width, maxY: y + height)
    }

    public init(_ rect: CGRect) {
        self.init(
            minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
    }

    /// The empty box. The union with it changes nothing.
    @inlinable public static var empty: Box {
        Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
    }

    /// The infinite box, which contains every point.
    @inlinable public static var infinite: Box {
        Box(minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)
    }

    @inlinable public var width: Double { maxX - minX }
    @inlinable public var height: Double { maxY - minY }
    @inlinable public var midX: Double { (minX + maxX) / 2 }
    @inlinable public var midY: Double { (minY + maxY) / 2 }

    /// Whether the box contains no point. A box of zero width still contains a line.
    @inlinable public var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }

    @inlinable public var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }

    /// The box as a rectangle, or the null rectangle if the box is empty.
    public var rect: CGRect {
        isEmpty ? .null : CGRect(x: minX, y: minY, width: width, height: height)
    }

    @inlinable
    public mutating func formUnion(x: Double, y: Double) {
        minX = min(minX, x)
        minY = min(minY, y)
        maxX = max(maxX, x)
        maxY = max(maxY, y)
    }

    @inlinable
    public func union(_ other: Box) -> Box {
        Box(
            minX: min(minX, other.minX), minY: min(minY, other.minY),
            maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
    }

    @inlinable
    public func intersection(_ other: Box) -> Box {
        Box(
            minX: max(minX, other.minX), minY: max(minY, other.minY),
            maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
    }

    /// Whether the two share a point; touching edges count.
    @inlinable
    public func intersects(_ other: Box) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    @inlinable
    public func contains(_ other: Box) -> Bool {
        minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
    }

    @inlinable
    public func contains(x: Double, y: Double) -> Bool {
        minX <= x && x <= maxX && minY <= y && y <= maxY
    }

    /// Returns the box grown by `distance` on each side, or shrunk if `distance` is negative.
    @inlinable
    public func expanded(by distance: Double) -> Box {
        Box(minX: minX - distance, minY: minY - distance, maxX: maxX + distance, maxY: maxY + distance)
    }

    /// Returns the smallest box that contains the four transformed corners.
    @inlinable
    public func applying(_ t: CGAffineTransform) -> Box {
        if isEmpty { return .empty }
        if t.b == 0 && t.c == 0 {
            let x0 = t.a * minX + t.tx
            let x1 = t.a * maxX + t.tx
            let y0 = t.d * minY + t.ty
            let y1 = t.d * maxY + t.ty
            return Box(minX: min(x0, x1), minY: min(y0, y1), maxX: max(x0, x1), maxY: max(y0, y1))
        }
        let (x0, y0) = t.apply(x: minX, y: minY)
        let (x1, y1) = t.apply(x: maxX, y: minY)
        let (x2, y2) = t.apply(x: maxX, y: maxY)
        let (x3, y3) = t.apply(x: minX, y: maxY)
        return Box(
            minX: min(min(x0, x1), min(x2, x3)), minY: min(min(y0, y1), min(y2, y3)),
            maxX: max(max(x0, x1), max(x2, x3)), maxY: max(max(y0, y1), max(y2, y3)))
    }
}
