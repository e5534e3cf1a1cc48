import Synchronization

/// How far a build has come.
public struct BuildProgress: Hashable, Sendable {
    /// Tiles written.
    public var tiles = 0
    /// Those of them that are of one color.
    public var solidTiles = 0
    /// Bytes of all tiles written.
    public var bytes = 0
    /// Parts of levels that lack something which could not be drawn.
    public var incompleteParts = 0

    public init() {}
}

/// The counts of a build while its workers add to them.
final class BuildCounters: Sendable {
    private let tiles = Atomic(0)
    private let solidTiles = Atomic(0)
    private let bytes = Atomic(0)
    private let incompleteParts = Atomic(0)
    let clock = BuildStageClock()

    func add(bytes count: Int, isSolid: Bool) {
        tiles.wrappingAdd(1, ordering: .relaxed)
        if isSolid { solidTiles.wrappingAdd(1, ordering: .relaxed) }
        bytes.wrappingAdd(count, ordering: .relaxed)
    }

    func noteIncomplete() { incompleteParts.wrappingAdd(1, ordering: .relaxed) }

    var progress: BuildProgress {
        var progress = BuildProgress()
        progress.tiles = tiles.load(ordering: .relaxed)
        progress.solidTiles = solidTiles.load(ordering: .relaxed)
        progress.bytes = bytes.load(ordering: .relaxed)
        progress.incompleteParts = incompleteParts.load(ordering: .relaxed)
        return progress
    }
}
