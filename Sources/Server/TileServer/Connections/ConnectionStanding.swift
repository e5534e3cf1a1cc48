import NIOCore
import Synchronization
import TileSessions

/// The state of a connection that all threads may use.
final class ConnectionStanding: Sendable {
    let channel: any Channel
    let client: ClientAddress
    /// Bytes that were written and that the network has not taken.
    let unread = Atomic(0)
    /// Whether it is to be dropped, and what waits for it no longer counts.
    let isDropped = Atomic(false)
    /// When the client was last heard of, on the clock of its event loop; of a session the end of time: it is never
    /// idle.
    let lastHeard: Atomic<UInt64>
    /// Whether the routes have a request that they have not answered.
    let isAnswering = Atomic(false)
    /// Since when the client has been taking too little, on that clock.
    let slowSince = Atomic<UInt64>(0)

    init(_ channel: any Channel, client: ClientAddress) {
        self.channel = channel
        self.client = client
        lastHeard = Atomic(channel.eventLoop.now.uptimeNanoseconds)
    }
}

/// What a connection is told by another thread.
enum ConnectionEvent: Sendable {
    /// Its unread answers are too many, and others take theirs.
    case drop
    /// To make room for another connection, if this one is at rest or has been silent for a while.
    case closeIfIdle
}
