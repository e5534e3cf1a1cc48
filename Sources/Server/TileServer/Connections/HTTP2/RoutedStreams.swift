import NIOCore

/// The streams of one HTTP/2 connection that the routes answer.
///
/// A client may reset a stream as soon as it has opened it and open the next one, so the protocol's limit on concurrent
/// streams does not bound the work that a connection causes (RFC 9113 section 10.5, CVE-2023-44487). Two limits do:
///
/// - A stream keeps its slot until the task of its answer has ended, however early the client resets it. Streams beyond
///   the slots wait, and a stream that is reset while it waits never starts a task.
/// - Resets of unanswered streams spend a budget, which all connections of a client share, and so do streams that are
///   unanswered when the client disconnects. A connection that exceeds it ends with ENHANCE_YOUR_CALM.
///
/// Used on the connection's event loop only.
final class RoutedStreams {
    struct Limits: Sendable {
        /// Answers in preparation at a time: as many as the streams that a client may have open.
        var answers = 128
        /// Resets of unanswered streams. A viewer that scrolls fast over a slow network resets as many requests as it
        /// makes: 128 streams that each live for 100 ms are 1,280 resets in a second-long swipe, and half of that on
        /// average is more than a person keeps up. At some 60 microseconds each, 500 a second take 3% of a core.
        var resets = RatePolicy(perSecond: 500, burst: 2_000)
        /// Streams opened in one turn of the event loop (`TurnQueue`); other connections are served before the next
        /// ones.
        var streamsPerTurn = 8
    }

    /// A stream that waits for a slot.
    private final class Waiting {
        /// Starts the answer; nil once the client has reset the stream.
        var start: (() -> Void)?

        init(_ start: @escaping () -> Void) { self.start = start }
    }

    let limits: Limits
    let turns: TurnQueue
    private var answers = 0
    private var waiting = CircularBuffer<Waiting>()
    private var resets: ResetBudget

    init(limits: Limits = Limits(), resets: ResetBudget, turns: TurnQueue) {
        self.limits = limits
        self.resets = resets
        self.turns = turns
    }

    /// Creates the streams of a connection that has a budget of its own.
    convenience init(limits: Limits = Limits(), turns: TurnQueue, now: NIODeadline) {
        let bucket = TokenBucket(limits.resets, now: now.uptimeNanoseconds)
        self.init(limits: limits, resets: .connection(bucket, limits.resets), turns: turns)
    }

    /// Starts an answer now, or when a slot is free.
    ///
    /// - Returns: An action for the end of the stream, which drops an answer that has not been started.
    func add(_ start: @escaping () -> Void) -> () -> Void {
        if answers < limits.answers {
            answers += 1
            start()
            return {}
        }
        let entry = Waiting(start)
        waiting.append(entry)
        return { entry.start = nil }
    }

    /// Frees the slot of an answer whose task has ended.
    func answerDidEnd() {
        answers -= 1
        while answers < limits.answers, let next = waiting.popFirst() {
            guard let start = next.start else { continue }
            answers += 1
            start()
        }
    }

    /// Notes that the client has reset an unanswered stream.
    ///
    /// - Returns: Whether the connection is still within its budget.
    func clientDidReset(now: NIODeadline) -> Bool { resets.spend(now: now) }

    /// Notes that the client has disconnected, which resets its unanswered streams.
    func clientDidLeave(unanswered: Int, now: NIODeadline) {
        for _ in 0..<unanswered where !resets.spend(now: now) { return }
    }

    /// Returns whether the client may open another stream. A client that has spent its budget by closing connections
    /// with unanswered streams waits until it has some again.
    func mayOpen(now: NIODeadline) -> Bool { resets.hasRoom(now: now) }
}
