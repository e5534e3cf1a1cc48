import Dispatch
import TileSupport

/// A process of a pool.
package protocol PooledWorker: Sendable {
    /// Whether it has ended while nobody asked it anything.
    var hasEnded: Bool { get }
    /// Ends it. Called once.
    func end()
}

/// How many processes there may be, and for how long.
package struct WorkerPoolLimits: Hashable, Sendable {
    /// The most of a subject.
    package var perSubject: Int
    /// The most in all. When so many are there, the one that has been idle for longest is ended; when none is idle,
    /// whoever needs one waits.
    package var all: Int
    /// The most at a time of subjects that are not known to be brief.
    package var forLong: Int
    /// After which a process that nobody needed is ended.
    package var idleNanoseconds: UInt64

    package init(perSubject: Int, all: Int, forLong: Int, idleNanoseconds: UInt64) {
        self.perSubject = perSubject
        self.all = all
        self.forLong = forLong
        self.idleNanoseconds = idleNanoseconds
    }
}

/// What processes of a pool work on: a document.
package protocol WorkerSubject: Sendable {
    /// Tells it from all others of the program.
    var id: Int { get }
    var poolLimits: WorkerPoolLimits { get }
}

/// Worker processes of one kind: those at work, and those that wait for more to do.
///
/// A process belongs to one subject, and works for one caller at a time. When it is no longer needed it stays for a
/// while, because starting another and telling it its subject takes longer than many a request.
///
/// Subjects of which nothing is known, and those whose last request failed or took long, never have all processes: a
/// part is left to the others, so that what is sound does not wait for what is ended after seconds.
package final class WorkerPool<Worker: PooledWorker>: Sendable {
    private struct State {
        var turns = WorkerTurns<Worker>()
        /// Those who wait for their turn, by their tickets.
        var waiting: [WorkerTurns<Worker>.Ticket: Waiting] = [:]
        /// When idle ones will be looked through next, in nanoseconds of the monotonic clock; nil when they will not.
        var sweep: UInt64?
    }

    private typealias Turn = WorkerTurns<Worker>.Turn

    /// Someone whose turn it is not yet.
    private final class Waiting: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        let turn = Lock<Turn?>(nil)
    }

    private let state = Lock(State())
    /// In nanoseconds of the monotonic clock.
    private let now: @Sendable () -> UInt64

    /// - Parameter now: says how long a process has been idle.
    package init(now: @escaping @Sendable () -> UInt64) { self.now = now }

    /// Ends the idle processes of a subject that nobody has work for any more.
    package func forget(_ subject: some WorkerSubject) {
        state.withLock { $0.turns.forget(subject.id) }
        endIdle { $0.subject == subject.id }
    }

    /// A process for the subject: one that is idle, or a new one. Waits until there may be one.
    ///
    /// - Parameter start: starts one, and tells it its subject.
    package func take<Failure: Error>(
        _ subject: some WorkerSubject, start: () throws(Failure) -> Worker
    ) throws(Failure) -> (worker: Worker, isNew: Bool) {
        while let worker = enter(subject) {
            if !worker.hasEnded { return (worker, false) }
            // It was killed while it was idle: nobody's fault.
            worker.end()
            leave(subject)
        }
        do throws(Failure) {
            return (try start(), true)
        } catch {
            leave(subject)
            throw error
        }
    }

    /// The process is free again, and sound.
    ///
    /// - Parameter isBrief: whether its last request took little time.
    package func giveBack(_ worker: Worker, of subject: some WorkerSubject, isBrief: Bool) {
        leave(
            subject,
            idle: WorkerTurns<Worker>.Idle(
                process: worker, subject: subject.id, end: now() + subject.poolLimits.idleNanoseconds),
            isBrief: isBrief)
        scheduleSweep()
    }

    /// The process has been ended.
    package func drop(_ subject: some WorkerSubject, isBrief: Bool) { leave(subject, isBrief: isBrief) }

    /// Counts a process for the subject as at work, when there may be one more: an idle one, or nil when one is to be
    /// started.
    private func enter(_ subject: some WorkerSubject) -> Worker? {
        switch turn(subject) {
        case .use(let worker): return worker
        case .start(let ending):
            ending?.end()
            return nil
        }
    }

    private func turn(_ subject: some WorkerSubject) -> Turn {
        let waiting = Waiting()
        let turn = state.withLock { state -> Turn? in
            let (turn, ticket) = state.turns.ask(for: subject.id, subject.poolLimits)
            if turn == nil { state.waiting[ticket] = waiting }
            return turn
        }
        if let turn { return turn }
        waiting.semaphore.wait()
        guard let turn = waiting.turn.withLock({ $0 }) else { preconditionFailure("called without a turn") }
        return turn
    }

    /// Sees to it that the first of the idle ones is ended when its time is over.
    private func scheduleSweep() {
        let next = state.withLock { state -> UInt64? in
            guard let end = state.turns.idle.lazy.map(\.end).min(), end < state.sweep ?? .max else { return nil }
            state.sweep = end
            return end
        }
        guard let next else { return }
        let nanoseconds = Int(next - min(next, now()))
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
            self.state.withLock { if $0.sweep == next { $0.sweep = nil } }
            self.endIdle { $0.end <= max(next, self.now()) }
            self.scheduleSweep()
        }
    }

    /// One less is at work; those whose turn it is then go on.
    private func leave(
        _ subject: some WorkerSubject, idle: WorkerTurns<Worker>.Idle? = nil, isBrief: Bool? = nil
    ) {
        let called = state.withLock { state in
            state.turns.leave(subject.id, idle: idle, isBrief: isBrief).map { ticket, turn in
                guard let waiting = state.waiting.removeValue(forKey: ticket) else {
                    preconditionFailure("nobody waits with the ticket \(ticket)")
                }
                return (waiting, turn)
            }
        }
        for (waiting, turn) in called {
            waiting.turn.withLock { $0 = turn }
            waiting.semaphore.signal()
        }
    }

    private func endIdle(_ isMeant: (WorkerTurns<Worker>.Idle) -> Bool) {
        let ended = state.withLock { $0.turns.takeIdle(where: isMeant) }
        for worker in ended { worker.end() }
    }
}
