package import TileEngine
import TileSupport

/// What a shared cache has done since it was made.
package struct SharedTileCounts: Sendable {
    package enum Answer: String, CaseIterable, Sendable {
        /// It was there.
        case hit
        /// It was not there, and is made here for all.
        case miss
        /// Another server made it meanwhile.
        case waited
        /// Another server took too long: it is made here too.
        case expired
        /// Redis does not answer, or answers something else: it is made here too.
        case failed
        /// Redis has no room: it is made here too.
        case full
        /// Redis was not asked, because it did not answer lately.
        case skipped
        /// Nobody wanted it any more.
        case cancelled
    }

    package var answers = [Int](repeating: 0, count: Answer.allCases.count)
    package var stored = 0
    package var storedBytes = 0
    /// Files that Redis did not take, or that were not offered because it does not answer.
    package var notStored = 0
    /// Values that were not what was put there.
    package var corrupt = 0
    /// Connections lost, and tries that failed.
    package var failures = 0
    package var changesSent = 0
    package var changesHeard = 0
    /// Of hits: until the file was here.
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
