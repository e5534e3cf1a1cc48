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
        let start = state.withLock { $0.start }
        return start.flatMap { secondsLeft(after: (ContinuousClock.now - $0) / .seconds(1)) }
    }

    /// Returns the estimated seconds left when the build has run for some seconds; nil before the first tile is made.
    func secondsLeft(after elapsed: Double) -> Double? {
        state.withLock { state in
            let spent = state.levels.reduce(0) { $0 + Double($1.cost) } / 1e9
            guard elapsed > 0, spent > 0 else { return nil }
            // A tile of a deeper level shows less of the content. From level to level, the cost of a tile that was not
            // measured falls as between the last two measured levels, at most to a half.
            var cost: Double?
            var ratio = 1.0
            var left = 0.0
            for level in state.levels {
                if level.measured > 0 {
                    let measured = Double(level.cost) / 1e9 / Double(level.measured)
                    if let cost, cost > 0 { ratio = min(1, max(Self.leastRatio, measured / cost)) }
                    cost = measured
                } else {
                    cost = cost.map { $0 * ratio }
                }
                left += Double(max(0, level.total - level.made)) * (cost ?? 0)
            }
            return left / (spent / elapsed)
        }
    }

    /// Drawing a quarter of the content takes a quarter of the time, but encoding a tile takes the same at each level.
    private static let leastRatio = 0.5
}
