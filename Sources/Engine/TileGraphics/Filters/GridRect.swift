import TileGeometry

/// A rect of pixels on an unbounded grid, half-open: from its first column and row to before its last.
struct GridRect: Hashable, Sendable {
    var minX: Int
    var minY: Int
    var maxX: Int
    var maxY: Int

    static let empty = GridRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

    init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    /// Creates the rect of the pixels that a box touches, clamped to the range of coordinates.
    init(touching box: Box) {
        guard !box.isEmpty else {
            self = .empty
            return
        }
        func whole(_ value: Double) -> Int {
            value.isNaN ? 0 : Int(min(Self.farthest, max(-Self.farthest, value)))
        }
        self.init(
            minX: whole((box.minX + Self.slack).rounded(.down)), minY: whole((box.minY + Self.slack).rounded(.down)),
            maxX: whole((box.maxX - Self.slack).rounded(.up)), maxY: whole((box.maxY - Self.slack).rounded(.up)))
    }

    /// The overlap below which a touched pixel is due to rounding.
    private static let slack = 1e-6
    /// The largest coordinate; sums of a few never overflow.
    static let farthest = Double(1 << 40)

    var isEmpty: Bool { maxX <= minX || maxY <= minY }
    var width: Int { max(0, maxX - minX) }
    var height: Int { max(0, maxY - minY) }
    /// The area as a floating-point number, which does not overflow.
    var area: Double { Double(width) * Double(height) }

    func intersection(_ other: GridRect) -> GridRect {
        let rect = GridRect(
            minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
            maxY: min(maxY, other.maxY))
        return rect.isEmpty ? .empty : rect
    }

    func union(_ other: GridRect) -> GridRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return GridRect(
            minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
            maxY: max(maxY, other.maxY))
    }

    mutating func formUnion(_ other: GridRect) { self = union(other) }

    func contains(_ other: GridRect) -> Bool {
        other.isEmpty
            || (minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY)
    }

    func grown(x: Int, y: Int) -> GridRect {
        isEmpty ? self : GridRect(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
    }

    func moved(x: Int, y: Int) -> GridRect {
        isEmpty ? self : GridRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
    }

    /// Returns the pixels of a grid `2ⁿ` times coarser that cover these.
    func coarser(by levels: Int) -> GridRect {
        if isEmpty || levels == 0 { return self }
        let round = (1 << levels) - 1
        return GridRect(
            minX: minX >> levels, minY: minY >> levels, maxX: (maxX + round) >> levels, maxY: (maxY + round) >> levels)
    }
}
