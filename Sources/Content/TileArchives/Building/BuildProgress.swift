import Synchronization

/// The progress of a build.
public struct BuildProgress: Hashable, Sendable {
    /// Tiles written.
    public var tiles = 0
    /// Tiles of one color.
    public var solidTiles = 0
    /// Tiles with the bytes of one before, which an archive of one file holds once.
    public var repeatedTiles = 0
    /// Bytes of all tiles written.
    public var bytes = 0
    /// Bytes of the tiles that repeat no other one, which is what an archive takes for them.
    public var distinctBytes = 0
    /// Tiles of those that an earlier build had made.
    public var earlierTiles = 0
    /// Tiles of those that the last build had made and that can't have changed.
    public var unchangedTiles = 0
    /// Tiles that have been put into the archive, once all are made; of an archive that holds equal ones once, each
    /// different one.
    public var packedTiles = 0
    /// Parts of levels that lack something which could not be drawn.
    public var incompleteParts = 0
    /// The deepest level of which a tile was made, as the archive counts.
    public var level = 0
    /// Until all tiles are made, by what those of each level have cost; nil before the first.
    public var secondsLeft: Double?

    public init() {}
}

/// The counts of a build while its workers add to them.
final class BuildCounters: Sendable {
    private let tiles = Atomic(0)
    private let solidTiles = Atomic(0)
    private let repeatedTiles = Atomic(0)
    private let bytes = Atomic(0)
    private let distinctBytes = Atomic(0)
    private let earlierTiles = Atomic(0)
    private let unchangedTiles = Atomic(0)
    private let packedTiles = Atomic(0)
    private let incompleteParts = Atomic(0)
    let clock = BuildStageClock()
    let estimate: BuildEstimate

    /// - Parameter blocks: What is to be made of the plan.
    init(_ plan: BuildPlan, blocks: [ShardPlan.Block]) { estimate = BuildEstimate(plan, blocks: blocks) }

    /// - Parameter level: as the archive counts.
    func add(bytes count: Int, isSolid: Bool, isRepeated: Bool, level: Int) {
        estimate.add(level: level)
        tiles.wrappingAdd(1, ordering: .relaxed)
        if isSolid { solidTiles.wrappingAdd(1, ordering: .relaxed) }
        if isRepeated { repeatedTiles.wrappingAdd(1, ordering: .relaxed) }
        bytes.wrappingAdd(count, ordering: .relaxed)
        if !isRepeated { distinctBytes.wrappingAdd(count, ordering: .relaxed) }
    }

    /// Adds the tiles that an earlier build had made.
    ///
    /// - Parameter unchanged: Tiles of those that come from the last finished build.
    func start(_ earlier: BuildLog.Earlier, unchanged: Int) {
        estimate.start(earlier.tiles)
        unchangedTiles.wrappingAdd(unchanged, ordering: .relaxed)
        tiles.wrappingAdd(earlier.tiles.count, ordering: .relaxed)
        earlierTiles.wrappingAdd(earlier.tiles.count - unchanged, ordering: .relaxed)
        solidTiles.wrappingAdd(earlier.solidTiles, ordering: .relaxed)
        repeatedTiles.wrappingAdd(earlier.repeatedTiles, ordering: .relaxed)
        bytes.wrappingAdd(Int(earlier.bytes), ordering: .relaxed)
        distinctBytes.wrappingAdd(Int(earlier.distinctBytes), ordering: .relaxed)
        incompleteParts.wrappingAdd(earlier.incompleteParts, ordering: .relaxed)
    }

    func notePacked() { packedTiles.wrappingAdd(1, ordering: .relaxed) }

    func noteIncomplete() { incompleteParts.wrappingAdd(1, ordering: .relaxed) }

    var progress: BuildProgress {
        var progress = BuildProgress()
        progress.tiles = tiles.load(ordering: .relaxed)
        progress.solidTiles = solidTiles.load(ordering: .relaxed)
        progress.repeatedTiles = repeatedTiles.load(ordering: .relaxed)
        progress.bytes = bytes.load(ordering: .relaxed)
        progress.distinctBytes = distinctBytes.load(ordering: .relaxed)
        progress.earlierTiles = earlierTiles.load(ordering: .relaxed)
        progress.unchangedTiles = unchangedTiles.load(ordering: .relaxed)
        progress.packedTiles = packedTiles.load(ordering: .relaxed)
        progress.incompleteParts = incompleteParts.load(ordering: .relaxed)
        progress.level = estimate.deepestLevel
        progress.secondsLeft = estimate.secondsLeft
        return progress
    }
}
