/// The coordinates of a tile in a PMTiles file. Tiles are numbered level by level, each along a Hilbert curve.
package struct PMTilesTile: Hashable, Sendable {
    package var level: Int
    package var column: Int
    package var row: Int

    /// The deepest level at which numbers fit in 64 bits.
    package static let deepestLevel = 31

    /// The number after the last tile of the deepest level.
    package static let beyondAll = first(ofLevel: deepestLevel + 1)

    package init(level: Int, column: Int, row: Int) {
        (self.level, self.column, self.row) = (level, column, row)
    }

    /// The tile's number; nil for coordinates outside their level or beyond `deepestLevel`.
    ///
    /// - Complexity: O(level).
    package var number: UInt64? {
        guard (0...Self.deepestLevel).contains(level), (0..<1 << level).contains(column), (0..<1 << level).contains(row)
        else { return nil }
        var (x, y) = (UInt64(column), UInt64(row))
        var distance: UInt64 = 0
        for bit in stride(from: level - 1, through: 0, by: -1) {
            let side: UInt64 = 1 << UInt64(bit)
            let (right, down) = (x >> UInt64(bit), y >> UInt64(bit))
            distance += side * side * ((3 * right) ^ down)
            (x, y) = Self.turned(x & (side - 1), y & (side - 1), side, right: right, down: down)
        }
        return Self.first(ofLevel: level) + distance
    }

    /// Returns the coordinates of a number; nil if it is beyond `deepestLevel`.
    ///
    /// - Complexity: O(level).
    package init?(number: UInt64) {
        guard let level = (0...Self.deepestLevel).last(where: { Self.first(ofLevel: $0) <= number }) else { return nil }
        var rest = number - Self.first(ofLevel: level)
        guard level == 0 ? rest == 0 : rest >> UInt64(2 * level) == 0 else { return nil }
        var (x, y): (UInt64, UInt64) = (0, 0)
        for bit in 0..<level {
            let side: UInt64 = 1 << UInt64(bit)
            let right = rest >> 1 & 1
            let down = (rest ^ right) & 1
            (x, y) = Self.turned(x, y, side, right: right, down: down)
            x += right * side
            y += down * side
            rest >>= 2
        }
        self.init(level: level, column: Int(x), row: Int(y))
    }

    /// Returns the number of the first tile of a level, which is the number of tiles in the levels above.
    package static func first(ofLevel level: Int) -> UInt64 {
        // For 32 levels this is (4³² − 1) / 3, which fits in 64 bits, unlike 4³².
        (0..<level).reduce(0) { sum, _ in sum << 2 | 1 }
    }

    /// Rotates the curve within a quadrant: its axes are swapped, and in the lower right it is also mirrored.
    private static func turned(
        _ x: UInt64, _ y: UInt64, _ side: UInt64, right: UInt64, down: UInt64
    ) -> (UInt64, UInt64) {
        if down == 1 { return (x, y) }
        return right == 1 ? (side - 1 - y, side - 1 - x) : (y, x)
    }
}
