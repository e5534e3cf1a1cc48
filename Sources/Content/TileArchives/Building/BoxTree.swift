import TileContent
import TileGeometry
import TileGraphics
import TileSupport

/// The tiles of a box build that wait for the tiles under them: each tile that comes in is written and halved into its
/// quarter of the tile above, which follows when its last quarter has come.
///
/// Works in any order of tiles. In rows or along a Z-curve only those above the front are held: at most two rows of
/// each level, or three tiles of each.
///
/// Safe from any thread; a quarter is drawn outside the lock, because no two tiles share one.
final class BoxTree: Sendable {
    private struct Pending {
        var bitmap: Bitmap
        /// Tiles under this one that have not come.
        var missing: Int
    }

    private let plan: BuildPlan
    private let writer: TileWriter
    private let pending = Lock<[TileCoordinate: Pending]>([:])
    private let shallowest: Int
    private let deepest: Int

    /// For bitmaps of tiles; given back as tiles are written.
    let pool = BitmapPool(limit: 32 << 20)

    init(plan: BuildPlan, writer: TileWriter) {
        self.plan = plan
        self.writer = writer
        shallowest = plan.levels[0].level
        deepest = plan.pyramid.maxLevel
    }

    /// Takes a tile, cropped to the content, of a level of `pyramid`, which may reach deeper than the plan: such tiles
    /// are not written.
    func add(_ image: TileImage, _ tile: TileCoordinate, of pyramid: TilePyramid, by encoder: TileEncoder) throws {
        var image = image
        var tile = tile
        while true {
            let above = tile.level > shallowest ? halve(image, tile, of: pyramid) : nil
            if tile.level <= deepest { try writer.write(image, tile, by: encoder) }
            guard let above else { return }
            image = .bitmap(above.bitmap)
            tile = above.tile
        }
    }

    /// Draws a tile into the one above; that one, when it is complete.
    private func halve(
        _ image: TileImage, _ tile: TileCoordinate, of pyramid: TilePyramid
    ) -> (bitmap: Bitmap, tile: TileCoordinate)? {
        let side = pyramid.tileSize
        // Below level 0, where all is one tile, the tile above is just the smaller.
        let isOneTile = tile.level <= 0
        let aboveTile =
            isOneTile
            ? TileCoordinate(level: tile.level - 1, column: 0, row: 0)
            : TileCoordinate(level: tile.level - 1, column: tile.column / 2, row: tile.row / 2)
        let bitmap = pending.withLock { pending -> Bitmap in
            if let known = pending[aboveTile] { return known.bitmap }
            let area = pyramid.area(of: aboveTile, cropped: true)
            let made = pool.uninitializedBitmap(width: area.width, height: area.height)
            let columns = min(2, pyramid.columns(ofLevel: tile.level) - aboveTile.column * 2)
            let rows = min(2, pyramid.rows(ofLevel: tile.level) - aboveTile.row * 2)
            pending[aboveTile] = Pending(bitmap: made, missing: isOneTile ? 1 : columns * rows)
            return made
        }
        let x = isOneTile ? 0 : tile.column % 2 * side / 2
        let y = isOneTile ? 0 : tile.row % 2 * side / 2
        switch image {
        case .solid(let color, let width, let height):
            bitmap.draw(
                .solid(color, width: BoxShrink.half(width), height: BoxShrink.half(height)), x: x, y: y)
        case .bitmap(let source):
            BoxShrink.shrink(source, into: bitmap, x: x, y: y)
        }
        let isComplete = pending.withLock { pending -> Bool in
            pending[aboveTile]!.missing -= 1
            guard pending[aboveTile]!.missing == 0 else { return false }
            pending[aboveTile] = nil
            return true
        }
        return isComplete ? (bitmap, aboveTile) : nil
    }
}
