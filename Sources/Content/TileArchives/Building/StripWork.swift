import TileContent
import TileGeometry
import TileGraphics
import TileSupport

/// The work of reading an image once from top to bottom, a row of tiles at a time, and shrinking it for all levels
/// above. A piece of work is a tile, or reading the next row, which one thread does while the others encode the
/// previous row.
final class StripWork: BuildWork {
    // @unchecked Sendable: the reader is used only by the thread that has set `isReading`, until it is cleared under
    // the lock.
    private struct Reading: @unchecked Sendable {
        var reader: StripReader
    }

    private struct State {
        var isReading = false
        var nextRow = 0
        /// Tiles that were read and wait for a thread; the next one is last.
        var waiting: [(bitmap: Bitmap, tile: TileCoordinate)] = []
    }

    private enum Piece {
        case tile(Bitmap, TileCoordinate)
        case read(row: Int)
        case wait
        case finished
    }

    private let reading: Reading
    private let pyramid: TilePyramid
    private let tree: BoxTree
    private let rows: Int
    private let clock: BuildStageClock
    private let state = Lock(State())

    /// The number of waiting tiles below which the next row is read: enough to keep a few threads busy during the read,
    /// with little memory compared to a row.
    private static let lowWater = 8

    /// - Parameter pyramid: A pyramid with the image at full size as its deepest level.
    init(reader: StripReader, pyramid: TilePyramid, tree: BoxTree, clock: BuildStageClock) {
        self.clock = clock
        reading = Reading(reader: reader)
        self.pyramid = pyramid
        self.tree = tree
        rows = pyramid.rows(ofLevel: pyramid.maxLevel)
    }

    /// Returns the pyramid of the image's own pixels if its levels include the plan's; nil if halving does not reach
    /// the plan's scale.
    static func pyramid(of image: any StripSource, for plan: BuildPlan) -> TilePyramid? {
        guard
            let full = try? TilePyramid(contentSize: image.contentSize, tileSize: plan.pyramid.tileSize),
            plan.pyramid.maxLevel <= full.maxLevel,
            full.scale(ofLevel: plan.pyramid.maxLevel) == plan.pyramid.deepestScale
        else { return nil }
        return full
    }

    func step(_ encoder: TileEncoder) throws -> BuildStep {
        let piece = state.withLock { state -> Piece in
            if !state.isReading && state.nextRow < rows && state.waiting.count < Self.lowWater {
                state.isReading = true
                return .read(row: state.nextRow)
            }
            if let next = state.waiting.popLast() { return .tile(next.bitmap, next.tile) }
            return state.nextRow < rows ? .wait : .finished
        }
        switch piece {
        case .wait: return .wait
        case .finished: return .finished
        case .read(let row): try read(row)
        case .tile(let bitmap, let tile): try tree.add(.bitmap(bitmap), tile, of: pyramid, by: encoder)
        }
        return .done
    }

    private func read(_ row: Int) throws {
        let tiles = (0..<pyramid.columns(ofLevel: pyramid.maxLevel)).map { column in
            let tile = TileCoordinate(level: pyramid.maxLevel, column: column, row: row)
            let area = pyramid.area(of: tile, cropped: true)
            return (bitmap: tree.pool.uninitializedBitmap(width: area.width, height: area.height), tile: tile)
        }
        try clock.measure(.raster) {
            try reading.reader.read(rowCount: tiles[0].bitmap.height, into: tiles.map(\.bitmap))
        }
        state.withLock { state in
            // The next tile is taken from the end. Older tiles go first, because their parents are waiting.
            state.waiting.insert(contentsOf: tiles.reversed(), at: 0)
            state.nextRow += 1
            state.isReading = false
        }
    }
}
