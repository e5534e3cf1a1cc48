import NIOCore
import Synchronization
import TileEngine
import TileGeometry
import TileGraphics

/// All sessions of a server, by name: who may open one, and who is told when a content changes.
final class SessionBook: Sendable {
    private struct State: Sendable {
        var sessions: [SessionAddress.ID: SessionStanding] = [:]
        var perClient: [ClientAddress: Int] = [:]
        var perContent: [ContentID: [SessionAddress.ID: SessionStanding]] = [:]
        /// Of the contents that sessions show.
        var watches: [ContentID: TileChangeSubscription] = [:]
    }

    let policy: SessionPolicy
    let counters = SessionCounters()
    let engine: TileEngine
    private let state = Lock(State())

    init(engine: TileEngine, policy: SessionPolicy) {
        self.engine = engine
        self.policy = policy
    }

    var count: Int { state.withLock { $0.sessions.count } }

    func session(_ id: some StringProtocol) -> SessionStanding? {
        guard let id = SessionAddress.ID(id) else { return nil }
        return state.withLock { $0.sessions[id] }
    }

    /// Takes a new session in.
    ///
    /// - Throws: When there are too many, or there is one of that name: two viewers of one name would be told each other's
    ///   tiles, and a name that was seen in a log must not end the session that it belongs to.
    func open(_ address: SessionAddress, client: ClientAddress) throws(HTTPProblem) -> SessionStanding {
        let standing = SessionStanding(address, client: client, policy: policy)
        let content = standing.content
        do throws(HTTPProblem) {
            try state.withLock { (state) throws(HTTPProblem) in
                guard state.sessions.count < policy.limit else { throw HTTPProblem.tooManySessions }
                guard state.perClient[client, default: 0] < policy.limitPerClient else {
                    throw HTTPProblem.tooManySessionsOfClient
                }
                guard state.sessions[address.id] == nil else { throw HTTPProblem.sessionExists }
                state.sessions[address.id] = standing
                state.perClient[client, default: 0] += 1
                state.perContent[content, default: [:]][address.id] = standing
                // One for all sessions of a content, and there before this one can ask how often it has changed.
                if state.watches[content] == nil {
                    state.watches[content] = engine.watch(content) { [weak self] in self?.changed(content, $0) }
                }
            }
        } catch {
            counters.refused.add(1, ordering: .relaxed)
            throw error
        }
        counters.opened.add(1, ordering: .relaxed)
        return standing
    }

    func close(_ standing: SessionStanding) {
        standing.end()
        let content = standing.content
        let watch = state.withLock { state -> TileChangeSubscription? in
            guard state.sessions.removeValue(forKey: standing.id) != nil else { return nil }
            let left = state.perClient[standing.client, default: 1] - 1
            state.perClient[standing.client] = left == 0 ? nil : left
            state.perContent[content]?[standing.id] = nil
            guard state.perContent[content]?.isEmpty == true else { return nil }
            state.perContent[content] = nil
            return state.watches.removeValue(forKey: content)
        }
        // It ends outside the lock.
        _ = consume watch
    }

    private func changed(_ content: ContentID, _ box: Box) {
        let sessions = state.withLock { $0.perContent[content].map { Array($0.values) } ?? [] }
        for session in sessions { session.changed(box) }
    }
}

/// Whom a limit for each client counts: an address of IPv4, or a network of IPv6, of which a client has all addresses.
struct ClientAddress: Hashable, Sendable {
    private let bytes: UInt64
    private let isNetwork: Bool

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            bytes = UInt64(address.address.sin_addr.s_addr)
            isNetwork = false
        case .v6(let address):
            let all = withUnsafeBytes(of: address.address.sin6_addr) { [UInt8]($0) }
            isNetwork = !all.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
            // One of IPv4 in the other's clothes.
            bytes = (isNetwork ? all.prefix(8) : all.suffix(4)).reduce(0) { $0 << 8 | UInt64($1) }
        case .unixDomainSocket, nil:
            bytes = 0
            isNetwork = false
        }
    }
}
