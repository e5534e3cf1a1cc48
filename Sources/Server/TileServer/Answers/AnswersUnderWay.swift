import TileSupport

/// The answers that a server works on. Each is given in time, whatever becomes of the work: no client waits longer than
/// `ConnectionPolicy.answerTime`, nor beyond the server's end.
final class AnswersUnderWay: Sendable {
    private struct Answer: Sendable {
        var deadline: UInt64
        var giveUp: @Sendable (HTTPProblem) -> Void
    }

    private struct State: Sendable {
        var answers: [UInt64: Answer] = [:]
        var next: UInt64 = 0
        var isOver = false
    }

    private let state = Lock(State())
    private let seconds: Double

    /// - Parameter seconds: That a client waits at most.
    init(seconds: Double) { self.seconds = seconds }

    var count: Int { state.withLock { $0.answers.count } }

    /// Notes an answer that is worked on, until it is removed.
    ///
    /// - Parameters:
    ///   - start: Since when its client waits, in nanoseconds of `MonotonicClock`.
    ///   - giveUp: Called once at most, on any thread, with what the client is to be told in its place.
    /// - Returns: What to remove it by.
    /// - Throws: `HTTPProblem.shuttingDown` after the end.
    func add(since start: UInt64, giveUp: @escaping @Sendable (HTTPProblem) -> Void) throws(HTTPProblem) -> UInt64 {
        let number = state.withLock { state -> UInt64? in
            guard !state.isOver else { return nil }
            defer { state.next += 1 }
            state.answers[state.next] = Answer(deadline: start + UInt64(seconds * 1e9), giveUp: giveUp)
            return state.next
        }
        guard let number else { throw .shuttingDown }
        return number
    }

    func remove(_ number: UInt64) { state.withLock { _ = $0.answers.removeValue(forKey: number) } }

    /// Gives up what is waited for too long. Looks at all.
    func sweep(at now: UInt64 = MonotonicClock.nanoseconds) {
        let late = state.withLock { state in
            let late = state.answers.filter { $0.value.deadline <= now }
            for number in late.keys { state.answers[number] = nil }
            return late.values
        }
        for answer in late { answer.giveUp(.waitedTooLong(seconds: seconds)) }
    }

    /// Gives up all, and all that would come.
    func end() {
        let last = state.withLock { state in
            defer { state.answers = [:] }
            state.isOver = true
            return state.answers.values
        }
        for answer in last { answer.giveUp(.shuttingDown) }
    }
}
