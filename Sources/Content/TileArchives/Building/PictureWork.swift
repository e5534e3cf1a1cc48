import TileGeometry
import TileGraphics
import TileSupport

/// Each level drawn from the content. A piece of work is a metatile.
///
/// The shallowest levels come first: their tiles hold the most and take the longest, and the build ends sooner when the
/// short pieces are those that are left at the end. In a level they come along a Z-curve, so that what lies together in
/// the log lies together in an archive.
final class PictureWork: BuildWork {
    private struct State {
        /// Of `blocks`; the next piece is of this one.
        var index = 0
        var places: ZOrder
    }

    private let blocks: [ShardPlan.Block]
    private let levels: [BuildPlan.Level]
    private let raster: MetatileRaster
    private let writer: TileWriter
    private let isCropped: Bool
    private let state: Lock<State>

    /// - Parameter blocks: What is to be made of the raster's plan; a shard may have none.
    init(_ blocks: [ShardPlan.Block], raster: MetatileRaster, writer: TileWriter) {
        self.blocks = blocks
        self.raster = raster
        self.writer = writer
        levels = raster.plan.levels
        isCropped = raster.plan.layout.cropsTiles
        state = Lock(
            State(places: blocks.first.map { raster.places(of: $0.part) } ?? ZOrder(columns: 0..<0, rows: 0..<0)))
    }

    func step(_ encoder: TileEncoder) throws -> BuildStep {
        guard let (level, column, row) = nextPiece() else { return .finished }
        let start = ProcessorClock.nanosecondsOfThread
        var count = 0
        try raster.draw(level, column: column, row: row, cropped: isCropped) { image, tile in
            try writer.write(image, tile, by: encoder)
            count += 1
        }
        let cost = ProcessorClock.nanosecondsOfThread &- start
        writer.counters.estimate.add(count, level: level.number, cost: cost)
        return .done
    }

    /// The next piece that has a tile to be made.
    private func nextPiece() -> (BuildPlan.Level, column: Int, row: Int)? {
        state.withLock { state in
            while true {
                guard let place = state.places.next() else {
                    guard state.index + 1 < blocks.count else { return nil }
                    state.index += 1
                    state.places = raster.places(of: blocks[state.index].part)
                    continue
                }
                let level = levels[blocks[state.index].index]
                let hasTile = raster.tiles(level, column: place.column, row: place.row).contains {
                    writer.number(of: $0) != nil
                }
                if hasTile { return (level, place.column, place.row) }
            }
        }
    }
}
