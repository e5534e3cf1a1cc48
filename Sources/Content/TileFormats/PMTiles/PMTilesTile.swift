/// A tile's place in a PMTiles file: the levels one after the other, each along a Hilbert curve.
package struct PMTilesTile: Hashable, Sendable {
    package var level: Int
    package var column: Int
    package var row: Int

    /// Up to here numbers take 64 bits.
    package static let deepestLevel = 31

    /// Behind the last number.
    package static let beyondAll = first(ofLevel: deepestLevel + 1)

    package init(level: Int, column: Int, row: Int) {
        (self.level, self.column, self.row) = (level, column, row)
    }

    /// Its number; nil for a place that is in no pyramid of square levels, or too deep.
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

    /// The place of a number; nil for one beyond `deepestLevel`.
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

    /// The number of the first tile of a level: as many as there are in those above it.
    package static func first(ofLevel level: Int) -> UInt64 {
        // Of 32 levels it is (4³² − 1) / 3, which 64 bits hold and 4³² they do not.
        (0..<level).reduce(0) { sum, _ in sum << 2 | 1 }
    }

    /// The curve within a quarter: mirrored in the lower right diagonal or not at all, its axes swapped.
    private static func turned(
        _ x: UInt64, _ y: UInt64, _ side: UInt64, right: UInt64, down: UInt64
    ) -> (UInt64, UInt64) {
        if down == 1 { return (x, y) }
        return right == 1 ? (side - 1 - y, side - 1 - x) : (y, x)
    }
}
