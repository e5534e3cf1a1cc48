public import TileGeometry

/// The tiles that one surface wants at one moment: a value computed each frame from the viewport.
///
/// Bins, from the most urgent down:
/// - *visible*: the tiles in the viewport, and the overview (`EnginePolicy.overviewTiles`).
/// - *soon*: the tiles about to become visible. With a known landing these are the sweep towards it and the landing
///   itself, without a border, which would have passed before it is seen. Otherwise they are the *skewport*, which is
///   the sweep along the velocity, and, unless the viewport is fast, the soon border.
/// - *eventually*: a wide border, once the viewport is at rest.
///
/// The sweep is exact: the tiles that a rect moved along a line touches, not the box around them.
public struct TileDemand: Hashable, Sendable {
    public var content: ContentID
    public var pyramid: TilePyramid
    public var viewport: Viewport
    /// The level to show.
    public var level: Int
    /// The quality for visible tiles and those swept over. Landings and overviews are always drawn in full.
    public var quality: RasterContext.Quality
    /// Whether the viewport is at rest, so that the border may be drawn.
    public var isResting: Bool
    /// Whether only visible tiles may be requested because memory is short.
    public var isVisibleOnly = false
    /// Device pixels per point of the screen, 1 or 2; tiles are larger by this factor.
    public var magnification = 1
    public var output = TileKey.Output.pixels
    /// The levels that may be drawn; nil for all.
    public var levels: ClosedRange<Int>?

    public init(content: ContentID, pyramid: TilePyramid, viewport: Viewport, focus: ViewportTrack.Focus) {
        precondition((0...pyramid.maxLevel).contains(focus.level), "level \(focus.level) of 0...\(pyramid.maxLevel)")
        self.content = content
        self.pyramid = pyramid
        self.viewport = viewport
        level = focus.level
        quality = focus.quality
        isResting = focus.isResting
    }

    /// A wanted tile and its priority.
    public struct Item: Hashable, Sendable {
        /// The tile's key, including its quality.
        public var key: TileKey
        public var priority: TilePriority

        /// Whether the tile is wanted for the overview.
        var isOverview: Bool { priority.squaredDistance == .infinity }
    }

    /// The wanted tiles, the most urgent first: by bin, drafts before full tiles, then outwards from the viewport's
    /// center. A tile of a landing that is also wanted as a draft appears twice.
    ///
    /// - Complexity: O(n log n) for n tiles.
    public func items(under policy: EnginePolicy = EnginePolicy()) -> [Item] {
        var items: [Item] = []
        gather(into: &items, under: policy)
        arrange(&items, under: policy)
        return items + border(under: policy)
    }

    /// Collects the visible and soon tiles in a deterministic, unsorted order; `arrange` sorts them. Reuses the array,
    /// and allocates nothing once it is large enough.
    func gather(into items: inout [Item], under policy: EnginePolicy) {
        items.removeAll(keepingCapacity: true)
        let coverage = coverage(under: policy)
        if coverage.visible.width <= 0 || coverage.visible.height <= 0 { return }
        addSurroundings(coverage, to: &items)
        if let landing = viewport.landing, !isVisibleOnly {
            addLanding(landing, coverage: coverage, policy: policy, to: &items)
        }
        addOverview(policy, to: &items)
    }

    /// Sorts by urgency and drops prefetched tiles beyond what the cache would keep, so that no tile is drawn only to
    /// be refused. All visible tiles stay, because each needs a look; `EnginePolicy.visibleTiles` gives how many can be
    /// kept.
    func arrange(_ items: inout [Item], under policy: EnginePolicy) {
        // The sort is stable: tiles at equal distances stay in row order, the same each time.
        items.sort { $0.priority < $1.priority }
        let visible = items.firstIndex { $0.priority.bin != .visible } ?? items.count
        keepToBudget(policy, visible: visible, &items)
    }

    /// Returns the wide border of a viewport at rest, outwards; empty while it moves. Tiles that would not fit into the
    /// cache beside the rest are left out.
    func border(under policy: EnginePolicy) -> [Item] {
        let coverage = coverage(under: policy)
        guard isResting, !isVisibleOnly, coverage.visible.width > 0, coverage.visible.height > 0 else { return [] }
        var items: [Item] = []
        var near = 0
        forEachCell(of: coverage.eventually.union(coverage.near)) { column, row, box in
            guard let bin = coverage.bin(of: box) else { return }
            if bin == .eventually {
                items.append(
                    item(
                        column: column, row: row,
                        priority: TilePriority(bin, squaredDistance: coverage.squaredDistance(to: box))))
            } else {
                near += 1
            }
        }
        items.sort { $0.priority < $1.priority }
        keepToBudget(policy, visible: 0, beside: near, &items)
        return items
    }

    /// A hash of the keys and bins of gathered items.
    static func fingerprint(of items: [Item]) -> Int {
        var hasher = Hasher()
        for item in items {
            hasher.combine(item.key)
            hasher.combine(item.priority.bin)
        }
        return hasher.finalize()
    }

    private func forEachCell(of reach: Box, _ body: (_ column: Int, _ row: Int, Box) -> Void) {
        let side = Double(pyramid.tileSize)
        let columns = Self.cells(from: reach.minX, to: reach.maxX, side: side, count: pyramid.columns(ofLevel: level))
        for row in Self.cells(from: reach.minY, to: reach.maxY, side: side, count: pyramid.rows(ofLevel: level)) {
            for column in columns {
                body(column, row, Box(x: Double(column) * side, y: Double(row) * side, width: side, height: side))
            }
        }
    }

