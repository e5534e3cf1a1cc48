import TileEngine
import TileGeometry
import TileGraphics

/// Draws several adjacent tiles in one raster call and cuts them apart, so that content that spans many tiles is drawn
/// once.
struct MetatileRaster: Sendable {
    let source: any TileSource
    let plan: BuildPlan
    /// The number of tiles on a side.
    let metatile: Int
    let context: RasterContext
    private let clock: BuildStageClock

    init(
        source: any TileSource, plan: BuildPlan, metatile: Int, clock: BuildStageClock,
        isCancelled: @escaping @Sendable () -> Bool, onMissingPart: @escaping @Sendable (MissingPart) -> Void
    ) {
        self.clock = clock
        self.source = source
        self.plan = plan
        self.metatile = metatile
        // A metatile of 8 × 8 tiles of 256 pixels takes 16 MB, and each thread draws one at a time.
        var context = RasterContext(pool: BitmapPool(limit: 32 << 20), isCancelled: isCancelled)
        context.onMissingPart = onMissingPart
        self.context = context
    }

    /// Returns the metatiles that intersect a part of a level, along a Z-curve.
    func places(of part: BuildPlan.Part) -> ZOrder {
        func metatiles(_ tiles: Range<Int>) -> Range<Int> {
            tiles.lowerBound / metatile..<(tiles.upperBound + metatile - 1) / metatile
        }
        return ZOrder(columns: metatiles(part.columns), rows: metatiles(part.rows))
    }

    /// Returns the tiles of a metatile.
    func tiles(_ level: BuildPlan.Level, column: Int, row: Int) -> some Sequence<TileCoordinate> {
        let columns = range(column, of: level.columns)
        return range(row, of: level.rows).lazy.flatMap { row in
            columns.lazy.map { TileCoordinate(level: level.level, column: $0, row: row) }
        }
    }

    private func range(_ place: Int, of count: Int) -> Range<Int> {
        place * metatile..<min((place + 1) * metatile, count)
    }

    /// Draws the tiles of a metatile and passes each to `body`, optionally cropped to the content.
    func draw(
        _ level: BuildPlan.Level, column: Int, row: Int, cropped: Bool,
        body: (TileImage, TileCoordinate) throws -> Void
    ) throws {
        let (columns, rows) = (range(column, of: level.columns), range(row, of: level.rows))
        let side = plan.pyramid.tileSize
        let origin = (x: columns.lowerBound * side, y: rows.lowerBound * side)
        let width = cropped ? min(columns.count * side, level.width - origin.x) : columns.count * side
        let height = cropped ? min(rows.count * side, level.height - origin.y) : rows.count * side
        let area = RasterArea(
            scale: plan.pyramid.scale(ofLevel: level.level), x: origin.x, y: origin.y, width: width, height: height)
        let image = try clock.measure(.raster) { try source.raster(area, in: context) }
        for row in rows {
            for column in columns {
                let x = column * side - origin.x
                let y = row * side - origin.y
                let part = cut(image, x: x, y: y, width: min(side, width - x), height: min(side, height - y))
                try body(part, TileCoordinate(level: level.level, column: column, row: row))
            }
        }
    }

    private func cut(_ image: TileImage, x: Int, y: Int, width: Int, height: Int) -> TileImage {
        switch image {
        case .solid(let color, _, _): return .solid(color, width: width, height: height)
        case .bitmap(let whole):
            if whole.width == width && whole.height == height { return image }
            if let color = whole.solidColor(x: x, y: y, width: width, height: height) {
                return .solid(color, width: width, height: height)
            }
            let part = context.pool.uninitializedBitmap(width: width, height: height)
            for row in 0..<height {
                part.row(row).baseAddress!.update(from: whole.row(y + row).baseAddress! + x, count: width)
            }
            return .bitmap(part)
        }
    }
}

extension Bitmap {
    /// Returns the color of a rectangle if it is uniform. Stops at the first row with another color.
    func solidColor(x: Int, y: Int, width: Int, height: Int) -> PixelColor? {
        let first = row(y)[x]
        for line in y..<(y + height) {
            let pixels = row(line).baseAddress! + x
            var difference: UInt32 = 0
            for index in 0..<width { difference |= pixels[index] ^ first }
            if difference != 0 { return nil }
        }
        return PixelColor(argb: first)
    }
}
