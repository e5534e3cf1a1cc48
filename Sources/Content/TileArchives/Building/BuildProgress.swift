import Synchronization

/// The progress of a build.
public struct BuildProgress: Hashable, Sendable {
    /// The number of tiles written.
    public var tiles = 0
    /// The number of tiles of one color.
    public var solidTiles = 0
    /// The number of tiles that equal an earlier one, which a single-file archive stores once.
    public var repeatedTiles = 0
    /// The size of all tiles written, in bytes.
    public var bytes = 0
    /// The size of the distinct tiles in bytes, which is what an archive stores.
    public var distinctBytes = 0
    /// The number of tiles from an unfinished earlier build.
    public var earlierTiles = 0
    /// The number of unchanged tiles from the last finished build.
    public var unchangedTiles = 0
    /// The number of tiles packed into the archive, after all are made. An archive that stores equal tiles once counts
    /// each distinct one.
    public var packedTiles = 0
    /// The number of parts of levels with elements that could not be drawn.
    public var incompleteParts = 0
    /// The deepest level with a tile made so far, as the archive counts.
    public var level = 0
    /// The estimated seconds until all tiles are made; nil before the first.
    public var secondsLeft: Double?

    public init() {}
}

/// The counters of a build, which its workers update.
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

    /// - Parameter blocks: The blocks of the plan to make.
    init(_ plan: BuildPlan, blocks: [ShardPlan.Block]) { estimate = BuildEstimate(plan, blocks: blocks) }

    /// Counts a tile.
    ///
    /// - Parameter level: The level, as the archive counts.
    func add(bytes count: Int, isSolid: Bool, isRepeated: Bool, level: Int) {
        estimate.add(level: level)
        tiles.wrappingAdd(1, ordering: .relaxed)
        if isSolid { solidTiles.wrappingAdd(1, ordering: .relaxed) }
        if isRepeated { repeatedTiles.wrappingAdd(1, ordering: .relaxed) }
        bytes.wrappingAdd(count, ordering: .relaxed)
        if !isRepeated { distinctBytes.wrappingAdd(count, ordering: .relaxed) }
    }

    /// Adds the tiles of an earlier build.
    ///
    /// - Parameter unchanged: The number of these tiles that come from the last finished build.
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
