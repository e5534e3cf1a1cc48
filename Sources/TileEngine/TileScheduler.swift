import HeapModule
import TileGraphics

/// Hands jobs to workers, the most urgent first.
///
/// A heap for each bin holds the waiting jobs. Changing a job's priority pushes a second entry, and an entry that no
/// longer says what its job says is dropped when it comes up (or, when there are too many of them, all at once); so every
/// operation takes O(log n) amortised, and none has to search.
///
/// Strict order between bins would let a stream of visible work starve the others for good. So a bin counts how often a
/// more urgent one went before it, and when that reaches the policy's limit it has a turn.
///
/// Each job is in a lane: that of its content. A lane that is slow, or has not shown yet that it is not, leaves one worker to
/// the others as long as there are others, so that a content that takes seconds a tile holds up none but itself. Its entries
/// are parked when they come up meanwhile, and are back in their heaps when one of its jobs ends.
///
/// Jobs that are equally urgent are done in the order that they came in.
public final class TileScheduler: Sendable {
    /// Names a job until it starts.
    public struct JobID: Hashable, Sendable {
        let number: UInt64
    }

    /// The queue is full; nothing was taken.
    public struct Overload: Error {}

    struct Job {
        var priority: TilePriority
        var lane: ContentID?
        var work: @Sendable () -> Void
    }

    struct Lane {
        var isSlow = true
        var running = 0
        var parked: [Entry] = []
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
        var lanes: [ContentID: Lane] = [:]
        var bins = [Bin](repeating: Bin(), count: TilePriority.Bin.allCases.count)
        let workers: Int
        var idleWorkers: [Int]
        var nextNumber: UInt64 = 0
    }

    private let policy: EnginePolicy
    private let executor: any TileExecutor
    private let state: Lock<State>

    public init(policy: EnginePolicy, executor: any TileExecutor) {
        precondition(policy.workers > 0, "\(policy.workers) workers do nothing")
        self.policy = policy
        self.executor = executor
        state = Lock(State(workers: policy.workers, idleWorkers: (0..<policy.workers).reversed()))
    }

    /// Jobs that have not started.
    public var waitingCount: Int { state.withLock { $0.jobs.count } }

    /// Jobs that have started and not ended, and workers that look for one.
    public var busyWorkerCount: Int { policy.workers - state.withLock { $0.idleWorkers.count } }

    // MARK: Lanes

    /// Takes a lane in, as one that has shown nothing yet. Jobs of lanes that are not taken in have no limit.
    public func open(_ lane: ContentID) {
        state.withLock { $0.lanes[lane, default: Lane()].isSlow = true }
    }

    /// Jobs of the lane that still wait have no limit from here on.
    public func close(_ lane: ContentID) {
        start { state in
            state.unpark(lane)
            state.lanes[lane] = nil
            // What is left may be alone now.
            if state.lanes.count == 1 { state.lanes.keys.forEach { state.unpark($0) } }
            return true
        }
    }

    /// Says whether the last job of a lane was slow.
    public func note(_ lane: ContentID, isSlow: Bool) {
        start { state in
            guard state.lanes[lane]?.isSlow == !isSlow else { return false }
            state.lanes[lane]?.isSlow = isSlow
            state.unpark(lane)
            return true
        }
    }

    /// Has idle workers look for what a change left to do, if it says that there may be something.
    private func start(after change: (inout State) -> Bool) {
        let workers = state.withLock { state -> [Int] in
            guard change(&state) else { return [] }
            let count = min(state.jobs.count, state.idleWorkers.count)
            defer { state.idleWorkers.removeLast(count) }
            return state.idleWorkers.suffix(count)
        }
        for worker in workers { executor.run(worker: worker) { self.step(worker: worker) } }
    }

    // MARK: Jobs

    /// Has `work` done once, unless it is cancelled before.
    ///
    /// - Parameter startsWorker: Whether an idle worker begins with it now. Waking a thread costs more than all else here, so
    ///   who submits many jobs at a time says no, and calls `startWorkers` when all are in.
    public func submit(
        _ priority: TilePriority, lane: ContentID? = nil, startsWorker: Bool = true,
        _ work: @escaping @Sendable () -> Void
    ) throws(Overload) -> JobID {
        let limit = priority.bin == .visible ? policy.queueLimit : policy.prefetchQueueLimit
        let (id, worker) = state.withLock { state -> (JobID?, Int?) in
            guard state.jobs.count < limit else { return (nil, nil) }
            let id = JobID(number: state.nextNumber)
            state.nextNumber += 1
            state.jobs[id] = Job(priority: priority, lane: lane, work: work)
            state.push(id, priority)
            return (id, startsWorker ? state.idleWorkers.popLast() : nil)
        }
        guard let id else { throw Overload() }
        if let worker { executor.run(worker: worker) { self.step(worker: worker) } }
        return id
    }

