import Synchronization
import TileEngine
import TileGraphics

/// What sessions have done since the server started.
final class SessionCounters: Sendable {
    let opened = Atomic(0)
    let refused = Atomic(0)
    let viewports = Atomic(0)
    /// Viewports that a newer one replaced before they were looked at.
    let coalesced = Atomic(0)
    let drafts = Atomic(0)
    let refinedSent = Atomic(0)
    let changedSent = Atomic(0)
    private let ends = Lock<[String: Int]>([:])
    private let times = Lock(LatencyHistogram())

    /// - Parameter reason: The code of a closing frame, or why there was none.
    func countEnd(_ reason: String) { ends.withLock { $0[reason, default: 0] += 1 } }

    /// - Parameter nanoseconds: From a viewport's arrival to the end of what it caused.
    func countUpdate(_ nanoseconds: UInt64) { times.withLock { $0.record(nanoseconds) } }

    var endsByReason: [String: Int] { ends.withLock { $0 } }
    var updateTime: LatencyHistogram { times.withLock { $0 } }
}
