import Synchronization
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

/// The sessions of a server by id. It admits new sessions and notifies those whose content changes.
package final class SessionRegistry: Sendable {
    private struct State: Sendable {
        var sessions: [SessionID: SessionMailbox] = [:]
        var perClient: [ClientAddress: Int] = [:]
        var perContent: [ContentID: [SessionID: SessionMailbox]] = [:]
        /// The subscriptions to contents that sessions show.
        var watches: [ContentID: TileChangeSubscription] = [:]
        /// The frame rates of animated contents.
        var paces: [ContentID: Pace] = [:]
        /// The number of open connections. It may exceed the number of sessions while final messages are being sent.
        var connections = 0
        /// The continuations that wait until all connections are closed.
        var waiting: [CheckedContinuation<Void, Never>] = []

        func setPace(of content: ContentID) {
            guard let pace = paces[content] else { return }
            pace.pace.framesPerSecond = perContent[content] == nil ? pace.unwatched : pace.watched
        }
    }

    /// The frame rates of a content with and without sessions that show it.
    private struct Pace: Sendable {
        var pace: FramePace
        var watched: Double
        var unwatched: Double
    }

    package let policy: SessionPolicy
    /// The recorder of a session, if one is to be recorded.
    package let tape: SessionTape?
    package let counters = SessionCounters()
    package let engine: TileEngine
    private let state = Lock(State())

    package init(engine: TileEngine, policy: SessionPolicy, tape: SessionTape? = nil) {
        self.engine = engine
        self.policy = policy
        self.tape = tape
    }

    package var count: Int { state.withLock { $0.sessions.count } }

    package func session(_ id: some StringProtocol) -> SessionMailbox? {
        guard let id = SessionID(id) else { return nil }
        return state.withLock { $0.sessions[id] }
    }

    /// Registers a new session.
    ///
    /// - Throws: If there are too many sessions, or the id is in use. Two viewers with one id would receive each
    ///   other's tiles, and knowing an id from a log must not suffice to end its session.
    package func open(
        _ id: SessionID, of content: ContentID, as format: TileFormat, client: ClientAddress
    ) throws(SessionRefusal) -> SessionMailbox {
        let mailbox = SessionMailbox(id, of: content, as: format, client: client, policy: policy)
        do throws(SessionRefusal) {
            try state.withLock { (state) throws(SessionRefusal) in
                guard state.sessions.count < policy.limit else { throw SessionRefusal.tooMany }
                guard state.perClient[client, default: 0] < policy.limitPerClient else {
                    throw SessionRefusal.tooManyOfClient
                }
                guard state.sessions[id] == nil else { throw SessionRefusal.exists }
                state.sessions[id] = mailbox
                state.perClient[client, default: 0] += 1
                state.perContent[content, default: [:]][id] = mailbox
                // One subscription for all sessions of a content. It must exist before this session can ask how often
                // the content has changed.
                if state.watches[content] == nil {
                    state.watches[content] = engine.watch(content) { [weak self] in self?.changed(content, $0) }
                    state.setPace(of: content)
                }
            }
        } catch {
            counters.refused.add(1, ordering: .relaxed)
            throw error
        }
        counters.opened.add(1, ordering: .relaxed)
        return mailbox
    }

    package func close(_ mailbox: SessionMailbox) {
        mailbox.end()
        let content = mailbox.content
        let watch = state.withLock { state -> TileChangeSubscription? in
            guard state.sessions.removeValue(forKey: mailbox.id) != nil else { return nil }
            let left = state.perClient[mailbox.client, default: 1] - 1
            state.perClient[mailbox.client] = left == 0 ? nil : left
            state.perContent[content]?[mailbox.id] = nil
            guard state.perContent[content]?.isEmpty == true else { return nil }
            state.perContent[content] = nil
            state.setPace(of: content)
            return state.watches.removeValue(forKey: content)
        }
        // It ends outside the lock.
        _ = consume watch
    }

    /// Notifies all sessions that show a content that it was replaced or withdrawn.
    ///
    /// - Parameter successor: The new identifier of the content, if it was renamed.
    package func replaced(_ content: ContentID, by successor: String? = nil) {
        for session in state.withLock({ Array(($0.perContent[content] ?? [:]).values) }) {
            session.replaced(by: successor)
        }
    }

    // MARK: Animated contents

    /// Sets the frame rates of a content, in frames per second, with and without sessions that show it.
    package func set(_ pace: FramePace, of content: ContentID, watched: Double, unwatched: Double) {
        state.withLock { state in
            state.paces[content] = Pace(pace: pace, watched: watched, unwatched: unwatched)
            state.setPace(of: content)
        }
    }

    package func forgetPace(of content: ContentID) { state.withLock { $0.paces[content] = nil } }

    /// Whether a session shows a content.
    package func isShown(_ content: ContentID) -> Bool { state.withLock { $0.perContent[content] != nil } }

    // MARK: Shutdown

    package func connectionDidOpen() { state.withLock { $0.connections += 1 } }

    package func connectionDidClose() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.connections -= 1
            if state.connections > 0 { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Ends all sessions and waits until their connections are closed: at most `SessionPolicy.closeTime`, plus the time
    /// for which a session currently yields its event loop. Call it when no new sessions can be opened.
    package func shutDown() async {
        for session in state.withLock({ Array($0.sessions.values) }) { session.dismiss() }
        await withCheckedContinuation { waiter in
            let isDone = state.withLock { state in
                if state.connections > 0 { state.waiting.append(waiter) }
                return state.connections == 0
            }
            if isDone { waiter.resume() }
        }
    }

    private func changed(_ content: ContentID, _ box: Box) {
        let sessions = state.withLock { $0.perContent[content].map { Array($0.values) } ?? [] }
        for session in sessions { session.changed(box) }
    }
}
