import HeapModule
import TileSupport

/// A scheduler that gives jobs to workers, the most urgent first.
///
/// Each bin has a heap of waiting jobs. Changing a job's priority pushes a second entry; entries with an outdated
/// priority are dropped when they come up (or all at once when there are too many). So every operation takes O(log n)
/// amortized, without a search.
///
/// Strict priority between bins would let a stream of visible work starve the others forever. So a bin counts how often
/// a more urgent one is served before it, and when the count reaches the policy's limit it gets a turn.
///
/// Each job is in a lane: its content's, or that of areas. A content with tiles that took `EnginePolicy.heavyRaster` is
/// *heavy*: while there are other contents, its jobs have workers of their own, on which heavy contents take turns. So
/// a tile of a millisecond does not wait behind eight of fifty. A job that runs longer than `EnginePolicy.slowRaster`
/// moves *aside*: its lane counts as slow from then on, and another worker takes its place, so that quick jobs are not
/// delayed. Jobs of slow lanes start aside, the lane that waited longest first. Lanes whose last job took less than
/// `EnginePolicy.longRaster` have additional *brief* places, so that a drawing that takes a second does not wait for
/// ones that are given up after ten: on a busy machine an ordinary drawing may be slow. An unknown lane first runs one
/// *trial* job, on a worker for trials; a single content needs none. Areas have a share of their own. So lanes known to
/// be quick never wait for others. Unknown lanes wait only if as many slow contents as workers aside, and as many
/// again, came just before them.
///
/// Jobs of one lane with equal priority run in order of submission, those of several lanes in turn: a job that comes
/// first in its lane does not wait for a hundred of another.
public final class TileScheduler: Sendable {
    /// The number of successive quick jobs after which a heavy lane is quick again: about as many as a screen has
    /// tiles, because a heavy drawing has simple corners too.
    static let quickJobsInRow = 16

    /// The identifier of a waiting job.
    public struct JobID: Hashable, Sendable {
        let number: UInt64
    }

    /// The error thrown when the queue is full; the job was not accepted.
    public struct Overload: Error {}

    struct Job {
        var priority: TilePriority
        var lane: TileLane?
        /// The number by which lanes take turns.
        var turn: UInt64
        var work: @Sendable () -> Void
    }

    struct Entry: Comparable {
        var priority: TilePriority
        var turn: UInt64
        var id: JobID

        static func < (a: Entry, b: Entry) -> Bool {
            if a.priority != b.priority { return a.priority < b.priority }
            return a.turn == b.turn ? a.id.number < b.id.number : a.turn < b.turn
        }
    }

    struct Bin {
        var heap = Heap<Entry>()
        var jobs = 0
        var timesPassedOver = 0
    }

    struct State {
        var jobs: [JobID: Job] = [:]
        /// The bins. Entries that are in no bin's heap are in their lane's heap.
        var bins = [Bin](repeating: Bin(), count: TilePriority.Bin.allCases.count)
        var lanes: [TileLane: Lane] = [.areas: Lane(standing: .slow)]
        /// The lanes with entries in their own heap.
        var parkedLanes: Set<TileLane> = []
        /// The running job of each worker.
        var running: [Running?]
        var idleWorkers: [Int]
        let limits: Limits
        var nextNumber: UInt64 = 0
        /// The latest turn of a job that started in a bin.
        var turn: UInt64 = 0
        var starts: UInt64 = 0
        /// Whether a check of the running jobs is scheduled.
        var isWatched = false
    }

    private let policy: EnginePolicy
    private let executor: any TileExecutor
    private let now: @Sendable () -> UInt64
    private let state: Lock<State>

    /// - Parameters:
    ///   - executor: An executor with `EnginePolicy.threads` workers.
    ///   - now: A monotonic clock, in nanoseconds.
    public init(
        policy: EnginePolicy, executor: any TileExecutor,
        now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
    ) {
        precondition(policy.workers > 0, "\(policy.workers) workers do nothing")
        precondition(policy.workersAside > 0 && policy.areasAtOnce > 0, "slow work needs workers too")
        self.policy = policy
        self.executor = executor
        self.now = now
        let limits = State.Limits(
            onTime: policy.workers, trials: policy.workersOnTrial, brief: policy.workersOnBriefWork,
            heavy: policy.workersOnHeavyWork, aside: policy.workersAside, areas: policy.areasAtOnce,
            slow: UInt64(max(0, min(policy.slowRaster, 1e9)) * 1e9),
            long: UInt64(max(0, min(policy.longRaster, 1e9)) * 1e9))
        state = Lock(
            State(
                running: [Running?](repeating: nil, count: policy.threads),
                idleWorkers: (0..<policy.threads).reversed(), limits: limits))
    }

    /// The number of jobs that have not started.
    public var waitingCount: Int { state.withLock { $0.jobs.count } }

    /// The number of jobs that have not started, by bin, in the order of raw values.
    public var waitingCounts: [Int] { state.withLock { $0.bins.map(\.jobs) } }

