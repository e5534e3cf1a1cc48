import TileFormats
import TileSupport

/// An estimate of a build's remaining time from the cost of its tiles so far. Levels are measured separately, because a
/// shallow tile shows much more of the content.
///
/// Thread-safe.
final class BuildEstimate: Sendable {
    private struct Level {
        /// The number of tiles to make.
        var total = 0
        var made = 0
        /// The number of tiles made by this build and measured.
        var measured = 0
        /// Their CPU time in nanoseconds.
        var cost: UInt64 = 0
    }

    private struct State {
        var levels: [Level]
        var start: ContinuousClock.Instant?
        var deepest = 0
    }

    private let first: Int
    private let state: Lock<State>

    /// - Parameter blocks: The blocks of the plan to make.
    init(_ plan: BuildPlan, blocks: [ShardPlan.Block]) {
        first = plan.levels[0].number
        var levels = plan.levels.map { _ in Level() }
        for block in blocks { levels[block.index].total += block.tileCount }
        state = Lock(State(levels: levels))
    }

    /// Starts the measurement. `earlier` are the tiles that exist already, in ascending order.
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

    /// Counts a tile, by the archive's level.
    func add(level: Int) {
        state.withLock { state in
            state.levels[level - first].made += 1
            state.deepest = max(state.deepest, level)
        }
    }

    /// Records the CPU time of several tiles of one level, in nanoseconds.
    func add(_ tiles: Int, level: Int, cost: UInt64) {
        state.withLock { state in
            state.levels[level - first].measured += tiles
            state.levels[level - first].cost += cost
        }
    }

    /// The deepest level with a tile made by this build.
    var deepestLevel: Int { state.withLock { $0.deepest } }

    /// The estimated seconds left; nil before the first tile is made.
    var secondsLeft: Double? {
        state.withLock { state in
            guard let start = state.start else { return nil }
            let elapsed = (ContinuousClock.now - start) / .seconds(1)
            let spent = state.levels.reduce(0) { $0 + Double($1.cost) } / 1e9
            guard elapsed > 0, spent > 0 else { return nil }
            // A level without measurements is assumed to cost as much as the one above, which is too high.
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
