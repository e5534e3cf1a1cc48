public import TileGeometry

/// What one tiled surface wants at one moment: a value, made anew each frame from what its viewport does.
public struct TileDemand: Hashable, Sendable {
    public var content: ContentID
    public var pyramid: TilePyramid
    /// What is on the screen, in units of content.
    public var viewport: Box
    /// How fast the viewport moves over the content, in units of content per second.
    public var velocityX = 0.0
    public var velocityY = 0.0
    /// The levels that are wanted, within the pyramid's; distances are measured in pixels of the first.
    public var levels: [Int]
    /// Device pixels per point of the screen, 1 or 2; tiles are magnified by it.
    public var magnification = 1
    public var quality = RasterContext.Quality.full
    public var output = TileKey.Output.pixels

    public init(content: ContentID, pyramid: TilePyramid, viewport: Box, levels: [Int]) {
        precondition(
            levels.allSatisfy { (0...pyramid.maxLevel).contains($0) }, "levels \(levels) of 0...\(pyramid.maxLevel)")
        self.content = content
        self.pyramid = pyramid
        self.viewport = viewport
        self.levels = levels
    }

    /// A tile that is wanted, and how soon.
    public struct Item: Hashable, Sendable {
        public var key: TileKey
        public var priority: TilePriority
    }

    /// Where a demand reaches at one level, in pixels of that level; each box holds the one before.
    struct Coverage: Hashable {
        var visible: Box
        var soon: Box
        var eventually: Box
    }

    /// The tiles wanted, the most urgent first: visible ones, then those in the skewport and the soon border, then the
    /// eventually border; in each, outwards from the viewport's centre.
    ///
    /// Takes n log n for n tiles.
    public func items(under policy: EnginePolicy = EnginePolicy()) -> [Item] {
        guard let first = levels.first, !viewport.isEmpty, viewport.isFinite else { return [] }
        let unit = pyramid.scale(ofLevel: first)
        var items: [Item] = []
        for level in levels {
            let scale = pyramid.scale(ofLevel: level)
            let coverage = coverage(atScale: scale, under: policy)
            let side = Double(pyramid.tileSize)
            let reach = coverage.eventually
            let columns = Self.cells(reach.minX...reach.maxX, side, pyramid.columns(ofLevel: level))
            let rows = Self.cells(reach.minY...reach.maxY, side, pyramid.rows(ofLevel: level))
            items.reserveCapacity(items.count + columns.count * rows.count)
            for row in rows {
                for column in columns {
                    let box = Box(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
                    let dx = (box.midX - coverage.visible.midX) * unit / scale
                    let dy = (box.midY - coverage.visible.midY) * unit / scale
                    let tile = TileCoordinate(level: level, column: column, row: row)
                    let bin = coverage.bin(of: box)
                    // A draft of what is not coming up would be drawn again before anyone saw it.
                    if bin == .eventually && quality == .draft { continue }
                    let priority = TilePriority(
                        bin, isDraft: quality == .draft, squaredDistance: dx * dx + dy * dy)
                    let key = TileKey(content, tile, magnification: magnification, quality: quality, as: output)
                    items.append(Item(key: key, priority: priority))
                }
            }
        }
        // Sort is stable: tiles at one distance come level by level and row by row, the same each time.
        items.sort { $0.priority < $1.priority }
        return items
    }

    func coverage(atScale scale: Double, under policy: EnginePolicy) -> Coverage {
        let visible = Box(
            minX: viewport.minX * scale, minY: viewport.minY * scale,
            maxX: viewport.maxX * scale, maxY: viewport.maxY * scale)
        func reach(_ velocity: Double) -> Double {
            let distance = velocity.isFinite ? velocity * scale * policy.skewportTime : 0
            return min(max(distance, -policy.skewportLimit), policy.skewportLimit)
        }
        let (aheadX, aheadY) = (reach(velocityX), reach(velocityY))
        let ahead = Box(
            minX: visible.minX + aheadX, minY: visible.minY + aheadY,
            maxX: visible.maxX + aheadX, maxY: visible.maxY + aheadY)
        let longer = max(visible.width, visible.height)
        let border = min(policy.soonBorder * Double(magnification), policy.soonBorderShare * longer)
        let soon = visible.union(ahead).union(visible.expanded(by: border))
        let eventually = soon.union(visible.expanded(by: policy.eventuallyBorder))
        assert(soon.contains(visible) && eventually.contains(soon))
        return Coverage(visible: visible, soon: soon, eventually: eventually)
    }

    /// The cells of a row of `count` cells of length `side` that share more than an edge with `range`.
    static func cells(_ range: ClosedRange<Double>, _ side: Double, _ count: Int) -> Range<Int> {
        let last = Double(count)
        let lower = min(max((range.lowerBound / side).rounded(.down), 0), last)
        let upper = min(max((range.upperBound / side).rounded(.up), lower), last)
        return Int(lower)..<Int(upper)
    }
}

extension TileDemand.Coverage {
    /// The most urgent bin whose box shares more than an edge with the tile's.
    func bin(of tile: Box) -> TilePriority.Bin {
        func overlaps(_ box: Box) -> Bool {
            tile.minX < box.maxX && box.minX < tile.maxX && tile.minY < box.maxY && box.minY < tile.maxY
        }
        return overlaps(visible) ? .visible : overlaps(soon) ? .soon : .eventually
    }
}
