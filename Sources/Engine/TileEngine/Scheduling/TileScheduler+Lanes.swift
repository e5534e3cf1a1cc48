import HeapModule

extension TileScheduler {
    /// The state of a lane, and its entries that are in no bin.
    struct Lane {
        enum Standing {
            /// No job of the lane has ended yet.
            case unknown
            /// The lane's last job was quick.
            case quick
            /// One of the lane's last jobs was heavy.
            case heavy
            /// The lane's last job was slow, or one that runs is.
            case slow
        }

        var standing = Standing.unknown
        /// The number of quick jobs that ended since the last heavy one.
        var quickJobs = 0
        /// Whether the last slow job took too long for the brief places.
        var isLong = false
        /// The entries of a slow lane, or of an unknown or heavy one while there are other contents.
        var parked = Heap<Entry>()
        /// The number of jobs that wait.
        var waitingJobs = 0
        /// The turn of the lane's next job, if others wait.
        var nextTurn: UInt64 = 0
        /// The sequence number of the lane's last start aside, among all lanes.
        var lastStart: UInt64 = 0
    }

    /// A job that a worker runs.
    struct Running {
        enum Place {
            /// A place among jobs expected to be quick.
            case onTime
            /// The trial of a lane: a single job that shows whether the lane is slow.
            case trial
            /// A place among jobs of heavy lanes.
            case heavy
            /// A slow job that has not run for long.
            case brief
            case aside
            case area
        }

        var lane: TileLane?
        /// The start time, in nanoseconds.
        var start: UInt64
        var place: Place
        /// Whether the job has run too long but there is no free place aside.
        var isLate = false

        var isToBeWatched: Bool {
            if isLate { return false }
            return switch place {
            case .onTime, .trial, .heavy, .brief: true
            case .aside, .area: false
            }
        }
    }
}

extension TileScheduler.State {
    /// The limits on running jobs, and the durations that count as slow and long.
    struct Limits {
        var onTime: Int
        var trials: Int
        var brief: Int
        var heavy: Int
        var aside: Int
        var areas: Int
        /// Nanoseconds from which a job is slow.
        var slow: UInt64
        /// Nanoseconds from which a slow job is long.
        var long: UInt64
    }

    typealias Place = TileScheduler.Running.Place

    private func count(_ place: Place) -> Int { running.count { $0?.place == place } }

    private func standing(_ lane: TileLane?) -> TileScheduler.Lane.Standing {
        lane.flatMap { lanes[$0]?.standing } ?? .quick
    }

    // MARK: What may start

    private var hasRoomOnTime: Bool { count(.onTime) < limits.onTime }
    /// The number of heavy jobs that may start. Heavy jobs get the workers that quick ones leave, and at least one.
    private var roomForHeavy: Int { max(0, max(1, limits.heavy - count(.onTime)) - count(.heavy)) }
    private var hasRoomAside: Bool { count(.aside) < limits.aside }
    private var hasRoomForAreas: Bool { count(.area) < limits.areas }

    /// Whether there is more than one content.
    private var hasOthers: Bool { lanes.count > 2 }

    /// Whether the jobs of a lane are kept out of the bins, on places of their own.
    private func isSetApart(_ lane: TileLane) -> Bool {
        switch standing(lane) {
        case .slow: true
        case .unknown, .heavy: hasOthers
        case .quick: false
        }
    }

    private func isRunning(_ lane: TileLane) -> Bool { running.contains { $0?.lane == lane } }

    private func mayBeTried(_ lane: TileLane) -> Bool { count(.trial) < limits.trials && !isRunning(lane) }

    /// Only one job of a lane at a time, so that a job that turns out to be long takes one place.
    private func mayBeBrief(_ lane: TileLane) -> Bool {
        count(.brief) < limits.brief && lane != .areas && standing(lane) == .slow && lanes[lane]?.isLong == false
            && !isRunning(lane)
    }

    // MARK: Entries

    /// Returns the turn of a new job. A lane that had no job for a while has no turns saved up, and one without waiting
    /// jobs owes none.
    mutating func takeTurn(_ lane: TileLane?) -> UInt64 {
        guard let lane, let known = lanes[lane] else { return turn }
        let next = known.waitingJobs > 0 ? max(turn, known.nextTurn) : turn
        lanes[lane]?.nextTurn = next + 1
        lanes[lane]?.waitingJobs += 1
        return next
    }

