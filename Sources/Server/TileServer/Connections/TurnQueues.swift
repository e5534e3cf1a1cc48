import NIOCore
import TileSupport

/// The turn queues of a server, one for each event loop.
final class TurnQueues: Sendable {
    private let queues = Lock<[ObjectIdentifier: NIOLoopBound<TurnQueue>]>([:])

    /// Returns the queue of an event loop. Called on that loop.
    func queue(for eventLoop: any EventLoop) -> TurnQueue {
        queues.withLock { queues in
            let id = ObjectIdentifier(eventLoop)
            let queue = queues[id] ?? NIOLoopBound(TurnQueue(eventLoop), eventLoop: eventLoop)
            queues[id] = queue
            return queue
        }.value
    }
}
