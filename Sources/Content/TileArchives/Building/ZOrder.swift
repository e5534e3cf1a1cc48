/// An iterator over the cells of a part of a grid along a Z-curve: the four quarters of each square, one after the
/// other.
///
/// - Complexity: A step is O(log n) for a grid with side n, and O(1) on average.
struct ZOrder: IteratorProtocol, Sendable {
    private struct Square {
        var column: Int
        var row: Int
        var side: Int
    }

    private let columns: Range<Int>
    private let rows: Range<Int>
    /// The squares still to be visited; the next one is last.
    private var stack: [Square]

    init(columns: Range<Int>, rows: Range<Int>) {
        self.columns = columns
        self.rows = rows
        var side = 1
        while side < max(columns.upperBound, rows.upperBound) { side *= 2 }
        stack = [Square(column: 0, row: 0, side: side)]
    }

    mutating func next() -> (column: Int, row: Int)? {
        while let square = stack.popLast() {
            guard columns.overlaps(square.column..<square.column + square.side),
                rows.overlaps(square.row..<square.row + square.side)
            else { continue }
            guard square.side > 1 else { return (square.column, square.row) }
            let half = square.side / 2
            for (x, y) in [(half, half), (0, half), (half, 0), (0, 0)] {
                stack.append(Square(column: square.column + x, row: square.row + y, side: half))
            }
        }
        return nil
    }
}
