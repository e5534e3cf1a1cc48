import HeapModule
import TileSupport

/// Hands jobs to workers, the most urgent first.
///
/// A heap for each bin holds the waiting jobs. Changing a job's priority pushes a second entry, and an entry that no
/// longer says what its job says is dropped when it comes up (or, when there are too many of them, all at once); so
/// every operation takes O(log n) amortised, and none has to search.
///
/// Strict order between bins would let a stream of visible work starve the others for good. So a bin counts how often a
/// more urgent one went before it, and when that reaches the policy's limit it has a turn.
///
/// Each job is in a lane: that of its content, or that of areas. A job that runs for longer than
/// `EnginePolicy.slowRaster` steps *aside*: its lane is slow from then on, and another worker takes its place, so that
/// what is quick goes on as if it were not there. Jobs of slow lanes begin aside, the lane that waited longest first.
/// Those whose last job took less than `EnginePolicy.longRaster` have places besides, so that a drawing that takes a
/// second does not wait for those that are ended after ten: on a busy machine what is sound may be slow. A lane of
/// which nothing is known shows by one job what it is, on a worker for such trials; a single content needs none. Areas
/// have a share of their own. So what is known to be quick waits for nothing else, and what is not known only when as
/// many slow contents as there are workers aside, and as many again, came just before it.
///
/// Jobs of one lane that are equally urgent are done in the order that they came in.
public final class TileScheduler: Sendable {
    /// Names a job until it starts.
    public struct JobID: Hashable, Sendable {
        let number: UInt64
    }

    /// The queue is full; nothing was taken.
    public struct Overload: Error {}

    struct Job {
        var priority: TilePriority
        var lane: TileLane?
        var work: @Sendable () -> Void
    }

    struct Entry: Comparable {
        var priority: TilePriority
        var id: JobID

        static func < (a: Entry, b: Entry) -> Bool {
            a.priority == b.priority ? a.id.number < b.id.number : a.priority < b.priority
        }
    }

    struct Bin {
        var heap = Heap<Entry>()
        var jobs = 0
        var timesPassedOver = 0
    }

    struct State {
        var jobs: [JobID: Job] = [:]
        /// Those that are in no bin's heap are in their lane's.
        var bins = [Bin](repeating: Bin(), count: TilePriority.Bin.allCases.count)
        var lanes: [TileLane: Lane] = [.areas: Lane(standing: .slow)]
        /// Lanes that have entries in their own heap.
        var parkedLanes: Set<TileLane> = []
        /// By worker.
        var running: [Running?]
        var idleWorkers: [Int]
        let limits: Limits
        var nextNumber: UInt64 = 0
        var starts: UInt64 = 0
        /// Whether somebody will look at what runs, in a while.
        var isWatched = false
    }

    private let policy: EnginePolicy
    private let executor: any TileExecutor
    private let now: @Sendable () -> UInt64
    private let state: Lock<State>

    /// - Parameters:
    ///   - executor: Has `EnginePolicy.threads` workers.
    ///   - now: A clock that never goes back, in nanoseconds.
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
            aside: policy.workersAside, areas: policy.areasAtOnce,
            slow: UInt64(max(0, min(policy.slowRaster, 1e9)) * 1e9),
            long: UInt64(max(0, min(policy.longRaster, 1e9)) * 1e9))
        state = Lock(
            State(
                running: [Running?](repeating: nil, count: policy.threads),
                idleWorkers: (0..<policy.threads).reversed(), limits: limits))
    }

    /// Jobs that have not started.
    public var waitingCount: Int { state.withLock { $0.jobs.count } }

    /// The same by bin, in the order of their raw values.
    public var waitingCounts: [Int] { state.withLock { $0.bins.map(\.jobs) } }

    /// Jobs that have started and not ended, and workers that look for one.
    public var busyWorkerCount: Int { policy.threads - state.withLock { $0.idleWorkers.count } }

    /// Areas that are being drawn.
    var runningAreas: Int { state.withLock { state in state.running.count { $0?.place == .area } } }

    // MARK: Lanes

    /// Takes a content in, as one that has shown nothing yet. Jobs of lanes that are not taken in count as quick.
    public func open(_ content: ContentID) {
        start { $0.set(.unknown, .content(content)) }
    }

    /// Jobs of the content that still wait count as quick from here on.
    public func close(_ content: ContentID) {
        start { state in
            state.unpark(.content(content))
            state.lanes[.content(content)] = nil
        }
    }

    /// Says whether the last tile of a content was slow.
    public func note(_ content: ContentID, isSlow: Bool) {
        let standing: Lane.Standing = isSlow ? .slow : .quick
        start { state in
            guard let lane = state.lanes[.content(content)], lane.standing != standing else { return }
            state.set(standing, .content(content))
        }
    }

    /// Has idle workers begin with what a change left to do.
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

    /// Has `work` done once, unless it is cancelled before.
    ///
    /// - Parameter startsWorker: Whether an idle worker begins with it now. Waking a thread costs more than all else
    ///   here, so who submits many jobs at a time says no, and calls `startWorkers` when all are in.
    public func submit(
        _ priority: TilePriority, lane: TileLane? = nil, startsWorker: Bool = true,
        _ work: @escaping @Sendable () -> Void
    ) throws(Overload) -> JobID {
        let limit = priority.bin == .visible ? policy.queueLimit : policy.prefetchQueueLimit
        let (id, worker) = state.withLock { state -> (JobID?, Int?) in
            guard state.jobs.count < limit else { return (nil, nil) }
            let id = JobID(number: state.nextNumber)
            state.nextNumber += 1
            state.jobs[id] = Job(priority: priority, lane: lane, work: work)
            state.push(id, priority, lane)
            return (id, startsWorker ? state.takeIdleWorker(for: lane) : nil)
        }
        guard let id else { throw Overload() }
        if let worker { run([worker]) }
        return id
    }

    /// Has as many idle workers begin as there are jobs for.
    public func startWorkers() { start() }

    /// Moves a waiting job; one that started keeps running, and nothing happens.
    public func setPriority(_ priority: TilePriority, of id: JobID) {
        state.withLock { state in
            guard let job = state.jobs[id], job.priority != priority else { return }
            state.jobs[id]?.priority = priority
            state.bins[job.priority.bin.rawValue].jobs -= 1
            state.push(id, priority, job.lane)
        }
    }

    /// Takes a waiting job out.
    ///
    /// - Returns: Whether it was still waiting. Else it has run or is running.
    @discardableResult
    public func cancel(_ id: JobID) -> Bool {
        state.withLock { state in
            guard let job = state.jobs.removeValue(forKey: id) else { return false }
            state.bins[job.priority.bin.rawValue].jobs -= 1
            return true
        }
    }

    /// Does one job, or lets the worker rest.
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
        executor.after(seconds) { [weak self] in self?.look() }
    }

    /// Has jobs step aside that have run for too long, and comes back for the others.
    private func look() {
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
