import TileFormats
import TileSupport

/// How long a build will go on, from what tiles have cost: those of each level are another matter, the shallowest hold
/// the whole content.
///
/// Safe from any thread.
final class BuildEstimate: Sendable {
    private struct Level {
        /// Tiles that are to be made.
        var total = 0
        var made = 0
        /// Of those, by this build.
        var measured = 0
        /// Nanoseconds of CPU time for them.
        var cost: UInt64 = 0
    }

    private struct State {
        var levels: [Level]
        var start: ContinuousClock.Instant?
        var deepest = 0
    }

    private let first: Int
    private let state: Lock<State>

    /// - Parameter blocks: What is to be made of the plan.
    init(_ plan: BuildPlan, blocks: [ShardPlan.Block]) {
        first = plan.levels[0].number
        var levels = plan.levels.map { _ in Level() }
        for block in blocks { levels[block.index].total += block.tileCount }
        state = Lock(State(levels: levels))
    }

    /// The first tile is begun. `earlier` are there, by their numbers.
    func start(_ earlier: [FinishedTiles.Tile]) {
        state.withLock { state in
            state.start = ContinuousClock.now
            var low = 0
            for index in state.levels.indices {
                let beyond = PMTilesTile.first(ofLevel: first + index + 1)
                var (from, to) = (low, earlier.count)
                while from < to {
                    let middle = (from + to) / 2
                    if earlier[middle].number < beyond { from = middle + 1 } else { to = middle }
                }
                state.levels[index].made = from - low
                low = from
            }
        }
    }

    /// A tile was made, by the archive's level.
    func add(level: Int) {
        state.withLock { state in
            state.levels[level - first].made += 1
            state.deepest = max(state.deepest, level)
        }
    }

    /// Tiles of one level took so many nanoseconds of CPU time.
    func add(_ tiles: Int, level: Int, cost: UInt64) {
        state.withLock { state in
            state.levels[level - first].measured += tiles
            state.levels[level - first].cost += cost
        }
    }

    /// The deepest level of which a tile was made by this build.
    var deepestLevel: Int { state.withLock { $0.deepest } }

    /// Nil before a tile was made.
    var secondsLeft: Double? {
        state.withLock { state in
            guard let start = state.start else { return nil }
            let elapsed = (ContinuousClock.now - start) / .seconds(1)
            let spent = state.levels.reduce(0) { $0 + Double($1.cost) } / 1e9
            guard elapsed > 0, spent > 0 else { return nil }
            // A level of which none was made costs as the one above: more than it will.
            var last = 0.0
            var left = 0.0
            for level in state.levels {
                if level.measured > 0 { last = Double(level.cost) / 1e9 / Double(level.measured) }
                left += Double(max(0, level.total - level.made)) * last
            }
            return left / (spent / elapsed)
        }
    }
}
