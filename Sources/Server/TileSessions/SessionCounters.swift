import Synchronization
import TileEngine
import TileSupport

/// Statistics of sessions since the server started.
package final class SessionCounters: Sendable {
    package let opened = Atomic(0)
    package let refused = Atomic(0)
    package let viewports = Atomic(0)
    /// The number of viewports that were replaced by newer ones before being processed.
    package let coalesced = Atomic(0)
    package let drafts = Atomic(0)
    package let refinedSent = Atomic(0)
    package let changedSent = Atomic(0)
    /// The number of tiles sent to viewers without a request.
    package let delivered = Atomic(0)
    private let ends = Lock<[String: Int]>([:])
    private let times = Lock(LatencyHistogram())

    /// Counts the end of a session.
    ///
    /// - Parameter reason: The code of the close frame, or the reason why there was none.
    package func countEnd(_ reason: String) { ends.withLock { $0[reason, default: 0] += 1 } }

    /// Records the duration of an update.
    ///
    /// - Parameter nanoseconds: The time from a viewport's arrival to the end of the update.
    package func countUpdate(_ nanoseconds: UInt64) { times.withLock { $0.record(nanoseconds) } }

    package var endsByReason: [String: Int] { ends.withLock { $0 } }
    package var updateTime: LatencyHistogram { times.withLock { $0 } }
}
