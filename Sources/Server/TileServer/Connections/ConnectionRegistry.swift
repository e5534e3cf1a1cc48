import NIOCore
import Synchronization
import TileSessions
import TileSupport

/// All connections of a server. It admits new connections and limits the bytes of unread answers.
final class ConnectionRegistry: Sendable {
    enum Admission {
        case admitted(ConnectionRecord)
        case refused(HTTPProblem)
        /// So many clients are being told the reason that this one is closed without a message.
        case turnedAway
    }

    private struct State: Sendable {
        var records: [ObjectIdentifier: ConnectionRecord] = [:]
        var perClient: [ClientAddress: Int] = [:]
        /// Refused connections that are still open.
        var refusals = 0
    }

    let policy: ConnectionPolicy
    let counters = ConnectionCounters()
    /// The turns of connections that have more work for their event loop than one turn allows.
    let turns = TurnQueues()
    /// The unanswered streams of HTTP/2 that each client may still reset.
    let resets = RateLimiter(RoutedStreams.Limits().resets)
    private let state = Lock(State())
    private let unread = Atomic(0)

    /// The number of refused connections that may be told the reason at a time. Each takes a descriptor.
    private static let refusalLimit = 64
    /// The number of idle connections that are closed at a time to make room.
    private static let roomMade = 16

    private let heapTrimmer: HeapTrimmer

    /// - Parameter giveBack: Returns free memory to the system; called when many connections have closed.
    init(policy: ConnectionPolicy, giveBack: @escaping @Sendable () -> Void = {}) {
        self.policy = policy
        heapTrimmer = HeapTrimmer(giveBack: giveBack)
    }

    var count: Int { state.withLock { $0.records.count } }
    var unreadBytes: Int { unread.load(ordering: .relaxed) }

    // MARK: Opening and closing

    /// Admits a new connection if a limit allows it. If the server is full, this closes idle connections to make room
    /// for the next ones.
    func open(_ channel: any Channel) -> Admission {
        let client = ClientAddress(channel.remoteAddress)
        let (admission, isFull) = state.withLock { state -> (Admission, Bool) in
            let isFull = state.records.count >= policy.limit
            let problem: HTTPProblem? =
                isFull
                ? .tooManyConnections
                : state.perClient[client, default: 0] >= policy.limitPerClient ? .tooManyConnectionsOfClient : nil
            if let problem {
                guard state.refusals < Self.refusalLimit else { return (.turnedAway, isFull) }
                state.refusals += 1
                return (.refused(problem), isFull)
            }
            let record = ConnectionRecord(channel, client: client)
            state.records[ObjectIdentifier(record)] = record
            state.perClient[client, default: 0] += 1
            return (.admitted(record), false)
        }
        if case .admitted = admission {
            counters.opened.add(1, ordering: .relaxed)
            heapTrimmer.note(count)
        } else {
            counters.refused.add(1, ordering: .relaxed)
        }
        if isFull { closeIdle() }
        return admission
    }

    /// Removes a connection. Calling it again has no effect.
    func close(_ record: ConnectionRecord) {
        let isFirst = state.withLock { state in
            guard state.records.removeValue(forKey: ObjectIdentifier(record)) != nil else { return false }
            let left = state.perClient[record.client, default: 1] - 1
            state.perClient[record.client] = left == 0 ? nil : left
            return true
        }
        guard isFirst else { return }
        setUnread(0, of: record)
        heapTrimmer.note(count)
    }

    func refusalDidEnd() { state.withLock { $0.refusals -= 1 } }

    /// Closes the connections that have been silent longest, except those that wait for an answer.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of connections.
    func closeIdle() {
        let longest = state.withLock { state in
            state.records.values.filter { !$0.isAnswering.load(ordering: .relaxed) }
                .map { ($0, $0.lastHeard.load(ordering: .relaxed)) }.filter { $0.1 < .max }
        }.sorted { $0.1 < $1.1 }.prefix(Self.roomMade)
        for (record, _) in longest {
            record.channel.pipeline.fireUserInboundEventTriggered(ConnectionEvent.closeIfIdle)
        }
    }

    // MARK: Unread answers

    /// Records how many bytes of a connection's answers are unread. Above the limit, this looks at all connections and
    /// drops those that have been slow longest.
    func setUnread(_ bytes: Int, of record: ConnectionRecord) {
        // A dropped connection may write more before it handles the event.
        let bytes = record.isDropped.load(ordering: .relaxed) ? 0 : bytes
        let before = record.unread.exchange(bytes, ordering: .relaxed)
        let total = unread.add(bytes - before, ordering: .relaxed).newValue
        guard total > policy.unreadLimit, bytes > before else { return }
        var excess = total - policy.unreadLimit
        let slow = state.withLock { state in
            state.records.values.filter { $0.unread.load(ordering: .relaxed) > 0 }
        }.sorted { $0.slowSince.load(ordering: .relaxed) < $1.slowSince.load(ordering: .relaxed) }
        for record in slow where excess > 0 {
            // The first caller counts the bytes; the connection's own thread then drops it.
            if record.isDropped.exchange(true, ordering: .relaxed) { continue }
            let freed = record.unread.exchange(0, ordering: .relaxed)
            unread.subtract(freed, ordering: .relaxed)
            excess -= freed
            record.channel.pipeline.fireUserInboundEventTriggered(ConnectionEvent.drop)
        }
    }
}
