import Synchronization
import TileSupport

/// Answers given, by status.
final class ServerCounters: Sendable {
    // Answers for cached tiles are counted apart, because they come by the ten thousand a second from several threads.
    private let cachedFound = Atomic(0)
    private let cachedNotModified = Atomic(0)
    private let others = Lock<[Int: Int]>([:])

    func countCached(notModified: Bool) {
        if notModified { cachedNotModified.add(1, ordering: .relaxed) } else { cachedFound.add(1, ordering: .relaxed) }
    }

    func count(_ status: Int) { others.withLock { $0[status, default: 0] += 1 } }

    var byStatus: [Int: Int] {
        var counts = others.withLock { $0 }
        counts[200, default: 0] += cachedFound.load(ordering: .relaxed)
        counts[304, default: 0] += cachedNotModified.load(ordering: .relaxed)
        return counts
    }
}
