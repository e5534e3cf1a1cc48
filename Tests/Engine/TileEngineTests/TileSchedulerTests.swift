import TestSupport
import Testing
import TileGraphics
import TileSupport

@testable import TileEngine

@Suite("A scheduler")
struct TileSchedulerTests {
    let executor = SteppedExecutor()

    final class Log: Sendable {
        private let entries = Lock<[String]>([])
        func note(_ name: String) -> @Sendable () -> Void { { self.entries.withLock { $0.append(name) } } }
        var names: [String] { entries.withLock { $0 } }
    }
    let log = Log()

    func scheduler(_ change: (inout EnginePolicy) -> Void = { _ in }) -> TileScheduler {
        var policy = EnginePolicy()
        policy.workers = 1
        change(&policy)
        return TileScheduler(policy: policy, executor: executor)
    }

    @Test("does the most urgent first, and the equally urgent in the order that they came in")
    func order() throws {
        let scheduler = scheduler()
        for (name, priority) in [
            ("eventually", TilePriority(.eventually)), ("far", TilePriority(.visible, squaredDistance: 9)),
            ("near", TilePriority(.visible, squaredDistance: 1)),
            ("near too", TilePriority(.visible, squaredDistance: 1)),
            ("draft", TilePriority(.visible, isDraft: true, squaredDistance: 100)), ("soon", TilePriority(.soon)),
            ("answer", TilePriority(.visible, isAnswer: true, squaredDistance: 400)),
        ] {
            _ = try scheduler.submit(priority, log.note(name))
            scheduler._checkInvariants()
        }
        while executor.step() { scheduler._checkInvariants() }
        #expect(log.names == ["answer", "draft", "near", "near too", "far", "soon", "eventually"])
    }

    @Test("does not do what was cancelled, and says whether it was in time")
    func cancellation() throws {
        let scheduler = scheduler()
        let first = try scheduler.submit(.visible, log.note("first"))
        let second = try scheduler.submit(.visible, log.note("second"))
        #expect(scheduler.cancel(second))
        #expect(!scheduler.cancel(second))
        executor.runAll()
        #expect(!scheduler.cancel(first))
        #expect(log.names == ["first"])
        scheduler._checkInvariants()
    }

    @Test("moves a job up and down as often as asked")
    func reprioritisation() throws {
        let scheduler = scheduler()
        let other = try scheduler.submit(TilePriority(.soon), log.note("other"))
        let job = try scheduler.submit(TilePriority(.eventually), log.note("job"))
        for _ in 0..<200 {
            scheduler.setPriority(.visible, of: job)
            scheduler._checkInvariants()
            scheduler.setPriority(TilePriority(.eventually), of: job)
            scheduler._checkInvariants()
        }
        scheduler.setPriority(.visible, of: job)
        executor.runAll()
        #expect(log.names == ["job", "other"])
        scheduler.setPriority(.visible, of: other)
        #expect(scheduler.waitingCount == 0)
        scheduler._checkInvariants()
    }

    @Test("gives a bin that was passed over as often as the limit says its turn", arguments: [1, 3, 16])
    func starvation(limit: Int) throws {
        let scheduler = scheduler { $0.starvationLimit = limit }
        _ = try scheduler.submit(TilePriority(.eventually), log.note("eventually"))
        _ = try scheduler.submit(TilePriority(.soon), log.note("soon"))
        // Visible work arrives faster than it is done.
        for _ in 0..<(2 * limit + 10) {
            for _ in 0..<2 { _ = try scheduler.submit(.visible, log.note("visible")) }
            executor.step()
        }
        let soon = try #require(log.names.firstIndex(of: "soon"))
        let eventually = try #require(log.names.firstIndex(of: "eventually"))
        #expect(soon == limit)
        #expect(eventually == limit + 1)
    }

