import Synchronization
import TileGeometry
import TileGraphics

/// Each level drawn from the content. A piece of work is a metatile.
///
/// The shallowest levels come first: their tiles hold the most and take the longest, and the build ends sooner when the
/// short pieces are those that are left at the end.
final class PictureWork: BuildWork {
    private struct Part {
        var level: BuildPlan.Level
        var columns: Int
        /// Pieces of this level and those before it.
        var end: Int
    }

    private let parts: [Part]
    private let next = Atomic(0)
    private let raster: MetatileRaster
    private let writer: TileWriter
    private let isCropped: Bool

    init(plan: BuildPlan, raster: MetatileRaster, writer: TileWriter) {
        self.raster = raster
        self.writer = writer
        isCropped = plan.layout.cropsTiles
        var end = 0
        parts = plan.levels.map { level in
            let grid = raster.grid(of: level)
            end += grid.columns * grid.rows
            return Part(level: level, columns: grid.columns, end: end)
        }
    }

    func step(_ encoder: TileEncoder) throws -> BuildStep {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard let index = parts.firstIndex(where: { number < $0.end }) else { return .finished }
        let part = parts[index]
        let offset = number - (index > 0 ? parts[index - 1].end : 0)
        try raster.draw(
            part.level, column: offset % part.columns, row: offset / part.columns, cropped: isCropped
        ) { image, tile in
            try writer.write(image, tile, by: encoder)
        }
        return .done
    }
}
