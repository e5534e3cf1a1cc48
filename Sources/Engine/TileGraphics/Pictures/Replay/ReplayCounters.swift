/// What replays did, counted exactly: the same picture, area and build give the same numbers.
public struct ReplayCounters: Hashable, Sendable {
    /// Operations that the index found for the clip, groups' own included.
    public var operationsVisited = 0
    /// Of those, the ones that were drawn.
    public var operationsDrawn = 0
    /// Visited operations passed over because one above them hides all they could draw.
    public var operationsHidden = 0
    /// Segments of what was drawn.
    public var segments = 0
    /// Groups drawn apart and laid on.
    public var layers = 0
    /// Pattern cells rendered.
    public var patternCells = 0
    /// Rasters that ended as one color without a pixel being drawn.
    public var solids = 0
    /// Parts that something else should have drawn and could not: nothing is there.
    public var partsMissing = 0
    /// Filters that would take too much work here: nothing is there.
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
