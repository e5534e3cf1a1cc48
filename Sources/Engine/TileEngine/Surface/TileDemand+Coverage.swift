import TileGeometry

extension TileDemand {
    /// The regions that a demand covers, in pixels of its level (not magnified).
    struct Coverage: Hashable {
        var visible: Box
        /// The distance that the visible rect is about to move.
        var sweepX = 0.0
        var sweepY = 0.0
        /// The visible rect with the soon border.
        var soon: Box
        var eventually: Box
        /// The bounding box of the visible rect, the soon border and the sweep.
        var near: Box

        init(visible: Box) { (self.visible, soon, eventually, near) = (visible, visible, visible, visible) }
    }

    func coverage(under policy: EnginePolicy) -> Coverage {
        let scale = pyramid.scale(ofLevel: level)
        /// Pixels of the level per pixel of the screen.
        let unit = scale / viewport.scale
        let visible = Box(
            minX: viewport.visible.minX * scale, minY: viewport.visible.minY * scale,
            maxX: viewport.visible.maxX * scale, maxY: viewport.visible.maxY * scale)
        var coverage = Coverage(visible: visible)
        if isVisibleOnly { return coverage }

        (coverage.sweepX, coverage.sweepY) = sweep(scale: scale, unit: unit, under: policy)
        // A viewport that heads for a landing or moves fast has no use for a border.
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
        // Tiles of a few pixels would yield millions of cells.
        if cells(of: coverage.near) > 4 * policy.visibleTileLimit { return Coverage(visible: visible) }
        if cells(of: coverage.eventually) > 4 * policy.visibleTileLimit { coverage.eventually = coverage.soon }
        assert(coverage.near.contains(coverage.visible) && coverage.eventually.contains(coverage.soon))
        return coverage
    }

    private func cells(of box: Box) -> Int {
        let side = Double(pyramid.tileSize)
        let columns = Self.cells(from: box.minX, to: box.maxX, side: side, count: pyramid.columns(ofLevel: level))
        let rows = Self.cells(from: box.minY, to: box.maxY, side: side, count: pyramid.rows(ofLevel: level))
        return columns.count * rows.count
    }

    /// The distance that the viewport is extrapolated, in pixels of the level: towards its landing, or along its
    /// velocity.
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
    /// Returns the most urgent bin whose region overlaps the tile's interior; nil if none does.
    func bin(of tile: Box) -> TilePriority.Bin? {
        nearBin(of: tile) ?? (tile.overlaps(eventually) ? .eventually : nil)
    }

    /// Returns the bin of a tile, disregarding the eventually border.
    func nearBin(of tile: Box) -> TilePriority.Bin? {
        if tile.overlaps(visible) { return .visible }
        return tile.overlaps(soon) || isSwept(tile) ? .soon : nil
    }

    /// Returns the squared distance between the centers of the visible rect and a tile.
    func squaredDistance(to tile: Box) -> Double {
        let dx = tile.midX - visible.midX
        let dy = tile.midY - visible.midY
        return dx * dx + dy * dy
    }

    /// Whether the visible rect, moved along the sweep, overlaps a tile's interior.
    private func isSwept(_ tile: Box) -> Bool {
        if sweepX == 0 && sweepY == 0 { return false }
        // The interval of the sweep, from 0 to 1, in which they overlap along one axis, then along both.
        var begin = 0.0
        var end = 1.0
        func narrow(_ distance: Double, reach: Double, sweep: Double) {
            if sweep == 0 {
                if abs(distance) >= reach { end = -1 }
                return
            }
            let (a, b) = ((distance - reach) / sweep, (distance + reach) / sweep)
            begin = max(begin, min(a, b))
            end = min(end, max(a, b))
        }
        narrow(tile.midX - visible.midX, reach: (tile.width + visible.width) / 2, sweep: sweepX)
        narrow(tile.midY - visible.midY, reach: (tile.height + visible.height) / 2, sweep: sweepY)
        return begin < end
    }
}

extension Box {
    /// Whether the interiors of two boxes overlap.
    func overlaps(_ other: Box) -> Bool {
        minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
    }
}
