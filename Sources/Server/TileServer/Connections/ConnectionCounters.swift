import Synchronization
import TileSupport

/// Counters of connections since the server started.
final class ConnectionCounters: Sendable {
    /// The reason for which the server ended a connection.
    enum Reason: String, Sendable, CaseIterable {
        /// A request head was not complete in time.
        case head
        /// The connection was idle for too long.
        case idle
        /// The client read more slowly than it must.
        case slow
        /// The client left too many bytes unread.
        case unread
        /// The client reset too many unanswered HTTP/2 streams.
        case resets
    }

    let opened = Atomic(0)
    let refused = Atomic(0)
    /// The number of times that no file descriptor was left for another connection.
    let shortages = Atomic(0)
    private let ends = Lock<[Reason: Int]>([:])

    func countEnd(_ reason: Reason) { ends.withLock { $0[reason, default: 0] += 1 } }

    func ended(_ reason: Reason) -> Int { ends.withLock { $0[reason, default: 0] } }
}
