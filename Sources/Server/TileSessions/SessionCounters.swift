import Synchronization
import TileEngine
import TileSupport

/// What sessions have done since the server started.
package final class SessionCounters: Sendable {
    package let opened = Atomic(0)
    package let refused = Atomic(0)
    package let viewports = Atomic(0)
    /// Viewports that a newer one replaced before they were looked at.
    package let coalesced = Atomic(0)
    package let drafts = Atomic(0)
    package let refinedSent = Atomic(0)
    package let changedSent = Atomic(0)
    /// Tiles that viewers got without asking for them.
    package let delivered = Atomic(0)
    private let ends = Lock<[String: Int]>([:])
    private let times = Lock(LatencyHistogram())

    /// - Parameter reason: The code of a closing frame, or why there was none.
    package func countEnd(_ reason: String) { ends.withLock { $0[reason, default: 0] += 1 } }

    /// - Parameter nanoseconds: From a viewport's arrival to the end of what it caused.
    package func countUpdate(_ nanoseconds: UInt64) { times.withLock { $0.record(nanoseconds) } }

    package var endsByReason: [String: Int] { ends.withLock { $0 } }
    package var updateTime: LatencyHistogram { times.withLock { $0 } }
}
