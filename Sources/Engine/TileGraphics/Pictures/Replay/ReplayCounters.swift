/// Exact counters of replays: the same picture, area and build yield the same numbers.
public struct ReplayCounters: Hashable, Sendable {
    /// Operations that the index found for the clip, including those inside groups.
    public var operationsVisited = 0
    /// Operations that were drawn.
    public var operationsDrawn = 0
    /// Visited operations that were skipped because a later one hides them completely.
    public var operationsHidden = 0
    /// Segments that were drawn.
    public var segments = 0
    /// Groups drawn apart and composited.
    public var layers = 0
    /// Pattern cells rendered.
    public var patternCells = 0
    /// Rasters that resulted in a single color without drawing a pixel.
    public var solids = 0
    /// External parts that could not be drawn, and are missing.
    public var partsMissing = 0
    /// Filters that would take too much work here, and are missing.
    public var filtersRefused = 0

    public init() {}

    public static func += (sum: inout ReplayCounters, other: ReplayCounters) {
        sum.operationsVisited += other.operationsVisited
        sum.operationsDrawn += other.operationsDrawn
        sum.operationsHidden += other.operationsHidden
        sum.segments += other.segments
        sum.layers += other.layers
        sum.patternCells += other.patternCells
        sum.solids += other.solids
        sum.partsMissing += other.partsMissing
        sum.filtersRefused += other.filtersRefused
    }
}
