import Synchronization
import TileEngine
import TileSupport

/// Counters of answers: how many by status, and the time to the first byte by protocol.
final class ServerCounters: Sendable {
    // Answers with cached tiles are counted separately: several threads send ten thousand a second, so they are counted
    // without a lock. The histogram of each status also yields its count, so nothing else has to be added.
    private let cachedFound = ServedProtocol.allCases.map { _ in AnswerTimes() }
    private let cachedNotModified = ServedProtocol.allCases.map { _ in AnswerTimes() }
    private let others = ServedProtocol.allCases.map { _ in AnswerTimes() }
    private let otherStatuses = Lock<[Int: Int]>([:])

    /// Counts an answer with a cached tile.
    func countCached(_ served: ServedProtocol, notModified: Bool, nanoseconds: UInt64) {
        (notModified ? cachedNotModified : cachedFound)[served.index].record(nanoseconds)
    }

    func count(_ status: Int, of served: ServedProtocol, nanoseconds: UInt64) {
        otherStatuses.withLock { $0[status, default: 0] += 1 }
        others[served.index].record(nanoseconds)
    }

    var byStatus: [Int: Int] {
        var counts = otherStatuses.withLock { $0 }
        counts[200, default: 0] += cachedFound.reduce(0) { $0 + $1.count }
        counts[304, default: 0] += cachedNotModified.reduce(0) { $0 + $1.count }
        return counts
    }

    var times: [(served: ServedProtocol, histogram: LatencyHistogram)] {
        ServedProtocol.allCases.map { served in
            var histogram = LatencyHistogram()
            for times in [cachedFound, cachedNotModified, others] { times[served.index].add(to: &histogram) }
            return (served, histogram)
        }
    }
}
