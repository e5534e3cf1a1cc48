import TileGeometry
import TileGraphics
import TileSupport

/// The deepest level drawn from the content, the others halved from it. A piece of work is a metatile of the deepest
/// level; they come along a Z-curve, so that few tiles wait for their neighbours.
final class BoxWork: BuildWork {
    private let level: BuildPlan.Level
    private let pyramid: TilePyramid
    private let raster: MetatileRaster
    private let tree: BoxTree
    private let places: Lock<ZOrder>

    init(plan: BuildPlan, raster: MetatileRaster, tree: BoxTree) {
        level = plan.levels[plan.levels.count - 1]
        pyramid = plan.pyramid
        self.raster = raster
        self.tree = tree
        let grid = raster.grid(of: level)
        places = Lock(ZOrder(columns: grid.columns, rows: grid.rows))
    }

    func step(_ encoder: TileEncoder) throws -> BuildStep {
        guard let place = places.withLock({ $0.next() }) else { return .finished }
        try raster.draw(level, column: place.column, row: place.row, cropped: true) { image, tile in
            try tree.add(image, tile, of: pyramid, by: encoder)
        }
        return .done
    }
}

/// The cells of a grid along a Z-curve: the four quarters of each square one after the other.
///
/// Each step takes time logarithmic in the grid at most, and constant on average.
struct ZOrder: IteratorProtocol, Sendable {
    private struct Square {
        var column: Int
        var row: Int
        var side: Int
    }

    private let columns: Int
    private let rows: Int
    /// Squares still to be visited, the next one last.
    private var stack: [Square]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        var side = 1
        while side < max(columns, rows) { side *= 2 }
        stack = [Square(column: 0, row: 0, side: side)]
    }

    mutating func next() -> (column: Int, row: Int)? {
        while let square = stack.popLast() {
            guard square.column < columns && square.row < rows else { continue }
            guard square.side > 1 else { return (square.column, square.row) }
            let half = square.side / 2
            for (x, y) in [(half, half), (0, half), (half, 0), (0, 0)] {
                stack.append(Square(column: square.column + x, row: square.row + y, side: half))
            }
        }
        return nil
    }
}
