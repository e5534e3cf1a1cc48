import NIOCore
import Synchronization
import TileSessions

/// The state of a connection that is shared by all threads.
final class ConnectionRecord: Sendable {
    let channel: any Channel
    let client: ClientAddress
    /// The number of bytes that were written and that the network has not taken.
    let unread = Atomic(0)
    /// Whether the connection is about to be dropped, so that its unread bytes don't count.
    let isDropped = Atomic(false)
    /// The last time that the client was active, on the clock of the connection's event loop. For a session it is the
    /// largest value, because a session is never idle.
    let lastHeard: Atomic<UInt64>
    /// Whether the routes have a request that they have not answered.
    let isAnswering = Atomic(false)
    /// The time since which the client has been reading too slowly, on the same clock.
    let slowSince = Atomic<UInt64>(0)

    init(_ channel: any Channel, client: ClientAddress) {
        self.channel = channel
        self.client = client
        lastHeard = Atomic(channel.eventLoop.now.uptimeNanoseconds)
    }
}

/// An event that another thread sends to a connection.
enum ConnectionEvent: Sendable {
    /// Drops the connection, because its unread answers take too much memory.
    case drop
    /// Closes the connection to make room for another if it is idle or has been silent for a while.
    case closeIfIdle
}