    /// Removes and returns a job that waits; its entry is outdated from then on.
    mutating func removeJob(_ id: TileScheduler.JobID) -> TileScheduler.Job? {
        guard let job = jobs.removeValue(forKey: id) else { return nil }
        bins[job.priority.bin.rawValue].jobs -= 1
        // A lane that was opened again does not count earlier jobs.
        if let lane = job.lane, let count = lanes[lane]?.waitingJobs { lanes[lane]?.waitingJobs = max(0, count - 1) }
        return job
    }

    /// Inserts a job into its bin or its lane's own heap, and counts it in its bin.
    mutating func push(_ id: TileScheduler.JobID, _ job: TileScheduler.Job) {
        let entry = TileScheduler.Entry(priority: job.priority, turn: job.turn, id: id)
        let index = job.priority.bin.rawValue
        bins[index].jobs += 1
        // Jobs of unknown lanes are parked when they come up.
        if let lane = job.lane, standing(lane) != .unknown, isSetApart(lane) {
            park(entry, lane)
        } else {
            bins[index].heap.insert(entry)
            // Outdated entries are swept when they outnumber the others, so a heap is at most twice as long as it needs
            // to be.
            if bins[index].heap.count > 2 * bins[index].jobs + 16 {
                let current = bins[index].heap.unordered.filter(isCurrent)
                bins[index].heap = Heap(current)
            }
        }
    }

    private func isCurrent(_ entry: TileScheduler.Entry) -> Bool { jobs[entry.id]?.priority == entry.priority }

    private mutating func park(_ entry: TileScheduler.Entry, _ lane: TileLane) {
        lanes[lane]?.parked.insert(entry)
        parkedLanes.insert(lane)
        if let entries = lanes[lane]?.parked.unordered, entries.count > 2 * jobs.count + 16 {
            let current = entries.filter(isCurrent)
            lanes[lane]?.parked = Heap(current)
        }
    }

    /// Moves the entries of a lane's own heap back to the bins, with new turns: those that the lane had meanwhile don't
    /// count.
    mutating func unpark(_ lane: TileLane) {
        guard parkedLanes.remove(lane) != nil, let parked = lanes[lane]?.parked else { return }
        lanes[lane]?.parked = Heap()
        let current = parked.unordered.filter(isCurrent).sorted { $0.id.number < $1.id.number }
        for (number, entry) in current.enumerated() {
            let entry = TileScheduler.Entry(priority: entry.priority, turn: turn + UInt64(number), id: entry.id)
            jobs[entry.id]?.turn = entry.turn
            bins[entry.priority.bin.rawValue].heap.insert(entry)
        }
        lanes[lane]?.nextTurn = turn + UInt64(current.count)
    }

    mutating func set(_ standing: TileScheduler.Lane.Standing, _ lane: TileLane) {
        lanes[lane, default: TileScheduler.Lane()].standing = standing
        // Entries of a lane that has become slow or heavy are parked as they come up.
        if standing != .slow && standing != .heavy { unpark(lane) }
    }

    /// Records the cost of a lane's last job.
    ///
    /// - Returns: Whether the lane's standing has changed.
    mutating func note(_ cost: TileCost, _ lane: TileLane) -> Bool {
        guard let known = lanes[lane] else { return false }
        lanes[lane]?.quickJobs = cost == .quick ? known.quickJobs + 1 : 0
        let standing: TileScheduler.Lane.Standing =
            switch cost {
            case .slow: .slow
            case .heavy: .heavy
            case .quick:
                known.standing == .heavy && known.quickJobs + 1 < TileScheduler.quickJobsInRow ? .heavy : .quick
            }
        if standing == known.standing { return false }
        set(standing, lane)
        return true
    }

    /// Moves the entries of unknown and heavy lanes back to the bins if there is only one content.
    private mutating func unparkIfAlone() {
        if hasOthers { return }
        for lane in parkedLanes where !isSetApart(lane) { unpark(lane) }
    }

    /// Returns the next entry of a lane's own heap.
    private mutating func nextParked(_ lane: TileLane) -> TileScheduler.Entry? {
        while let entry = lanes[lane]?.parked.min {
            if isCurrent(entry) { return entry }
            _ = lanes[lane]?.parked.popMin()
        }
        parkedLanes.remove(lane)
        return nil
    }

    // MARK: Taking a job

    /// Removes and returns the most urgent job that may start, and records that the worker runs it.
    mutating func pop(for worker: Int, at time: UInt64, starvationLimit: Int) -> TileScheduler.Job? {
        guard
            let (job, place) = popOnTime(starvationLimit) ?? popTrial() ?? popHeavy() ?? popArea() ?? popBrief()
                ?? popAside()
        else { return nil }
        running[worker] = TileScheduler.Running(lane: job.lane, start: time, place: place)
        return job
    }

