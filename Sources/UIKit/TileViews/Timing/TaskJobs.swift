import Dispatch
import TileSupport

/// The work of tasks that does not run on the main thread, one piece at a time, in order, on a thread of its own.
///
/// Swift promises no order of such work. Here it is the same each time, because nothing else of the screen runs
/// meanwhile: work starts when the screen waits for it. Work that doesn't come to an end is left running, and the rest
/// gets another thread.
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
        /// The number of the thread that runs jobs. Earlier ones end after their current job.
        var worker = 0
        var isWorking = false
        /// A Boolean value that indicates whether the jobs will start even if nobody waits for them.
        var isStarting = false

        var hasJobs: Bool { next < jobs.count }

        mutating func take() -> Job? {
            guard hasJobs else {
                (jobs, next) = ([], 0)
                return nil
            }
            defer { next += 1 }
            return jobs[next]
        }
    }

    private let state = Lock(State())
    /// Entered while a worker has jobs.
    private let work = DispatchGroup()
    /// The time in seconds for which `wait()` waits for one job, and after which jobs start by themselves.
    private let patience: Double

    /// The patience of screens. Work takes milliseconds, unless it waits for the thread that waits for it.
    static let usualPatience = 1.0

    init(patience: Double = usualPatience) { self.patience = patience }

    /// Adds a job.
    ///
    /// - Parameter isAwaited: Whether the screen will soon wait for it. Otherwise it starts at once.
    func add(_ job: Job, isAwaited: Bool) {
        let isNew = state.withLock { state in
            state.jobs.append(job)
            guard !state.isWorking, !state.isStarting else { return false }
            state.isStarting = true
            return true
        }
        guard isNew else { return }
        // The thread that would wait may be waiting for the job by other means.
        DispatchQueue.global().asyncAfter(deadline: .now() + (isAwaited ? patience : 0)) { [self] in
            if let worker = state.withLock({ begin(&$0) }) { start(worker) }
        }
    }

    /// Waits until all work is done that runs to its end or waits for something, as far as patience permits.
    func wait() {
        if let worker = state.withLock({ begin(&$0) }) { start(worker) }
        while work.wait(timeout: .now() + patience) == .timedOut {
            if let worker = state.withLock({ replaceWorker(&$0) }) { start(worker) }
        }
    }

    /// Returns the number of a new worker if there are jobs and none works.
    private func begin(_ state: inout State) -> Int? {
        state.isStarting = false
        guard state.hasJobs, !state.isWorking else { return nil }
        work.enter()
        state.isWorking = true
        state.worker += 1
        return state.worker
    }

    private func start(_ worker: Int) {
        // Other queues share threads, all of which may be busy.
        DispatchQueue(label: "tasks of a screen").async { [self] in
            while let job = state.withLock({ next(&$0, of: worker) }) { job.run() }
        }
    }

    private func next(_ state: inout State, of worker: Int) -> Job? {
        guard state.worker == worker else { return nil }
        if let job = state.take() { return job }
        end(&state)
        return nil
    }

    private func end(_ state: inout State) {
        state.isWorking = false
        work.leave()
    }

    /// Gives up a worker whose job takes too long. Returns the number of another one if there are more jobs.
    private func replaceWorker(_ state: inout State) -> Int? {
        guard state.isWorking else { return nil }
        state.worker += 1
        if state.hasJobs { return state.worker }
        end(&state)
        return nil
    }
}
