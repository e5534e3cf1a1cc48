import TileSessions
import TileSupport

/// The state of the client at the other end of a connection: whether it is still connected and reads its answers.
///
/// A client that closes its sending half is still present, because it may read. Only sending it something reveals
/// whether it is gone (`RequestRules`).
final class ClientPresence: Sendable {
    private struct State {
        var hasLeft = false
        /// Whether the client has read enough that more may be written.
        var takes = true
        /// The tasks that wait until `takes` is true.
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// The time since which the client waits for the answer that is being worked on.
        var asked = MonotonicClock.nanoseconds
        var atDeparture: (@Sendable () -> Void)?
    }

    private let state = Lock(State())
    /// Whether the connection is encrypted.
    let isSecure: Bool

    /// The client's address; nil if it is not known.
    let client: ClientAddress?
    /// The client's address as text.
    let address: String?
    /// Whether the client is a proxy that names the original client.
    let isProxy: Bool
    /// Whether the client may send forwarding headers: a trusted proxy, or any client if no proxy is configured.
    let mayForward: Bool
    /// The deadlines of answers; nil if there is no server, as in tests of connections.
    let answers: AnswersUnderWay?

    init(
        isSecure: Bool = false, client: ClientAddress? = nil, address: String? = nil, isProxy: Bool = false,
        mayForward: Bool = true, answers: AnswersUnderWay? = nil
    ) {
        (self.isSecure, self.client, self.address, self.isProxy) = (isSecure, client, address, isProxy)
        self.mayForward = mayForward
        self.answers = answers
    }

    /// The client whose request the current task answers; nil if there is no connection, as in tests of routes.
    @TaskLocal static var current: ClientPresence?

    var hasLeft: Bool { state.withLock { $0.hasLeft } }
    /// Whether a task waits until the client reads what was written.
    var isWaitedFor: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Marks the beginning of an answer by the routes, after the previous one was given.
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

    /// Sets whether the client reads what is written. It initially does.
    func clientTakes(_ takes: Bool) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.takes = takes
            guard takes else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Returns when the client reads what is written or has disconnected, or when the task is cancelled.
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

    /// Runs `work` in a task that is cancelled when the client disconnects. It begins after the client has read the
    /// previous answer, so a client that does not read holds one answer in memory and not a second one behind it.
    ///
    /// If the answer is given up (`AnswersUnderWay`), this function throws at once, and the cancelled work ends when it
    /// notices.
    ///
    /// - Throws: The error that `work` throws, or an `HTTPProblem` if the answer was given up.
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
