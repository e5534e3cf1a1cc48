import Dispatch
import TileSupport

/// A process in a pool.
package protocol PooledWorker: AnyObject, Sendable {
    /// The memory of the process in a ledger; nil without a ledger.
    var reservation: MemoryLedger.Reservation? { get }
    /// Whether the process has ended between requests.
    var hasEnded: Bool { get }
    /// Ends the process. Called once.
    func end()
}

/// The limits on the number and idle time of processes.
package struct WorkerPoolLimits: Hashable, Sendable {
    /// The maximum number of processes for one subject.
    package var perSubject: Int
    /// The maximum number of processes for all subjects. At the limit, the process that has been idle longest is ended;
    /// if none is idle, the request waits.
    package var all: Int
    /// The maximum number of concurrent processes for subjects that are not known to be brief.
    package var forLong: Int
    /// The time after which an idle process is ended.
    package var idleNanoseconds: UInt64

    package init(perSubject: Int, all: Int, forLong: Int, idleNanoseconds: UInt64) {
        self.perSubject = perSubject
        self.all = all
        self.forLong = forLong
        self.idleNanoseconds = idleNanoseconds
    }
}

/// The subject of a pool's processes: a document.
package protocol WorkerSubject: Sendable {
    /// A number that is unique in the program.
    var id: Int { get }
    var poolLimits: WorkerPoolLimits { get }
}

/// A pool of worker processes of one kind, both busy and idle.
///
/// A process belongs to one subject and serves one caller at a time. An idle process is kept for a while, because
/// starting another and sending it its subject takes longer than many requests.
///
/// Subjects that are new, failed, or were slow on their last request never get all processes. Some are reserved for
/// other subjects, so that they need not wait for a process that is ended only after seconds.
package final class WorkerPool<Worker: PooledWorker>: Sendable {
    private struct State {
        var turns = WorkerTurns<Worker>()
        /// The waiting callers, by ticket.
        var waiting: [WorkerTurns<Worker>.Ticket: Waiting] = [:]
        /// The time of the next check for expired idle processes, in nanoseconds of the monotonic clock; nil if none is
        /// scheduled.
        var sweep: UInt64?
    }

    private typealias Turn = WorkerTurns<Worker>.Turn

    /// A waiting caller.
    private final class Waiting: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        let turn = Lock<Turn?>(nil)
    }

    private let state = Lock(State())
    /// The monotonic clock, in nanoseconds.
    private let now: @Sendable () -> UInt64

    /// - Parameter now: The clock that measures idle times.
    package init(now: @escaping @Sendable () -> UInt64) { self.now = now }

    /// Ends the idle processes of a subject that is no longer needed.
    package func forget(_ subject: some WorkerSubject) {
        state.withLock { $0.turns.forget(subject.id) }
        endIdle { $0.subject == subject.id }
    }

    /// Whether the subject's last request was fast.
    package func isBrief(_ subject: some WorkerSubject) -> Bool { state.withLock { $0.turns.isBrief(subject.id) } }

    /// Returns an idle or new process for the subject. Waits until one is available.
    ///
    /// - Parameter start: Starts a process and sends it its subject.
    package func checkOut<Failure: Error>(
        _ subject: some WorkerSubject, start: () throws(Failure) -> Worker
    ) throws(Failure) -> (worker: Worker, isNew: Bool) {
        while let worker = enter(subject) {
            worker.reservation?.resume(isBrief: isBrief(subject))
            if !worker.hasEnded { return (worker, false) }
            // The process was killed while idle, which is not the subject's fault.
            worker.end()
            release(subject)
        }
        do throws(Failure) {
            return (try start(), true)
        } catch {
            release(subject)
            throw error
        }
    }

    /// Returns a working process to the pool.
    ///
    /// - Parameter isBrief: Whether its last request was fast.
    package func giveBack(_ worker: Worker, of subject: some WorkerSubject, isBrief: Bool) {
        worker.reservation?.measure()
        worker.reservation?.rest { [weak self, weak worker] in self?.endIdle { $0.process === worker } }
        // Others wait for its memory, and have waited longer than the callers that wait for a process here.
        if worker.reservation?.isEnding == true {
            worker.end()
            return drop(subject, isBrief: isBrief)
        }
        release(
            subject,
            idle: WorkerTurns<Worker>.Idle(
                process: worker, subject: subject.id, end: now() + subject.poolLimits.idleNanoseconds),
            isBrief: isBrief)
        // The ledger may have asked for its end just before it was idle.
        if worker.reservation?.isEnding == true { endIdle { $0.process === worker } }
        scheduleSweep()
    }

    /// Removes a process that has been ended.
    package func drop(_ subject: some WorkerSubject, isBrief: Bool) { release(subject, isBrief: isBrief) }

    /// Registers a busy process for the subject as soon as the limits allow. Returns an idle process, or nil if the
    /// caller must start one.
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
        // A caller with a reservation, such as one reading a drawing, may wait here for callers that wait for memory.
        MemoryLedger.blocking { waiting.semaphore.wait() }
        guard let turn = waiting.turn.withLock({ $0 }) else { preconditionFailure("called without a turn") }
        return turn
    }

    /// Schedules the end of the idle process that expires first.
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

    /// Unregisters a busy process and wakes the callers that can proceed.
    private func release(
        _ subject: some WorkerSubject, idle: WorkerTurns<Worker>.Idle? = nil, isBrief: Bool? = nil
    ) {
        let called = state.withLock { state in
            state.turns.release(subject.id, idle: idle, isBrief: isBrief).map { ticket, turn in
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
