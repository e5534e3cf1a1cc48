import TileGeometry
import TileGraphics
import TileSupport

/// The work of drawing each level from the content. A piece of work is a metatile.
///
/// The shallowest levels come first, because their tiles show the most content and take the longest; with only short
/// pieces left at the end, the threads finish at about the same time. Within a level, metatiles follow a Z-curve, so
/// that adjacent tiles of an archive are near each other in the log.
final class PictureWork: BuildWork {
    private struct State {
        /// The index in `blocks` of the next piece.
        var index = 0
        var places: ZOrder
    }

    private let blocks: [ShardPlan.Block]
    private let levels: [BuildPlan.Level]
    private let raster: MetatileRaster
    private let writer: TileWriter
    private let isCropped: Bool
    private let state: Lock<State>

    /// - Parameter blocks: The blocks of the raster's plan to make; a shard may have none.
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

    /// Returns the next metatile with a tile to make.
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
