import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// Encodes finished tiles and writes them to the build's log.
struct TileWriter: Sendable {
    let log: BuildLog
    private let shards: ShardPlan?
    private let shard: Shard?
    let plan: BuildPlan
    let format: TileFormat
    let counters: BuildCounters
    /// The archive's number of the pyramid's level 0.
    private let levelOffset: Int
    private let cropsTiles: Bool
    /// The pool for tiles padded to squares.
    private let pool = BitmapPool(limit: 4 << 20)

    init(
        log: BuildLog, plan: BuildPlan, shards: ShardPlan? = nil, shard: Shard? = nil, format: TileFormat,
        counters: BuildCounters
    ) {
        self.log = log
        self.shards = shards
        self.shard = shard
        self.plan = plan
        self.format = format
        self.counters = counters
        levelOffset = plan.layout.number(ofLevel: 0, in: plan.pyramid)
        cropsTiles = plan.layout.cropsTiles
    }

    /// Returns the tile's number in the archive; nil if the archive does not contain it, or an earlier build has made
    /// it.
    ///
    /// - Parameter tile: The tile, with the level as the pyramid counts.
    func number(of tile: TileCoordinate) -> UInt64? {
        guard let level = plan.level(number: tile.level + levelOffset), level.part.columns.contains(tile.column),
            level.part.rows.contains(tile.row)
        else { return nil }
        if let shards, let shard {
            let index = level.number - plan.levels[0].number
            guard shards.shard(index: index, column: tile.column, row: tile.row) == shard.number - 1 else { return nil }
        }
        guard let number = PMTilesTile(level: level.number, column: tile.column, row: tile.row).number else {
            preconditionFailure("a tile outside of its level")
        }
        return log.had(number) ? nil : number
    }

    /// Encodes and writes a tile. Tiles that need not be made are ignored.
    ///
    /// - Parameters:
    ///   - image: The tile, which may be cropped to the content. It is padded to a square if the layout requires it.
    ///   - tile: The coordinates, with the level as the pyramid counts.
    func write(_ image: TileImage, _ tile: TileCoordinate, by encoder: TileEncoder) throws {
        guard let number = number(of: tile) else { return }
        let image = simplified(fitted(image, tile))
        let file = try counters.clock.measure(.encode) { () throws(CodecFailure) in
            try encoder.encode(image, as: format)
        }
        var solid: SolidTile?
        if case .solid(let color, let width, let height) = image {
            solid = SolidTile(color: color, width: width, height: height)
        }
        let isNew = try counters.clock.measure(.write) {
            try log.add(file.bytes, number: number, solid: solid)
        }
        counters.add(
            bytes: file.bytes.count, isSolid: solid != nil, isRepeated: !isNew,
            level: tile.level + levelOffset)
    }

    /// Converts a bitmap of one color to that color, which the encoder has cached. For most other bitmaps this examines
    /// only a pixel.
    private func simplified(_ image: TileImage) -> TileImage {
        guard case .bitmap(let bitmap) = image, let color = bitmap.solidColor else { return image }
        return .solid(color, width: bitmap.width, height: bitmap.height)
    }

    /// Returns the image with edges as required by the layout and the format.
    private func fitted(_ image: TileImage, _ tile: TileCoordinate) -> TileImage {
        guard case .jpeg = format else { return cropsTiles ? image : squared(image) }
        let area = plan.pyramid.area(of: tile, cropped: cropsTiles)
        return image.continuingEdges(of: plan.pyramid.contentSize, in: area, pool: pool)
    }

    private func squared(_ image: TileImage) -> TileImage {
        let side = plan.pyramid.tileSize
        guard image.width < side || image.height < side else { return image }
        if case .solid(.clear, _, _) = image { return .solid(.clear, width: side, height: side) }
        let square = pool.clearBitmap(width: side, height: side)
        square.draw(image, x: 0, y: 0)
        return .bitmap(square)
    }
}

extension Bitmap {
    /// Replaces the pixels starting at (`x`, `y`) with `image`, which must fit.
    func draw(_ image: TileImage, x: Int, y: Int) {
        precondition(
            x >= 0 && y >= 0 && x + image.width <= width && y + image.height <= height, "an image beyond the bitmap")
        for row in 0..<image.height {
            let target = self.row(y + row).baseAddress! + x
            switch image {
            case .solid(let color, let width, _): target.update(repeating: color.argb, count: width)
            case .bitmap(let bitmap): target.update(from: bitmap.row(row).baseAddress!, count: bitmap.width)
            }
        }
    }
}
