import TileContent
import TileGeometry
import TileGraphics
import TileSupport

/// The tiles of a box build that wait for their children. A tile that is added is written and shrunk into its quarter
/// of the parent. The parent follows when its last quarter is complete.
///
/// Tiles may be added in any order. In row order or along a Z-curve only parents at the front are pending: at most two
/// rows, or three tiles, at each level.
///
/// Thread-safe. Quarters are drawn outside the lock, because no two tiles share one.
final class BoxTree: Sendable {
    private struct Pending {
        var bitmap: Bitmap
        /// The number of children that are not added yet.
        var missing: Int
    }

    private let plan: BuildPlan
    private let writer: TileWriter
    private let pending = Lock<[TileCoordinate: Pending]>([:])
    private let shallowest: Int
    private let deepest: Int

    /// The pool for bitmaps of tiles, which return to it when they are written.
    let pool = BitmapPool(limit: 32 << 20)

    init(plan: BuildPlan, writer: TileWriter) {
        self.plan = plan
        self.writer = writer
        shallowest = plan.levels[0].level
        deepest = plan.pyramid.maxLevel
    }

    /// Adds a tile, cropped to the content. Its level in `pyramid` may be deeper than the plan's levels, in which case
    /// the tile is not written.
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

    /// Draws a tile into its parent, and returns the parent if that completes it.
    private func halve(
        _ image: TileImage, _ tile: TileCoordinate, of pyramid: TilePyramid
    ) -> (bitmap: Bitmap, tile: TileCoordinate)? {
        let side = pyramid.tileSize
        // Above level 0, which is a single tile, the parent is just the tile at half the size.
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
