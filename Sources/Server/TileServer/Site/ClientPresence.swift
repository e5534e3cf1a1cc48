import TileSessions
import TileSupport

/// Whether the client at the other end of a connection is still there and takes what it asked for, for those who work
/// for it.
///
/// A client that closes its sending half is still there: it may read. Whether it is gone altogether shows when
/// something is sent to it (`RequestRules`).
final class ClientPresence: Sendable {
    private struct State {
        var hasLeft = false
        /// Whether it has taken so much of what was written that more may be.
        var takes = true
        /// Those who wait until it does.
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// Since when it waits for the answer that is worked on.
        var asked = MonotonicClock.nanoseconds
        var atDeparture: (@Sendable () -> Void)?
    }

    private let state = Lock(State())
    /// Whether nobody on the way can read what is said.
    let isSecure: Bool

    /// Whose connection it is; nil where that is not known.
    let client: ClientAddress?
    /// The same for people.
    let address: String?
    /// Whether that is a proxy, which says who asks.
    let isProxy: Bool
    /// Whether it may say by which address its client asks: a trusted proxy, or anybody where none is configured.
    let mayForward: Bool
    /// Sees to it that no answer is waited for too long; nil where there is no server, as in tests of connections.
    let answers: AnswersUnderWay?

    init(
        isSecure: Bool = false, client: ClientAddress? = nil, address: String? = nil, isProxy: Bool = false,
        mayForward: Bool = true, answers: AnswersUnderWay? = nil
    ) {
        (self.isSecure, self.client, self.address, self.isProxy) = (isSecure, client, address, isProxy)
        self.mayForward = mayForward
        self.answers = answers
    }

    /// Of the connection whose request the current task answers; nil where there is no connection, as in tests of
    /// routes.
    @TaskLocal static var current: ClientPresence?

    var hasLeft: Bool { state.withLock { $0.hasLeft } }
    /// Whether somebody waits until the client takes what is written.
    var isWaitedFor: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// The routes begin with an answer; the one before has been given.
    func answerBegins() { state.withLock { $0.asked = MonotonicClock.nanoseconds } }

    func clientLeft() {
        let (action, waiting) = state.withLock { state in
            state.hasLeft = true
            defer {
                state.atDeparture = nil
                state.waiting = []
            }
            return (state.atDeparture, state.waiting)
        }
        action?()
        for waiter in waiting { waiter.resume() }
    }

    /// Whether the client takes what is written; until it is told otherwise, it does.
    func clientTakes(_ takes: Bool) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.takes = takes
            guard takes else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Returns when the client takes what is written, has left, or the task is cancelled.
    private func untilClientTakes() async {
        if state.withLock({ $0.takes || $0.hasLeft }) { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    if state.takes || state.hasLeft || Task.isCancelled { return true }
                    state.waiting.append(waiter)
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for waiter in waiting { waiter.resume() }
        }
    }

    /// Does `work` in a task that is cancelled when the client leaves. It begins when the client has taken what it
    /// asked for before: one that does not read holds one answer, and not one more that is ready behind it.
    ///
    /// When the answer is given up (`AnswersUnderWay`), this ends at once, and the work, which is cancelled then, when
    /// it notices.
    ///
    /// - Throws: What `work` throws; an `HTTPProblem` for what was given up.
    static func whilePresent<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let presence = current else { return try await work() }
        await presence.untilClientTakes()
        let outcome = FirstResult<Result>()
        let task = Task {
            do {
                outcome.settle(.success(try await work()))
            } catch {
                outcome.settle(.failure(error))
            }
        }
        let number: UInt64?
        do {
            number = try presence.answers?.add(since: presence.state.withLock { $0.asked }) { problem in
                outcome.settle(.failure(problem))
                task.cancel()
            }
        } catch {
            task.cancel()
            throw error
        }
        defer { if let number { presence.answers?.remove(number) } }
        let hasLeft = presence.state.withLock { state in
            state.atDeparture = { task.cancel() }
            return state.hasLeft
        }
        if hasLeft { task.cancel() }
        defer { presence.state.withLock { $0.atDeparture = nil } }
        return try await withTaskCancellationHandler {
            try await outcome.value
        } onCancel: {
            task.cancel()
        }
    }
}
