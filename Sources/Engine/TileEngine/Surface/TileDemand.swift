public import TileGeometry

/// What one tiled surface wants at one moment: a value, made anew each frame from what its viewport does.
///
/// Bins, from the most urgent down:
/// - *visible*: what the viewport shows, and the overview (`EnginePolicy.overviewTiles`).
/// - *soon*: what it will show. When its landing is known, what it sweeps over on the way there and the landing itself;
///   no border then, which nobody would see before it has passed. Else the *skewport*, what it sweeps over at its
///   velocity, and, unless it is fast, the soon border.
/// - *eventually*: a wide border, once it rests.
///
/// The sweep is exact: the tiles that a rect moved along a line touches, not the box around them.
public struct TileDemand: Hashable, Sendable {
    public var content: ContentID
    public var pyramid: TilePyramid
    public var viewport: Viewport
    /// Which level to show.
    public var level: Int
    /// How well to draw what is on the screen or passes over it. A landing and an overview are always drawn in full.
    public var quality: RasterContext.Quality
    /// Whether the viewport stands, and all around it may be drawn.
    public var isResting: Bool
    /// Whether only what is visible may be drawn, because memory is short.
    public var isVisibleOnly = false
    /// Device pixels per point of the screen, 1 or 2; tiles are magnified by it.
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

    /// A tile that is wanted, and how soon.
    public struct Item: Hashable, Sendable {
        /// Names the quality too.
        public var key: TileKey
        public var priority: TilePriority
    }

    /// The tiles wanted, the most urgent first: bin by bin, in each drafts before full tiles, then outwards from the
    /// viewport's centre. A tile of a landing that a draft is wanted of is named twice.
    ///
    /// Takes n log n for n tiles.
    public func items(under policy: EnginePolicy = EnginePolicy()) -> [Item] {
        var items: [Item] = []
        gather(into: &items, under: policy)
        arrange(&items, under: policy)
        return items + border(under: policy)
    }

    /// The visible and the soon ones in no particular order, the same each time; `arrange` gives them theirs. Into an
    /// array that is used again and again: allocates nothing once that is large enough.
    func gather(into items: inout [Item], under policy: EnginePolicy) {
        items.removeAll(keepingCapacity: true)
        let coverage = coverage(under: policy)
        if coverage.visible.width <= 0 || coverage.visible.height <= 0 { return }
        addSurroundings(coverage, to: &items)
        if let landing = viewport.landing, !isVisibleOnly { addLanding(landing, coverage, policy, to: &items) }
        addOverview(policy, to: &items)
    }

    /// The most urgent first; no more ahead than the cache would keep, so that nothing is drawn only to be refused.
    /// What is visible is all named, because something is to be shown for it; `EnginePolicy.visibleTiles` says how much
    /// of it can be kept.
    func arrange(_ items: inout [Item], under policy: EnginePolicy) {
        // Sort is stable: tiles at one distance come row by row, the same each time.
        items.sort { $0.priority < $1.priority }
        let visible = items.firstIndex { $0.priority.bin != .visible } ?? items.count
        keepToBudget(policy, visible: visible, &items)
    }

    /// The wide border of a viewport at rest, outwards; nothing when it moves. What the cache would have no room for
    /// beside the rest is left out.
    func border(under policy: EnginePolicy) -> [Item] {
        let coverage = coverage(under: policy)
        guard isResting, !isVisibleOnly, coverage.visible.width > 0, coverage.visible.height > 0 else { return [] }
        var items: [Item] = []
        var near = 0
        forEachCell(of: coverage.eventually.union(coverage.near)) { column, row, box in
            guard let bin = coverage.bin(of: box) else { return }
            if bin == .eventually {
                items.append(item(column, row, TilePriority(bin, squaredDistance: coverage.squaredDistance(to: box))))
            } else {
                near += 1
            }
        }
        items.sort { $0.priority < $1.priority }
        keepToBudget(policy, visible: 0, beside: near, &items)
        return items
    }

