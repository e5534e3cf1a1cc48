/// The record of librsvg's failures on a document, which prevents repeating the same failure for each tile.
///
/// Failures are counted per scale, rounded down to a power of two, because a failure at a large scale, caused by the
/// size, says nothing about smaller scales. A scale that once succeeded is tried again regardless of failures at other
/// scales.
struct LibrsvgFailures {
    private struct Row {
        var count = 0
        var last: LibrsvgFailure?
        /// The time of the last failure, in nanoseconds.
        var time: UInt64 = 0

        func isForgotten(at now: UInt64, _ memory: UInt64) -> Bool { now >= time && now - time >= memory }

        func adding(_ failure: LibrsvgFailure, at now: UInt64, _ memory: UInt64) -> Row {
            Row(count: (isForgotten(at: now, memory) ? 0 : count) + 1, last: failure, time: now)
        }
    }

    private let limit: Int
    /// The time after which failures are forgotten, in nanoseconds.
    private let memory: UInt64
    /// Failures since the last successful window at a scale, by the scale's power of two. There are at most some dozens
    /// of keys.
    private var rows: [Int: Row] = [:]
    /// Failures since the last successful window at any scale.
    private var all = Row()
    /// The scales at which a window was drawn.
    private var drawn: Set<Int> = []

    init(limits: LibrsvgLimits) {
        limit = max(1, limits.failuresInARow)
        memory = UInt64(max(0, min(1e9, limits.failureMemory)) * 1e9)
    }

    /// Returns the reason not to draw a window at a scale, or nil if it should be tried.
    mutating func reason(notToDraw scale: Double, at now: UInt64) -> LibrsvgFailure? {
        let key = Int(scale.exponent)
        if let row = rows[key] {
            if row.isForgotten(at: now, memory) {
                rows[key] = nil
            } else if row.count >= limit, let last = row.last {
                return .givenUp(failures: row.count, last: last)
            }
        }
        if all.isForgotten(at: now, memory) { all = Row() }
        guard !drawn.contains(key), all.count >= 2 * limit, let last = all.last else { return nil }
        return .givenUp(failures: all.count, last: last)
    }

    mutating func drew(_ scale: Double) {
        let key = Int(scale.exponent)
        rows[key] = nil
        drawn.insert(key)
        all = Row()
    }

    mutating func failed(_ scale: Double, _ failure: LibrsvgFailure, at now: UInt64) {
        guard failure.countsAgainstDocument else { return }
        let key = Int(scale.exponent)
        rows[key] = (rows[key] ?? Row()).adding(failure, at: now, memory)
        all = all.adding(failure, at: now, memory)
    }
}
