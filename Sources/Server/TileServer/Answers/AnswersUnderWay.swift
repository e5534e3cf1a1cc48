import TileSupport

/// The answers that a server is working on, each with a deadline.
///
/// A client gets an answer in time even if the work does not finish: it waits at most for
/// `ConnectionPolicy.answerTime`, and not beyond the end of the server.
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

    /// - Parameter seconds: The longest time that a client waits.
    init(seconds: Double) { self.seconds = seconds }

    var count: Int { state.withLock { $0.answers.count } }

    /// Registers an answer that is being worked on, until it is removed.
    ///
    /// - Parameters:
    ///   - start: The time since which the client has been waiting, in nanoseconds of `MonotonicClock`.
    ///   - giveUp: Called at most once, on any thread, with the problem to answer instead.
    /// - Returns: The number to remove the answer by.
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

    /// Gives up the answers whose deadline has passed.
    ///
    /// - Complexity: O(n) in the number of answers.
    func sweep(at now: UInt64 = MonotonicClock.nanoseconds) {
        let late = state.withLock { state in
            let late = state.answers.filter { $0.value.deadline <= now }
            for number in late.keys { state.answers[number] = nil }
            return late.values
        }
        for answer in late { answer.giveUp(.waitedTooLong(seconds: seconds)) }
    }

    /// Gives up all answers and refuses new ones.
    func end() {
        let last = state.withLock { state in
            defer { state.answers = [:] }
            state.isOver = true
            return state.answers.values
        }
        for answer in last { answer.giveUp(.shuttingDown) }
    }
}