    private func addSurroundings(_ coverage: Coverage, to items: inout [Item]) {
        let isDraft = quality == .draft
        // The landing is drawn in full immediately; a draft is drawn only if that is not ready in time.
        let landing = isDraft && !isVisibleOnly ? viewport.landing.flatMap { landingBox($0) } : nil
        forEachCell(of: coverage.near) { column, row, box in
            guard let bin = coverage.nearBin(of: box) else { return }
            if bin != .visible, let landing, box.overlaps(landing) { return }
            let distance = coverage.squaredDistance(to: box)
            items.append(
                item(column: column, row: row, priority: TilePriority(bin, isDraft: isDraft, squaredDistance: distance))
            )
        }
    }

    private func item(column: Int, row: Int, priority: TilePriority) -> Item {
        Item(key: key(level: level, column: column, row: row, quality: quality), priority: priority)
    }

    private func addLanding(_ landing: Box, coverage: Coverage, policy: EnginePolicy, to items: inout [Item]) {
        var landingLevel = level
        if landingBox(landing) == nil {
            let zoom = landing.width > 0 ? viewport.visible.width / landing.width : 1
            let scale = min(max(viewport.scale * zoom, Viewport.scales.lowerBound), Viewport.scales.upperBound)
            landingLevel = pyramid.level(for: scale, magnification: magnification, under: policy)
            landingLevel = pyramid.clamped(landingLevel, to: levels)
        }
        guard pyramid.cellCount(of: landing, atLevel: landingLevel) <= Double(policy.visibleTileLimit) else { return }
        let scale = pyramid.scale(ofLevel: landingLevel)
        let unit = pyramid.scale(ofLevel: level) / scale
        let side = Double(pyramid.tileSize)
        let columns = Self.cells(
            from: landing.minX * scale, to: landing.maxX * scale, side: side,
            count: pyramid.columns(ofLevel: landingLevel))
        let rows = Self.cells(
            from: landing.minY * scale, to: landing.maxY * scale, side: side, count: pyramid.rows(ofLevel: landingLevel)
        )
        for row in rows {
            for column in columns {
                let box = Box(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
                // The tile is already in the list.
                if landingLevel == level && quality == .full && coverage.nearBin(of: box) != nil { continue }
                let dx = box.midX * unit - coverage.visible.midX
                let dy = box.midY * unit - coverage.visible.midY
                let priority = TilePriority(.soon, squaredDistance: dx * dx + dy * dy)
                items.append(
                    Item(key: key(level: landingLevel, column: column, row: row, quality: .full), priority: priority))
            }
        }
    }

    /// Returns the landing in pixels of the level; nil if its size differs from the visible rect, as at the end of a
    /// zoom.
    private func landingBox(_ landing: Box) -> Box? {
        let visible = viewport.visible
        guard abs(landing.width - visible.width) <= 1e-6 * visible.width,
            abs(landing.height - visible.height) <= 1e-6 * visible.height
        else { return nil }
        let scale = pyramid.scale(ofLevel: level)
        return Box(
            minX: landing.minX * scale, minY: landing.minY * scale, maxX: landing.maxX * scale,
            maxY: landing.maxY * scale)
    }

    private func addOverview(_ policy: EnginePolicy, to items: inout [Item]) {
        var overview = -1
        while overview + 1 < level && pyramid.tileCount(ofLevel: overview + 1) <= policy.overviewTiles { overview += 1 }
        guard overview >= 0, levels?.contains(overview) ?? true else { return }
        for row in 0..<pyramid.rows(ofLevel: overview) {
            for column in 0..<pyramid.columns(ofLevel: overview) {
                // Visible, because the overview substitutes for visible tiles; sorted after them.
                let priority = TilePriority(.visible, squaredDistance: .infinity)
                items.append(
                    Item(key: key(level: overview, column: column, row: row, quality: .full), priority: priority))
            }
        }
    }

    /// Drops tiles that are not visible and exceed the cache's soft limit.
    private func keepToBudget(_ policy: EnginePolicy, visible: Int, beside others: Int = 0, _ items: inout [Item]) {
        // The size of encoded files is unknown.
        guard output == .pixels else { return }
        let affordable = max(visible, policy.cacheSoftLimit / Self.cost(of: pyramid, magnification) - others)
        if items.count > affordable { items.removeLast(items.count - affordable) }
    }

    /// The maximum bytes of a tile of pixels.
    fileprivate static func cost(of pyramid: TilePyramid, _ magnification: Int) -> Int {
        let side = pyramid.tileSize * magnification
        return side * side * 4 + CachedTile.overhead
    }

    private func key(level: Int, column: Int, row: Int, quality: RasterContext.Quality) -> TileKey {
        TileKey(
            content, TileCoordinate(level: level, column: column, row: row), magnification: magnification,
            quality: quality, as: output)
    }

    /// Returns the range of cells, in a row of `count` cells of length `side`, that overlap the interval between two
    /// bounds by more than an edge.
    static func cells(from lowerBound: Double, to upperBound: Double, side: Double, count: Int) -> Range<Int> {
        let last = Double(count)
        let lower = min(max((lowerBound / side).rounded(.down), 0), last)
        let upper = min(max((upperBound / side).rounded(.up), lower), last)
        return Int(lower)..<Int(upper)
    }
}

extension TilePyramid {
    /// Returns the level closest to `level` within `levels` and the pyramid; `level` itself if `levels` is nil.
    func clamped(_ level: Int, to levels: ClosedRange<Int>?) -> Int {
        guard let levels = levels?.clamped(to: 0...maxLevel) else { return level }
        return min(max(level, levels.lowerBound), levels.upperBound)
    }
}

extension EnginePolicy {
    /// The number of visible tiles that the cache can keep; at least one.
    func visibleTiles(of pyramid: TilePyramid, _ magnification: Int) -> Int {
        max(cacheHardLimit / TileDemand.cost(of: pyramid, magnification), 1)
    }
}