    /// The number of workers that run a job or look for one.
    public var busyWorkerCount: Int { policy.threads - state.withLock { $0.idleWorkers.count } }

    /// The number of areas being drawn.
    var runningAreas: Int { state.withLock { state in state.running.count { $0?.place == .area } } }

    // MARK: Lanes

    /// Adds a lane for a content, as unknown. Jobs of lanes that were not added count as quick.
    public func open(_ content: ContentID) {
        start { $0.set(.unknown, .content(content)) }
    }

    /// Removes a content's lane. Its waiting jobs count as quick from then on.
    public func close(_ content: ContentID) {
        start { state in
            state.unpark(.content(content))
            state.lanes[.content(content)] = nil
        }
    }

    /// Records the cost of a content's last tile.
    func note(_ content: ContentID, _ cost: TileCost) {
        let workers = state.withLock { $0.note(cost, .content(content)) ? $0.takeIdleWorkers() : [] }
        run(workers)
    }

    /// Applies a change and wakes idle workers for jobs that it made runnable.
    private func start(after change: (inout State) -> Void = { _ in }) {
        let workers = state.withLock { state -> [Int] in
            change(&state)
            return state.takeIdleWorkers()
        }
        run(workers)
    }

    private func run(_ workers: [Int]) {
        for worker in workers { executor.run(worker: worker) { self.step(worker: worker) } }
    }

    // MARK: Jobs

    /// Submits `work`, which runs once unless it is cancelled before.
    ///
    /// - Parameter startsWorker: Whether to wake an idle worker now. Waking a thread costs more than everything else
    ///   here, so a caller that submits many jobs passes false, and calls `startWorkers` at the end.
    public func submit(
        _ priority: TilePriority, lane: TileLane? = nil, startsWorker: Bool = true,
        _ work: @escaping @Sendable () -> Void
    ) throws(Overload) -> JobID {
        let limit = priority.bin == .visible ? policy.queueLimit : policy.prefetchQueueLimit
        let (id, worker) = state.withLock { state -> (JobID?, Int?) in
            guard state.jobs.count < limit else { return (nil, nil) }
            let id = JobID(number: state.nextNumber)
            state.nextNumber += 1
            let job = Job(priority: priority, lane: lane, turn: state.takeTurn(lane), work: work)
            state.jobs[id] = job
            state.push(id, job)
            return (id, startsWorker ? state.takeIdleWorker(for: lane) : nil)
        }
        guard let id else { throw Overload() }
        if let worker { run([worker]) }
        return id
    }

    /// Wakes as many idle workers as there are jobs for.
    public func startWorkers() { start() }

    /// Changes the priority of a waiting job. Has no effect on a job that has started.
    public func setPriority(_ priority: TilePriority, of id: JobID) {
        state.withLock { state in
            guard var job = state.jobs[id], job.priority != priority else { return }
            state.bins[job.priority.bin.rawValue].jobs -= 1
            job.priority = priority
            state.jobs[id] = job
            state.push(id, job)
        }
    }

    /// Cancels a waiting job.
    ///
    /// - Returns: Whether the job was still waiting. Otherwise it has run or is running.
    @discardableResult
    public func cancel(_ id: JobID) -> Bool {
        state.withLock { $0.removeJob(id) != nil }
    }

    /// Runs one job, or marks the worker as idle.
    private func step(worker: Int) -> Bool {
        let begin = now()
        let (job, others, isToWatch) = state.withLock { state -> (Job?, [Int], Bool) in
            guard let job = state.pop(for: worker, at: begin, starvationLimit: policy.starvationLimit) else {
                state.idleWorkers.append(worker)
                return (nil, [], false)
            }
            let isToWatch = !state.isWatched && state.running[worker]?.isToBeWatched == true
            if isToWatch { state.isWatched = true }
            return (job, state.takeIdleWorkers(), isToWatch)
        }
        guard let job else { return false }
        run(others)
        if isToWatch { watch(after: min(policy.slowRaster, policy.longRaster)) }
        job.work()
        let end = now()
        state.withLock { $0.end(worker, at: end) }
        return true
    }

    // MARK: Time

    private func watch(after seconds: Double) {
        executor.after(seconds) { [weak self] in self?.checkRunningJobs() }
    }

    /// Moves jobs aside that have run too long, and schedules the next check.
    private func checkRunningJobs() {
        let time = now()
        let (workers, next) = state.withLock { state -> ([Int], Double?) in
            let next = state.setAside(at: time)
            state.isWatched = next != nil
            return (state.takeIdleWorkers(), next)
        }
        run(workers)
        if let next { watch(after: next) }
    }

    public func _checkInvariants() {
        state.withLock { state in
            state.checkInvariants()
            precondition(
                state.idleWorkers.count + state.running.count { $0 != nil } <= policy.threads, "a worker is two")
        }
    }
}
