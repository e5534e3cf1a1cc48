/// What librsvg failed at in a document, so that it is not asked for the same with each tile.
///
/// It is counted by scale, to the power of two, because what fails far down, for its size, says nothing of what is
/// further up. What has been drawn at a scale before is tried there whatever fails elsewhere.
struct LibrsvgFailures {
    private struct Row {
        var count = 0
        var last: LibrsvgFailure?
        /// When the last of them was, in nanoseconds.
        var time: UInt64 = 0

        func isForgotten(at now: UInt64, _ memory: UInt64) -> Bool { now >= time && now - time >= memory }

        func adding(_ failure: LibrsvgFailure, at now: UInt64, _ memory: UInt64) -> Row {
            Row(count: (isForgotten(at: now, memory) ? 0 : count) + 1, last: failure, time: now)
        }
    }

    private let limit: Int
    /// In nanoseconds.
    private let memory: UInt64
    /// Since the last window of that scale that was drawn; by the scale's power of two, of which there are no more than
    /// some dozens.
    private var rows: [Int: Row] = [:]
    /// Since the last window of any scale.
    private var all = Row()
    /// Where something was drawn.
    private var drawn: Set<Int> = []

    init(limits: LibrsvgLimits) {
        limit = max(1, limits.failuresInARow)
        memory = UInt64(max(0, min(1e9, limits.failureMemory)) * 1e9)
    }

    /// Nil when a window of that scale is to be tried.
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
