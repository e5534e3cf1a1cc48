import Dispatch
import TileSupport

/// The work of tasks that does not run on the main thread, one piece at a time, in order, on a thread of its own.
///
/// Swift promises no order of such work. Here it is the same each time, because nothing else of the screen runs
/// meanwhile: work starts when the screen waits for it. Work that doesn't come to an end is left running, and the rest
/// gets another thread. Tasks that cause work without end, as by `Task.yield()`, go on the next time.
final class TaskJobs: Sendable {
    /// A piece of work.
    ///
    /// `@unchecked Sendable`: it is created by one thread and called once, by another.
    struct Job: @unchecked Sendable {
        let run: () -> Void
    }

    private struct State {
        var jobs: [Job] = []
        /// The index of the next job in `jobs`.
        var next = 0
        /// The number of jobs that may begin until the screen waits again.
        var left = 0
        /// The number of the thread that runs jobs. Earlier ones end after their current job.
        var worker = 0
        var isWorking = false
        /// The time at which the current job began.
        var began = DispatchTime.now()
        /// A Boolean value that indicates whether the jobs will start even if nobody waits for them.
        var isStarting = false
        /// The number of times that such a start was scheduled. Only the last one counts.
        var starts = 0

        var hasJobs: Bool { next < jobs.count }

        mutating func dequeue() -> Job? {
            guard hasJobs, left > 0 else { return nil }
            left -= 1
            if next > 1024, next > jobs.count / 2 {
                jobs.removeFirst(next)
                next = 0
            }
            defer { next += 1 }
            began = .now()
            return jobs[next]
        }
    }

    private let state = Lock(State())
    /// Entered while a worker has jobs.
    private let work = DispatchGroup()
    /// The time in seconds for which `wait()` waits for one job, and after which jobs start by themselves.
    private let patience: Double
    private let later: Later

    /// Has a closure called after a number of seconds.
    typealias Later = @Sendable (Double, @escaping @Sendable () -> Void) -> Void

    /// The patience of screens. Work takes milliseconds, unless it waits for the thread that waits for it.
    static let usualPatience = 1.0
    /// The number of jobs that begin while the screen waits. Tasks that wait by yielding cause one after the other.
    private static let mostJobs = 10_000

    init(
        patience: Double = usualPatience,
        later: @escaping Later = { DispatchQueue.global().asyncAfter(deadline: .now() + $0, execute: $1) }
    ) {
        (self.patience, self.later) = (patience, later)
    }

    /// A Boolean value that indicates whether a thread runs jobs.
    var isWorking: Bool { state.withLock { $0.isWorking } }

    /// Adds a job.
    ///
    /// - Parameter isAwaited: Whether the screen will soon wait for it. Otherwise it starts at once.
    func add(_ job: Job, isAwaited: Bool) {
        state.withLock { $0.jobs.append(job) }
        startLater(after: isAwaited ? patience : 0)
    }

    /// Has the jobs start by themselves, because the thread that would wait may be waiting for them by other means.
    private func startLater(after delay: Double) {
        let number: Int? = state.withLock { state in
            guard state.hasJobs, !state.isWorking, !state.isStarting else { return nil }
            state.isStarting = true
            state.starts += 1
            return state.starts
        }
        guard let number else { return }
        later(delay) { [self] in
            let worker: Int? = state.withLock { state in
                guard state.isStarting, state.starts == number else { return nil }
                state.left = .max
                return begin(&state)
            }
            if let worker { start(worker) }
        }
    }

    /// Waits until all work is done that runs to its end or waits for something, as far as patience permits.
    func wait() {
        let worker: Int? = state.withLock { state in
            state.left = Self.mostJobs
            return begin(&state)
        }
        if let worker { start(worker) }
        while work.wait(timeout: state.withLock { $0.began } + patience) == .timedOut {
            if let worker = state.withLock({ replaceWorker(&$0) }) { start(worker) }
        }
        startLater(after: patience)
    }

    /// Returns the number of a new worker if there are jobs and none works.
    private func begin(_ state: inout State) -> Int? {
        state.isStarting = false
        guard state.hasJobs, !state.isWorking else { return nil }
        work.enter()
        state.isWorking = true
        return newWorker(&state)
    }

    private func newWorker(_ state: inout State) -> Int {
        state.worker += 1
        state.began = .now()
        return state.worker
    }

    private func start(_ worker: Int) {
        // Other queues share threads, all of which may be busy.
        DispatchQueue(label: "tasks of a screen").async { [self] in
            while let job = state.withLock({ next(&$0, of: worker) }) { job.run() }
            startLater(after: patience)
        }
    }

    private func next(_ state: inout State, of worker: Int) -> Job? {
        guard state.worker == worker else { return nil }
        if let job = state.dequeue() { return job }
        end(&state)
        return nil
    }

    private func end(_ state: inout State) {
        // Jobs retain what they belong to.
        if !state.hasJobs { (state.jobs, state.next) = ([], 0) }
        state.isWorking = false
        work.leave()
    }

    /// Gives up a worker whose job takes too long. Returns the number of another one if there are more jobs.
    private func replaceWorker(_ state: inout State) -> Int? {
        guard state.isWorking, state.began + patience <= .now() else { return nil }
        let worker = newWorker(&state)
        if state.hasJobs, state.left > 0 { return worker }
        end(&state)
        return nil
    }
}
