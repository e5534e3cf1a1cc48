import Synchronization
import TileSupport

/// What became of connections since the server started.
final class ConnectionCounters: Sendable {
    /// Why the server ended a connection.
    enum Reason: String, Sendable, CaseIterable {
        /// A head was not whole in time.
        case head
        /// Nothing went over it for long.
        case idle
        /// The client took less than it has to.
        case slow
        /// Too many bytes waited for their readers.
        case unread
        /// The client reset too many unanswered streams of HTTP/2.
        case resets
    }

    let opened = Atomic(0)
    let refused = Atomic(0)
    /// How often no descriptor was left for another.
    let shortages = Atomic(0)
    private let ends = Lock<[Reason: Int]>([:])

    func countEnd(_ reason: Reason) { ends.withLock { $0[reason, default: 0] += 1 } }

    func ended(_ reason: Reason) -> Int { ends.withLock { $0[reason, default: 0] } }
}
