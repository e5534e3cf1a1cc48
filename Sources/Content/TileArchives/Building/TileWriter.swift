import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// Encodes finished tiles and writes them into the build's log.
struct TileWriter: Sendable {
    let log: BuildLog
    private let shards: ShardPlan?
    private let shard: Shard?
    let plan: BuildPlan
    let format: TileFormat
    let counters: BuildCounters
    /// What the archive calls the pyramid's level 0.
    private let levelOffset: Int
    private let cropsTiles: Bool
    /// Memory for squares that are padded.
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

    /// The tile's number in the archive, when it is to be made: nil for one that the archive shall not have, and for
    /// one that an earlier build has made.
    ///
    /// - Parameter tile: counts levels as the pyramid does.
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

    /// Takes no tile that is not to be made.
    ///
    /// - Parameters:
    ///   - image: may end where the content does; it is padded to a square where the layout wants one.
    ///   - tile: counts levels as the pyramid does.
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

    /// A bitmap of one color as that color, whose file the encoder has ready. Looks at one pixel for most others.
    private func simplified(_ image: TileImage) -> TileImage {
        guard case .bitmap(let bitmap) = image, let color = bitmap.solidColor else { return image }
        return .solid(color, width: bitmap.width, height: bitmap.height)
    }

    /// The image as the layout and the format want it at the content's edges.
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
    /// Replaces the pixels from (`x`, `y`) on by `image`, which must fit.
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
