import TileGeometry

extension TileDemand {
    /// Where a demand reaches, in pixels of its level (not magnified).
    struct Coverage: Hashable {
        var visible: Box
        /// How far the visible rect moves soon.
        var sweepX = 0.0
        var sweepY = 0.0
        /// The visible rect and the soon border.
        var soon: Box
        var eventually: Box
        /// Around the visible rect, the soon border and the sweep.
        var near: Box

        init(visible: Box) { (self.visible, soon, eventually, near) = (visible, visible, visible, visible) }
    }

    func coverage(under policy: EnginePolicy) -> Coverage {
        let scale = pyramid.scale(ofLevel: level)
        /// Pixels of the level in a pixel of the screen.
        let unit = scale / viewport.scale
        let visible = Box(
            minX: viewport.visible.minX * scale, minY: viewport.visible.minY * scale,
            maxX: viewport.visible.maxX * scale, maxY: viewport.visible.maxY * scale)
        var coverage = Coverage(visible: visible)
        if isVisibleOnly { return coverage }

        (coverage.sweepX, coverage.sweepY) = sweep(scale: scale, unit: unit, under: policy)
        // On the way to a landing, and while it is fast, a viewport has no use for what it passes at a distance.
        if viewport.landing == nil && quality == .full {
            let longer = max(visible.width, visible.height)
            let border = min(
                policy.soonBorder * Double(magnification) * unit, policy.soonBorderShare * longer)
            coverage.soon = visible.expanded(by: border)
            let wide = visible.expanded(by: policy.eventuallyBorder * unit)
            coverage.eventually = isResting ? coverage.soon.union(wide) : coverage.soon
        }
        let ahead = Box(
            minX: visible.minX + coverage.sweepX, minY: visible.minY + coverage.sweepY,
            maxX: visible.maxX + coverage.sweepX, maxY: visible.maxY + coverage.sweepY)
        coverage.near = coverage.soon.union(ahead)
        // Tiles of a few pixels would make millions of it.
        if cells(of: coverage.near) > 4 * policy.visibleTileLimit { return Coverage(visible: visible) }
        if cells(of: coverage.eventually) > 4 * policy.visibleTileLimit { coverage.eventually = coverage.soon }
        assert(coverage.near.contains(coverage.visible) && coverage.eventually.contains(coverage.soon))
        return coverage
    }

    private func cells(of box: Box) -> Int {
        let side = Double(pyramid.tileSize)
        let columns = Self.cells(box.minX, box.maxX, side, pyramid.columns(ofLevel: level))
        let rows = Self.cells(box.minY, box.maxY, side, pyramid.rows(ofLevel: level))
        return columns.count * rows.count
    }

    /// How far the viewport is followed ahead, in pixels of the level: towards its landing, else along its velocity.
    private func sweep(scale: Double, unit: Double, under policy: EnginePolicy) -> (x: Double, y: Double) {
        var x: Double
        var y: Double
        let leapsX = abs(viewport.velocityX) * policy.frameTime > viewport.visible.width * viewport.scale
        let leapsY = abs(viewport.velocityY) * policy.frameTime > viewport.visible.height * viewport.scale
        if leapsX || leapsY { return (0, 0) }
        if let landing = viewport.landing {
            x = (landing.midX - viewport.visible.midX) * scale
            y = (landing.midY - viewport.visible.midY) * scale
        } else {
            x = viewport.velocityX * unit * policy.skewportTime
            y = viewport.velocityY * unit * policy.skewportTime
        }
        let longer = max(abs(x), abs(y))
        let limit = policy.skewportLimit * unit
        if longer > limit {
            x *= limit / longer
            y *= limit / longer
        }
        return (x, y)
    }
}

extension TileDemand.Coverage {
    /// The most urgent bin whose area shares more than an edge with the tile's; nil when none does.
    func bin(of tile: Box) -> TilePriority.Bin? {
        nearBin(of: tile) ?? (tile.overlaps(eventually) ? .eventually : nil)
    }

    /// The same without the wide border.
    func nearBin(of tile: Box) -> TilePriority.Bin? {
        if tile.overlaps(visible) { return .visible }
        return tile.overlaps(soon) || isSwept(tile) ? .soon : nil
    }

    /// From the middle of what is visible to that of a tile.
    func squaredDistance(to tile: Box) -> Double {
        let dx = tile.midX - visible.midX
        let dy = tile.midY - visible.midY
        return dx * dx + dy * dy
    }

    /// Whether the visible rect on its way along the sweep shares more than an edge with a tile.
    private func isSwept(_ tile: Box) -> Bool {
        if sweepX == 0 && sweepY == 0 { return false }
        // Of the sweep, from 0 to 1, the part in which they overlap in one direction, and then in the other too.
        var begin = 0.0
        var end = 1.0
        func narrow(_ distance: Double, _ reach: Double, _ sweep: Double) {
            if sweep == 0 {
                if abs(distance) >= reach { end = -1 }
                return
            }
            let (a, b) = ((distance - reach) / sweep, (distance + reach) / sweep)
            begin = max(begin, min(a, b))
            end = min(end, max(a, b))
        }
        narrow(tile.midX - visible.midX, (tile.width + visible.width) / 2, sweepX)
        narrow(tile.midY - visible.midY, (tile.height + visible.height) / 2, sweepY)
        return begin < end
    }
}

extension Box {
    /// Whether they share more than an edge.
    func overlaps(_ other: Box) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}