    /// Of the places and bins of gathered items.
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
        let columns = Self.cells(reach.minX, reach.maxX, side, pyramid.columns(ofLevel: level))
        for row in Self.cells(reach.minY, reach.maxY, side, pyramid.rows(ofLevel: level)) {
            for column in columns {
                body(column, row, Box(x: Double(column) * side, y: Double(row) * side, width: side, height: side))
            }
        }
    }

    private func addSurroundings(_ coverage: Coverage, to items: inout [Item]) {
        let isDraft = quality == .draft
        // What the viewport comes to rest on is drawn in full at once, and as a draft only if it is not ready in time.
        let landing = isDraft && !isVisibleOnly ? viewport.landing.flatMap { landingBox($0) } : nil
        forEachCell(of: coverage.near) { column, row, box in
            guard let bin = coverage.nearBin(of: box) else { return }
            if bin != .visible, let landing, box.overlaps(landing) { return }
            let distance = coverage.squaredDistance(to: box)
            items.append(item(column, row, TilePriority(bin, isDraft: isDraft, squaredDistance: distance)))
        }
    }

    private func item(_ column: Int, _ row: Int, _ priority: TilePriority) -> Item {
        Item(key: key(level, column, row, quality), priority: priority)
    }

    private func addLanding(_ landing: Box, _ coverage: Coverage, _ policy: EnginePolicy, to items: inout [Item]) {
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
            landing.minX * scale, landing.maxX * scale, side, pyramid.columns(ofLevel: landingLevel))
        let rows = Self.cells(landing.minY * scale, landing.maxY * scale, side, pyramid.rows(ofLevel: landingLevel))
        for row in rows {
            for column in columns {
                let box = Box(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
                // Named already.
                if landingLevel == level && quality == .full && coverage.nearBin(of: box) != nil { continue }
                let dx = box.midX * unit - coverage.visible.midX
                let dy = box.midY * unit - coverage.visible.midY
                let priority = TilePriority(.soon, squaredDistance: dx * dx + dy * dy)
                items.append(Item(key: key(landingLevel, column, row, .full), priority: priority))
            }
        }
    }

    /// In pixels of the level; nil when it is of another size than what is visible: that is where a zoom ends.
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
                // Visible, because it stands for what is; after all the rest of it.
                let priority = TilePriority(.visible, squaredDistance: .infinity)
                items.append(Item(key: key(overview, column, row, .full), priority: priority))
            }
        }
    }

    /// Leaves out what is not visible and more than the cache's soft limit holds.
    private func keepToBudget(_ policy: EnginePolicy, visible: Int, beside others: Int = 0, _ items: inout [Item]) {
        // How large files will be is not known.
        guard output == .pixels else { return }
        let affordable = max(visible, policy.cacheSoftLimit / Self.cost(of: pyramid, magnification) - others)
        if items.count > affordable { items.removeLast(items.count - affordable) }
    }

    /// Bytes that a tile of pixels takes at most.
    fileprivate static func cost(of pyramid: TilePyramid, _ magnification: Int) -> Int {
        let side = pyramid.tileSize * magnification
        return side * side * 4 + CachedTile.overhead
    }

    private func key(_ level: Int, _ column: Int, _ row: Int, _ quality: RasterContext.Quality) -> TileKey {
        TileKey(
            content, TileCoordinate(level: level, column: column, row: row), magnification: magnification,
            quality: quality, as: output)
    }

    /// The cells of a row of `count` cells of length `side` that share more than an edge with what is between two
    /// bounds.
    static func cells(_ lowerBound: Double, _ upperBound: Double, _ side: Double, _ count: Int) -> Range<Int> {
        let last = Double(count)
        let lower = min(max((lowerBound / side).rounded(.down), 0), last)
        let upper = min(max((upperBound / side).rounded(.up), lower), last)
        return Int(lower)..<Int(upper)
    }
}

extension TilePyramid {
    /// The nearest level of the pyramid that is one of `levels`, when there are such.
    func clamped(_ level: Int, to levels: ClosedRange<Int>?) -> Int {
        guard let levels = levels?.clamped(to: 0...maxLevel) else { return level }
        return min(max(level, levels.lowerBound), levels.upperBound)
    }
}

extension EnginePolicy {
    /// How many visible tiles the cache can keep; at least one.
    func visibleTiles(of pyramid: TilePyramid, _ magnification: Int) -> Int {
        max(cacheHardLimit / TileDemand.cost(of: pyramid, magnification), 1)
    }
}