    /// Has as many idle workers begin as there are jobs for.
    public func startWorkers() { start { _ in true } }

    /// Moves a waiting job; one that started keeps running, and nothing happens.
    public func setPriority(_ priority: TilePriority, of id: JobID) {
        state.withLock { state in
            guard let old = state.jobs[id]?.priority, old != priority else { return }
            state.jobs[id]?.priority = priority
            state.bins[old.bin.rawValue].jobs -= 1
            state.push(id, priority)
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
        let job = state.withLock { state -> Job? in
            guard let job = state.pop(starvationLimit: policy.starvationLimit) else {
                state.idleWorkers.append(worker)
                return nil
            }
            return job
        }
        guard let job else { return false }
        job.work()
        state.withLock { state in
            guard let lane = job.lane else { return }
            state.lanes[lane]?.running -= 1
            state.unpark(lane)
        }
        return true
    }

    public func _checkInvariants() {
        state.withLock { state in
            var counts = state.bins.map { _ in 0 }
            for job in state.jobs.values { counts[job.priority.bin.rawValue] += 1 }
            precondition(counts == state.bins.map(\.jobs), "a bin has lost count")
            for (id, job) in state.jobs {
                let parked = job.lane.flatMap { state.lanes[$0]?.parked } ?? []
                let isListed = (state.bins[job.priority.bin.rawValue].heap.unordered + parked)
                    .contains { $0.id == id && $0.priority == job.priority }
                precondition(isListed, "a job that waits is in no heap")
            }
            precondition(Set(state.idleWorkers).count == state.idleWorkers.count, "a worker is idle twice")
            precondition(
                state.jobs.isEmpty || state.idleWorkers.count < policy.workers, "a job waits and every worker is idle")
        }
    }
}

extension TileScheduler.State {
    /// Lists a job in its bin's heap and counts it there.
    fileprivate mutating func push(_ id: TileScheduler.JobID, _ priority: TilePriority) {
        let index = priority.bin.rawValue
        bins[index].jobs += 1
        bins[index].heap.insert(TileScheduler.Entry(priority: priority, id: id))
        // Outdated entries are swept when they outnumber the others, so a heap is at most twice as long as it needs to be.
        if bins[index].heap.count > 2 * bins[index].jobs + 16 {
            let current = jobs.lazy.filter { $0.value.priority.bin == priority.bin }
            bins[index].heap = Heap(current.map { TileScheduler.Entry(priority: $0.value.priority, id: $0.key) })
        }
    }

    /// The most urgent job that may start, which its lane counts as running from here on.
    fileprivate mutating func pop(starvationLimit: Int) -> TileScheduler.Job? {
        let waiting = bins.indices.filter { bins[$0].jobs > 0 }
        guard let first = waiting.first else { return nil }
        let chosen = waiting.first { bins[$0].timesPassedOver >= starvationLimit } ?? first
        var found = take(from: chosen)
        for other in waiting where found == nil { found = take(from: other) }
        guard let (index, job) = found else { return nil }
        for other in waiting where other > index { bins[other].timesPassedOver += 1 }
        bins[index].timesPassedOver = 0
        if let lane = job.lane { lanes[lane]?.running += 1 }
        return job
    }

    private mutating func take(from index: Int) -> (bin: Int, TileScheduler.Job)? {
        while let entry = bins[index].heap.popMin() {
            guard let job = jobs[entry.id], job.priority == entry.priority else { continue }
            if let lane = job.lane, isFull(lane) {
                lanes[lane]?.parked.append(entry)
                continue
            }
            jobs[entry.id] = nil
            bins[index].jobs -= 1
            return (index, job)
        }
        return nil
    }

    /// Whether a lane has to leave the other workers to others.
    private func isFull(_ lane: ContentID) -> Bool {
        guard lanes.count > 1, let lane = lanes[lane], lane.isSlow else { return false }
        return lane.running >= max(workers - 1, 1)
    }

    /// Puts the entries of a lane back to where they come up again.
    fileprivate mutating func unpark(_ lane: ContentID) {
        guard let parked = lanes[lane]?.parked, !parked.isEmpty else { return }
        lanes[lane]?.parked = []
        for entry in parked { bins[entry.priority.bin.rawValue].heap.insert(entry) }
    }
}
