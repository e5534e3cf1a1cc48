import TileGeometry
import TileGraphics
import TileSupport

/// The work of drawing the deepest level from the content and shrinking it for the others. A piece of work is a
/// metatile of the deepest level. Metatiles follow a Z-curve, so that few tiles wait for their neighbors.
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
        // Includes tiles outside the bounds, because their parents are needed.
        places = Lock(
            raster.places(of: BuildPlan.Part(columns: 0..<level.columns, rows: 0..<level.rows)))
    }

    func step(_ encoder: TileEncoder) throws -> BuildStep {
        guard let place = places.withLock({ $0.next() }) else { return .finished }
        try raster.draw(level, column: place.column, row: place.row, cropped: true) { image, tile in
            try tree.add(image, tile, of: pyramid, by: encoder)
        }
        return .done
    }
}