    @Test("refuses prefetching before it refuses visible work, and takes work again when there is room")
    func limits() throws {
        let scheduler = scheduler {
            $0.queueLimit = 3
            $0.prefetchQueueLimit = 2
        }
        for _ in 0..<2 { _ = try scheduler.submit(TilePriority(.soon), log.note("soon")) }
        #expect(throws: TileScheduler.Overload.self) { try scheduler.submit(TilePriority(.soon), {}) }
        #expect(throws: TileScheduler.Overload.self) { try scheduler.submit(TilePriority(.eventually), {}) }
        let last = try scheduler.submit(.visible, log.note("visible"))
        #expect(throws: TileScheduler.Overload.self) { try scheduler.submit(.visible, {}) }
        scheduler.cancel(last)
        _ = try scheduler.submit(.visible, log.note("visible"))
        executor.runAll()
        #expect(log.names == ["visible", "soon", "soon"])
    }

    @Test("wakes no more workers than it has, and each again when there is work again")
    func workers() throws {
        let scheduler = scheduler { $0.workers = 2 }
        for round in 1...3 {
            for _ in 0..<5 { _ = try scheduler.submit(.visible, log.note("job")) }
            #expect(scheduler.busyWorkerCount == 2)
            executor.runAll()
            #expect(scheduler.busyWorkerCount == 0)
            #expect(log.names.count == 5 * round)
        }
    }

    @Test("wakes no worker for jobs that come together until all are in, and then as many as they are for")
    func startsTogether() throws {
        let scheduler = scheduler { $0.workers = 3 }
        scheduler.startWorkers()
        #expect(scheduler.busyWorkerCount == 0)
        for _ in 0..<2 { _ = try scheduler.submit(.visible, startsWorker: false, log.note("job")) }
        #expect(scheduler.busyWorkerCount == 0)
        scheduler.startWorkers()
        #expect(scheduler.busyWorkerCount == 2)
        // The work of another client continues as before.
        _ = try scheduler.submit(.visible, startsWorker: false, log.note("job"))
        _ = try scheduler.submit(.visible, log.note("job"))
        #expect(scheduler.busyWorkerCount == 3)
        scheduler.startWorkers()
        #expect(scheduler.busyWorkerCount == 3)
        executor.runAll()
        #expect(log.names.count == 4)
        scheduler._checkInvariants()
    }

    @Test(
        "keeps its invariants, and does each job that is not cancelled once, in any order of operations",
        arguments: 1...20)
    func randomOperations(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let scheduler = scheduler { $0.workers = 2 }
        var waiting: [String: TileScheduler.JobID] = [:]
        var expected = Set<String>()
        for number in 0..<400 {
            let priority = TilePriority(
                TilePriority.Bin.allCases.randomElement(using: &random)!, isDraft: .random(using: &random),
                squaredDistance: Double(Int.random(in: 0..<4, using: &random)))
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                waiting["\(number)"] = try scheduler.submit(priority, log.note("\(number)"))
                expected.insert("\(number)")
            case 4..<7:
                if let job = waiting.values.randomElement(using: &random) { scheduler.setPriority(priority, of: job) }
            case 7:
                if let (name, job) = waiting.randomElement(using: &random), scheduler.cancel(job) {
                    expected.remove(name)
                }
            default:
                executor.step()
            }
            scheduler._checkInvariants()
        }
        executor.runAll()
        #expect(log.names.count == expected.count)
        #expect(Set(log.names) == expected)
        scheduler._checkInvariants()
    }

    @Test("on Dispatch does every job, on as many threads at once as it has workers")
    func dispatch() async throws {
        var policy = EnginePolicy()
        policy.workers = 3
        let scheduler = TileScheduler(policy: policy, executor: DispatchTileExecutor(workers: policy.threads))
        // Three jobs that each wait for the other two end only if three workers run at once.
        let arrivals = Lock(0)
        let done = AsyncStream<Void>.makeStream()
        let gate = Gate(count: 3)
        for _ in 0..<3 {
            _ = try scheduler.submit(.visible) {
                arrivals.withLock { $0 += 1 }
                gate.arriveAndWait()
                done.continuation.yield()
            }
        }
        var iterator = done.stream.makeAsyncIterator()
        for _ in 0..<3 { await iterator.next() }
        #expect(arrivals.withLock { $0 } == 3)
    }
}
