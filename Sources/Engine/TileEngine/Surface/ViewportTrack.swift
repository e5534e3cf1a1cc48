import TileGeometry

/// The history of a surface's viewport from frame to frame: enough to choose the level and the quality. A pure value;
/// the same viewports give the same results.
public struct ViewportTrack: Hashable, Sendable {
    /// The level and quality to draw a viewport with.
    public struct Focus: Hashable, Sendable {
        /// The level of the pyramid.
        public var level: Int
        public var quality: RasterContext.Quality
        /// Whether the viewport has stood still for `EnginePolicy.refineDelay`.
        public var isResting: Bool
    }

    /// The level of the last viewport.
    public private(set) var level: Int?
    private var last: Viewport?
    private var lastFast = -Double.infinity
    private var lastMoved = -Double.infinity
    /// The latest time so far.
    public private(set) var now = -Double.infinity

    public init() {}

    /// Advances the time; an earlier time changes nothing.
    mutating func pass(_ time: Double) { now = max(now, time) }

    /// Adds the next viewport.
    ///
    /// - Parameters:
    ///   - magnification: Device pixels per pixel of the pyramid, each way.
    ///   - levels: The levels that may be shown; nil for all.
    public mutating func follow(
        _ viewport: Viewport, over pyramid: TilePyramid, magnification: Int = 1, levels: ClosedRange<Int>? = nil,
        under policy: EnginePolicy
    ) -> Focus {
        pass(viewport.time)
        let speed = viewport.speed
        if speed >= policy.draftSpeed { lastFast = now }
        let hasMoved = last.map { $0.visible != viewport.visible || $0.scale != viewport.scale } ?? false
        if hasMoved || speed >= policy.restSpeed || viewport.isZooming { lastMoved = now }
        last = viewport

        var next = pyramid.level(for: viewport.scale, magnification: magnification, under: policy)
        if viewport.isZooming, let level, level <= pyramid.maxLevel {
            let ratio = viewport.scale / (pyramid.scale(ofLevel: level) * Double(magnification))
            if ratio <= policy.zoomJump && ratio * policy.zoomJump >= 1 { next = level }
        }
        next = pyramid.clamped(next, to: levels)
        // This limit holds even beyond the allowed levels: no viewer can see so many tiles.
        while next > 0 && pyramid.cellCount(of: viewport.visible, atLevel: next) > Double(policy.visibleTileLimit) {
            next -= 1
        }
        level = next
        return Focus(
            level: next, quality: policy.quality(speed: speed, restTime: now - lastFast),
            isResting: now - lastMoved >= policy.refineDelay)
    }

    /// Returns the time when the focus changes although the viewport stands still, on the viewports' clock; nil if it
    /// does not.
    public func nextChange(under policy: EnginePolicy) -> Double? {
        [lastFast, lastMoved].filter { now - $0 < policy.refineDelay }.map { $0.endOfDelay(policy.refineDelay) }.min()
    }
}

extension Double {
    /// The first time whose difference to this one is at least `delay`, which a sum may miss by rounding.
    fileprivate func endOfDelay(_ delay: Double) -> Double {
        var end = self + delay
        while end - self < delay { end = end.nextUp }
        return end
    }
}

extension TilePyramid {
    /// Returns the coarsest level that need not be magnified by more than the policy's snap ratio, or the deepest.
    func level(for scale: Double, magnification: Int, under policy: EnginePolicy) -> Int {
        let needed = scale / (policy.zoomSnapRatio * Double(magnification))
        var level = 0
        while level < maxLevel && self.scale(ofLevel: level) < needed { level += 1 }
        return level
    }

    /// Returns the number of tiles of a level that overlap a box, in content units, by more than an edge.
    func cellCount(of box: Box, atLevel level: Int) -> Double {
        let scale = scale(ofLevel: level)
        let columns = TileDemand.cells(
            from: box.minX * scale, to: box.maxX * scale, side: Double(tileSize), count: columns(ofLevel: level))
        let rows = TileDemand.cells(
            from: box.minY * scale, to: box.maxY * scale, side: Double(tileSize), count: rows(ofLevel: level))
        return Double(columns.count) * Double(rows.count)
    }
}