    private mutating func popOnTime(_ starvationLimit: Int) -> (TileScheduler.Job, Place)? {
        guard hasRoomOnTime else { return nil }
        unparkIfAlone()
        let waiting = bins.indices.filter { bins[$0].jobs > 0 }
        guard let first = waiting.first else { return nil }
        let chosen = waiting.first { bins[$0].timesPassedOver >= starvationLimit } ?? first
        var found = popJob(from: chosen)
        for other in waiting where found == nil { found = popJob(from: other) }
        guard let (index, job) = found else { return nil }
        for other in waiting where other > index { bins[other].timesPassedOver += 1 }
        bins[index].timesPassedOver = 0
        return (job, .onTime)
    }

    private mutating func popJob(from index: Int) -> (bin: Int, TileScheduler.Job)? {
        while let entry = bins[index].heap.popMin() {
            guard let job = jobs[entry.id], job.priority == entry.priority else { continue }
            if let lane = job.lane, isSetApart(lane) {
                park(entry, lane)
                continue
            }
            turn = max(turn, entry.turn)
            return (index, remove(entry))
        }
        return nil
    }

    private mutating func popTrial() -> (TileScheduler.Job, Place)? {
        guard hasOthers else { return nil }
        let lanes = parkedLanes.filter { standing($0) == .unknown && mayBeTried($0) }
        guard let (entry, lane) = longestWaiting(of: lanes) else { return nil }
        _ = self.lanes[lane]?.parked.popMin()
        return (remove(entry), .trial)
    }

    private mutating func popHeavy() -> (TileScheduler.Job, Place)? {
        guard hasOthers, roomForHeavy > 0 else { return nil }
        return popInTurn(parkedLanes.filter { standing($0) == .heavy }, .heavy)
    }

    private mutating func popArea() -> (TileScheduler.Job, Place)? {
        guard parkedLanes.contains(.areas), hasRoomForAreas, let entry = nextParked(.areas) else { return nil }
        _ = lanes[.areas]?.parked.popMin()
        return (remove(entry), .area)
    }

    private mutating func popBrief() -> (TileScheduler.Job, Place)? {
        popInTurn(parkedLanes.filter(mayBeBrief), .brief)
    }

    private mutating func popAside() -> (TileScheduler.Job, Place)? {
        guard hasRoomAside else { return nil }
        return popInTurn(parkedLanes.filter { $0 != .areas && standing($0) == .slow }, .aside)
    }

    private mutating func popInTurn(_ candidates: Set<TileLane>, _ place: Place) -> (TileScheduler.Job, Place)? {
        guard let (entry, lane) = longestWaiting(of: candidates) else { return nil }
        starts += 1
        lanes[lane]?.lastStart = starts
        _ = lanes[lane]?.parked.popMin()
        return (remove(entry), place)
    }

    /// Returns the entry with the most urgent bin, answers to touches first, of the lane that waited longest.
    private mutating func longestWaiting(
        of candidates: Set<TileLane>
    ) -> (entry: TileScheduler.Entry, lane: TileLane)? {
        var best: (entry: TileScheduler.Entry, lane: TileLane, lastStart: UInt64)?
        for lane in candidates {
            guard let entry = nextParked(lane) else { continue }
            let lastStart = lanes[lane]?.lastStart ?? 0
            func rank(_ entry: TileScheduler.Entry) -> Int {
                2 * Int(entry.priority.bin.rawValue) + (entry.priority.isAnswer ? 0 : 1)
            }
            if let best {
                let other = (rank(best.entry), best.lastStart, best.entry.id.number)
                if other <= (rank(entry), lastStart, entry.id.number) { continue }
            }
            best = (entry, lane, lastStart)
        }
        return best.map { ($0.entry, $0.lane) }
    }

    private mutating func remove(_ entry: TileScheduler.Entry) -> TileScheduler.Job { removeJob(entry.id)! }

    // MARK: Jobs that end, and that do not

    mutating func end(_ worker: Int, at time: UInt64) {
        if let job = running[worker], let lane = job.lane, job.place == .aside || job.place == .brief {
            lanes[lane]?.isLong = time - job.start >= limits.long
        }
        running[worker] = nil
        moveLateAside()
    }

