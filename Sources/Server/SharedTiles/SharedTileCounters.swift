package import TileEngine
import TileSupport

/// Statistics of a shared cache since it was created.
package struct SharedTileCounts: Sendable {
    package enum Answer: String, CaseIterable, Sendable {
        /// The tile was in the cache.
        case hit
        /// The tile was not in the cache, and is made here for all servers.
        case miss
        /// The tile was made by another server meanwhile.
        case waited
        /// Another server took too long, so the tile is made here too.
        case expired
        /// Redis did not answer or answered with an error, so the tile is made here.
        case failed
        /// Redis is out of memory, so the tile is made here.
        case full
        /// Redis was not asked because it has not answered recently.
        case skipped
        /// The request was cancelled.
        case cancelled
    }

    package var answers = [Int](repeating: 0, count: Answer.allCases.count)
    package var stored = 0
    package var storedBytes = 0
    /// The number of tiles that Redis rejected, or that were not sent because it does not answer.
    package var notStored = 0
    /// The number of values that differ from what was stored.
    package var corrupt = 0
    /// The number of lost connections and failed attempts.
    package var failures = 0
    package var changesSent = 0
    package var changesHeard = 0
    /// The time until the tile arrived, for hits.
    package var hitTime = LatencyHistogram()
    package var isConnected = false

    package func count(_ answer: Answer) -> Int { answers[Answer.allCases.firstIndex(of: answer)!] }
}

final class SharedTileCounters: Sendable {
    private let counts = Lock(SharedTileCounts())

    var now: SharedTileCounts { counts.withLock { $0 } }

    func update(_ change: (inout SharedTileCounts) -> Void) { counts.withLock { change(&$0) } }

    func count(_ answer: SharedTileCounts.Answer) {
        update { $0.answers[SharedTileCounts.Answer.allCases.firstIndex(of: answer)!] += 1 }
    }
}