    /// Moves jobs aside that have run too long.
    ///
    /// - Returns: The seconds until the next job may become too long; nil if none can.
    mutating func setAside(at time: UInt64) -> Double? {
        var next: UInt64?
        for worker in running.indices {
            guard let job = running[worker], job.isToBeWatched else { continue }
            let end = job.start + (job.place == .brief ? limits.long : limits.slow)
            if time >= end {
                running[worker]?.isLate = true
                if let lane = job.lane, lanes[lane] != nil {
                    if job.place == .brief { lanes[lane]?.isLong = true } else { set(.slow, lane) }
                }
            } else {
                next = min(next ?? end, end)
            }
        }
        moveLateAside()
        return next.map { Double($0 - time) / 1e9 }
    }

    /// Jobs that turn out to be slow may use twice the places aside that known slow jobs have.
    private mutating func moveLateAside() {
        for worker in running.indices where running[worker]?.isLate == true && count(.aside) < 2 * limits.aside {
            running[worker]?.isLate = false
            running[worker]?.place = .aside
        }
    }

    // MARK: Workers

    /// Removes and returns an idle worker if one could start a job of a lane that just received one.
    mutating func takeIdleWorker(for lane: TileLane?) -> Int? {
        let isWanted =
            if lane == .areas {
                hasRoomForAreas
            } else if let lane, standing(lane) == .slow {
                hasRoomAside || mayBeBrief(lane)
            } else if let lane, standing(lane) == .heavy, hasOthers {
                roomForHeavy > 0
            } else if let lane, standing(lane) == .unknown, hasOthers {
                mayBeTried(lane)
            } else {
                // Active workers without a job are about to look for one.
                count(.onTime) + lookingCount < limits.onTime
            }
        return isWanted ? idleWorkers.popLast() : nil
    }

    private var lookingCount: Int { running.count { $0 == nil } - idleWorkers.count }

    /// Removes and returns the idle workers that could start a job.
    mutating func takeIdleWorkers() -> [Int] {
        if jobs.isEmpty || idleWorkers.isEmpty { return [] }
        unparkIfAlone()
        let parked = parkedLanes.reduce(0) { $0 + (lanes[$1]?.parked.count ?? 0) }
        var wanted = min(max(jobs.count - parked, 0), max(limits.onTime - count(.onTime), 0))
        if parkedLanes.contains(.areas) { wanted += max(limits.areas - count(.area), 0) }
        if parkedLanes.contains(where: { $0 != .areas && standing($0) == .slow }) {
            wanted += max(limits.aside - count(.aside), 0)
        }
        if parkedLanes.contains(where: { standing($0) == .heavy }) {
            wanted += roomForHeavy
        }
        if parkedLanes.contains(where: mayBeBrief) { wanted += limits.brief - count(.brief) }
        // Entries of unknown lanes are parked as they come up.
        if hasOthers, lanes.contains(where: { $0.value.standing == .unknown }) {
            wanted += max(limits.trials - count(.trial), 0)
        }
        let number = min(max(wanted - lookingCount, 0), jobs.count, idleWorkers.count)
        defer { idleWorkers.removeLast(number) }
        return idleWorkers.suffix(number)
    }

    func checkInvariants() {
        var counts = bins.map { _ in 0 }
        for job in jobs.values { counts[job.priority.bin.rawValue] += 1 }
        precondition(counts == bins.map(\.jobs), "a bin has lost count")
        for (id, job) in jobs {
            let parked = job.lane.flatMap { lanes[$0]?.parked.unordered } ?? []
            let isListed = (bins[job.priority.bin.rawValue].heap.unordered + parked)
                .contains { $0.id == id && $0.priority == job.priority }
            precondition(isListed, "a job that waits is in no heap")
        }
        for (lane, state) in lanes where !state.parked.isEmpty {
            precondition(parkedLanes.contains(lane), "entries of a lane that nobody looks at")
        }
        precondition(Set(idleWorkers).count == idleWorkers.count, "a worker is idle twice")
        precondition(idleWorkers.allSatisfy { running[$0] == nil }, "a worker is idle and at work")
        precondition(jobs.isEmpty || idleWorkers.count < running.count, "a job waits and every worker is idle")
        precondition(count(.onTime) <= limits.onTime, "too many jobs on time")
        precondition(count(.trial) <= limits.trials && count(.area) <= limits.areas, "too many trials, or areas")
        precondition(count(.heavy) <= limits.heavy, "too many heavy jobs")
        precondition(count(.brief) <= limits.brief, "too many jobs that are to be brief")
        precondition(count(.aside) <= 2 * limits.aside, "too many jobs aside")
    }
}
