import TestSupport
import Testing
import TileGraphics
import TileSupport
import VirtualTime

@testable import TileEngine

/// Jobs that take long, beside others, on workers whose clock the test moves.
@Suite("A scheduler of slow and quick lanes")
struct TileSchedulerLaneTests {
    /// The jobs that ended, in order, with their times.
    final class Log: Sendable {
        private let entries = Lock<[(name: String, time: Double)]>([])
        func note(_ name: String, _ time: Double) { entries.withLock { $0.append((name, time)) } }
        var names: [String] { entries.withLock { $0.map(\.name) } }
        /// When the last of a name ended.
        func end(_ name: String) -> Double? { entries.withLock { $0.last { $0.name == name }?.time } }
        func count(_ name: String) -> Int { names.count { $0 == name } }
    }

    /// 0.25 s are slow, 0.02 s heavy.
    final class Bench {
        let log = Log()
        let workers: VirtualWorkers
        let scheduler: TileScheduler

        init(_ count: Int, hasTimers: Bool = true, _ change: (inout EnginePolicy) -> Void = { _ in }) {
            var policy = EnginePolicy()
            policy.workers = count
            change(&policy)
            let workers = VirtualWorkers(count: count, hasTimers: hasTimers)
            self.workers = workers
            scheduler = TileScheduler(
                policy: policy, executor: workers, now: { UInt64(workers.now * 1e9) })
        }

        deinit {
            workers.advance(to: 1e6)
            scheduler._checkInvariants()
            workers.end()
        }

        /// A job that says of its lane, when it ends, whether it was slow, as the engine does.
        func submit(_ name: String, lane: TileLane, seconds: Double, bin: TilePriority.Bin = .visible) throws {
            let (workers, log, scheduler) = (workers, log, scheduler)
            _ = try scheduler.submit(TilePriority(bin), lane: lane) {
                workers.spend(seconds) { false }
                if case .content(let content) = lane {
                    scheduler.note(content, seconds >= 0.25 ? .slow : seconds >= 0.02 ? .heavy : .quick)
                }
                log.note(name, workers.now)
            }
            scheduler._checkInvariants()
        }

        func advance(to time: Double) {
            workers.advance(to: time)
            scheduler._checkInvariants()
        }

        func lane(_ number: UInt32) -> TileLane {
            scheduler.open(ContentID(number))
            return .content(ContentID(number))
        }
    }

    @Test("does a content alone on all its workers, be it slow or not", arguments: [1, 2, 3])
    func alone(count: Int) throws {
        let bench = Bench(count)
        let slow = bench.lane(1)
        for _ in 0..<12 { try bench.submit("slow", lane: slow, seconds: 1) }
        bench.advance(to: 0.1)
        #expect(bench.workers.renderCount == count)
        bench.advance(to: 0.9)
        #expect(bench.workers.renderCount >= count, "what steps aside leaves its place to the next")
        bench.advance(to: 12)
        #expect(bench.log.names.count == 12)
    }

    @Test("has a quick content's jobs wait for none of others, however many are slow", arguments: [1, 2, 4])
    func quickBesideSlow(count: Int) throws {
        let bench = Bench(count)
        let quick = bench.lane(1)
        try bench.submit("quick", lane: quick, seconds: 0.01)
        bench.advance(to: 1)
        // More slow contents than there are workers, none of which has shown what it is.
        for number in 0..<10 as Range<UInt32> {
            let slow = bench.lane(10 + number)
            for _ in 0..<5 { try bench.submit("slow", lane: slow, seconds: 10) }
        }
        bench.advance(to: 2)
        var waits: [Double] = []
        for step in 0..<200 {
            let time = 2 + Double(step) * 0.4
            try bench.submit("quick", lane: quick, seconds: 0.01)
            bench.advance(to: time + 0.4)
            waits.append((bench.log.end("quick") ?? 0) - time)
        }
        #expect(waits.allSatisfy { (0.009...0.011).contains($0) }, "\(waits)")
    }

    @Test("has a content that nothing is known of begin at once while two slow ones go on", arguments: [1, 2, 4])
    func newcomer(count: Int) throws {
        let bench = Bench(count)
        let slow = [bench.lane(1), bench.lane(2)]
        for _ in 0..<20 { for lane in slow { try bench.submit("slow", lane: lane, seconds: 10) } }
        bench.advance(to: 1)
        try bench.submit("new", lane: bench.lane(3), seconds: 0.01)
        bench.advance(to: 1.02)
        #expect(bench.log.end("new") == 1.01)
    }

    @Test("Jobs of a quick content wait for none of a heavy one, however many clients it has", arguments: [1, 2, 4])
    func quickBesideHeavy(count: Int) throws {
        let bench = Bench(count)
        let (quick, heavy) = (bench.lane(1), bench.lane(2))
        for lane in [quick, heavy] { try bench.submit("first", lane: lane, seconds: lane == heavy ? 0.1 : 0.001) }
        bench.advance(to: 1)
        for _ in 0..<1000 { try bench.submit("heavy", lane: heavy, seconds: 0.1) }
        bench.advance(to: 1.05)
        #expect(bench.workers.renderCount == count, "a heavy content has all workers while no other is used")
        var waits: [Double] = []
        for step in 0..<100 {
            let time = 1.05 + Double(step) * 0.07
            try bench.submit("quick", lane: quick, seconds: 0.001)
            bench.advance(to: time + 0.07)
            waits.append((bench.log.end("quick") ?? 0) - time)
        }
        #expect(waits.allSatisfy { (0.0009...0.0011).contains($0) }, "\(waits)")
        #expect(bench.log.count("heavy") >= 70 * count, "the heavy content is as fast as without the other")
    }

    @Test("Jobs of a heavy content start beside quick ones that never pause")
    func heavyBesideQuick() throws {
        let bench = Bench(1)
        let (quick, heavy) = (bench.lane(1), bench.lane(2))
        try bench.submit("heavy", lane: heavy, seconds: 0.1)
        bench.advance(to: 1)
        for _ in 0..<1000 { try bench.submit("quick", lane: quick, seconds: 0.01) }
        for _ in 0..<5 { try bench.submit("heavy", lane: heavy, seconds: 0.1) }
        bench.advance(to: 1.51)
        #expect(bench.log.count("heavy") == 6)
    }

    @Test("Heavy jobs get the workers that quick ones leave, and at least one")
    func heavyRoom() throws {
        let bench = Bench(3)
        let (quick, heavy) = (bench.lane(1), bench.lane(2))
        try bench.submit("heavy", lane: heavy, seconds: 0.1)
        try bench.submit("quick", lane: quick, seconds: 0.01)
        bench.advance(to: 1)
        for _ in 0..<3 { try bench.submit("quick", lane: quick, seconds: 0.01) }
        for _ in 0..<6 { try bench.submit("heavy", lane: heavy, seconds: 0.1) }
        bench.advance(to: 1.005)
        #expect(bench.workers.renderCount == 4, "three quick jobs and one heavy one")
        bench.advance(to: 1.015)
        #expect(bench.workers.renderCount == 3, "three heavy jobs")
    }

    @Test("Heavy contents take turns")
    func heavyTurns() throws {
        let bench = Bench(1)
        let (first, second) = (bench.lane(1), bench.lane(2))
        for lane in [first, second] { try bench.submit("known", lane: lane, seconds: 0.1) }
        bench.advance(to: 1)
        for _ in 0..<50 { try bench.submit("first", lane: first, seconds: 0.1) }
        for _ in 0..<2 { try bench.submit("second", lane: second, seconds: 0.1) }
        bench.advance(to: 2)
        #expect(bench.log.names.dropFirst(2).prefix(4) == ["first", "second", "first", "second"])
    }

    @Test("A heavy content is quick again after a number of quick jobs in a row")
    func heavyThenQuick() throws {
        let bench = Bench(1)
        let (changing, heavy) = (bench.lane(1), bench.lane(2))
        for lane in [changing, heavy] { try bench.submit("heavy", lane: lane, seconds: 0.1) }
        bench.advance(to: 1)
        // One less than needed, twice.
        let row = [Double](repeating: 0.01, count: TileScheduler.quickJobsInRow - 1)
        for seconds in row + [0.1] + row { try bench.submit("changing", lane: changing, seconds: seconds) }
        bench.advance(to: 2)
        for _ in 0..<10 { try bench.submit("heavy", lane: heavy, seconds: 0.1) }
        bench.advance(to: 2.01)
        try bench.submit("last", lane: changing, seconds: 0.01)
        bench.advance(to: 2.105)
        #expect(bench.log.count("last") == 0, "it waits for its turn among the heavy contents")
        bench.advance(to: 2.205)
        #expect(bench.log.count("last") == 1)
        try bench.submit("next", lane: changing, seconds: 0.01)
        bench.advance(to: 2.216)
        #expect(bench.log.count("next") == 1)
    }

    @Test("Quick contents take turns, however many jobs of one were first")
    func quickTurns() throws {
        let bench = Bench(1)
        let (first, second) = (bench.lane(1), bench.lane(2))
        for lane in [first, second] { try bench.submit("known", lane: lane, seconds: 0.01) }
        bench.advance(to: 1)
        for _ in 0..<20 { try bench.submit("first", lane: first, seconds: 0.01) }
        bench.advance(to: 1.095)
        for _ in 0..<3 { try bench.submit("second", lane: second, seconds: 0.01) }
        bench.advance(to: 1.15)
        #expect(bench.log.names.dropFirst(2).suffix(5) == ["first", "second", "first", "second", "first"])
        // A content that paused has no turns saved up.
        bench.advance(to: 1.5)
        for _ in 0..<4 { try bench.submit("second", lane: second, seconds: 0.01) }
        for _ in 0..<4 { try bench.submit("first", lane: first, seconds: 0.01) }
        bench.advance(to: 1.555)
        #expect(bench.log.names.suffix(5).count("first") >= 2)
    }

    @Test("A content owes no turns for jobs that were cancelled, or ran while it was slow")
    func owedTurns() throws {
        let bench = Bench(1)
        let (first, second) = (bench.lane(1), bench.lane(2))
        for lane in [first, second] { try bench.submit("known", lane: lane, seconds: 0.01) }
        bench.advance(to: 1)
        for _ in 0..<20 { try bench.submit("first", lane: first, seconds: 0.01) }
        let cancelled = try (0..<20).map { _ in try bench.scheduler.submit(.visible, lane: second) {} }
        for job in cancelled { bench.scheduler.cancel(job) }
        try bench.submit("second", lane: second, seconds: 0.01)
        bench.advance(to: 1.025)
        #expect(bench.log.count("second") == 1)
        bench.scheduler.note(ContentID(2), .slow)
        for _ in 0..<40 { try bench.submit("third", lane: second, seconds: 0.01) }
        bench.scheduler.note(ContentID(2), .quick)
        bench.advance(to: 1.085)
        #expect(bench.log.count("third") >= 2, "as many as of the other content")
    }

    @Test("gives slow contents their turns, however many jobs of one were there first")
    func turns() throws {
        let bench = Bench(1) { $0.workersAside = 1 }
        let (first, second) = (bench.lane(1), bench.lane(2))
        for lane in [first, second] { try bench.submit("seen", lane: lane, seconds: 1) }
        bench.advance(to: 3)
        for _ in 0..<50 { try bench.submit("first", lane: first, seconds: 1) }
        for _ in 0..<2 { try bench.submit("second", lane: second, seconds: 1) }
        bench.advance(to: 8)
        #expect(bench.log.names.dropFirst(2).prefix(4) == ["first", "second", "first", "second"])
    }

    @Test("has what takes a second wait for none of those that take ten, however many", arguments: [1, 2, 4])
    func briefBesideLong(count: Int) throws {
        let bench = Bench(count) { $0.longRaster = 2 }
        let brief = bench.lane(1)
        for number in 0..<10 as Range<UInt32> {
            let long = bench.lane(10 + number)
            for _ in 0..<20 { try bench.submit("long", lane: long, seconds: 10) }
        }
        // Slow as well, and known for it.
        try bench.submit("brief", lane: brief, seconds: 1)
        bench.advance(to: 100)
        #expect(bench.log.count("brief") == 1)
        var waits: [Double] = []
        for step in 0..<40 {
            let time = 100 + Double(step) * 4
            try bench.submit("brief", lane: brief, seconds: 1)
            bench.advance(to: time + 4)
            waits.append((bench.log.end("brief") ?? 0) - time)
        }
        // Its own second, behind at most one that was not known to be long.
        #expect(waits.allSatisfy { (0.999...3.001).contains($0) }, "\(waits)")
        #expect(waits.count { $0 < 1.001 } > 30, "\(waits)")
        // Once it is long itself, it has its turns among the others.
        try bench.submit("brief", lane: brief, seconds: 5)
        bench.advance(to: 280)
        for _ in 0..<3 { try bench.submit("brief", lane: brief, seconds: 1) }
        bench.advance(to: 10_000)
        #expect(bench.log.count("brief") == 45 && bench.log.count("long") == 200)
    }

    @Test("does what is more urgent of slow contents first")
    func urgency() throws {
        let bench = Bench(1) { $0.workersAside = 1 }
        let (first, second) = (bench.lane(1), bench.lane(2))
        for lane in [first, second] { try bench.submit("seen", lane: lane, seconds: 1) }
        bench.advance(to: 3)
        for _ in 0..<3 { try bench.submit("ahead", lane: first, seconds: 1, bin: .soon) }
        for _ in 0..<3 { try bench.submit("shown", lane: second, seconds: 1) }
        bench.advance(to: 20)
        #expect(bench.log.names.dropFirst(2).filter { $0 == "shown" || $0 == "ahead" }.prefix(4).count("shown") == 3)
    }

    @Test("draws areas in their share, and tiles beside them as if there were none")
    func areas() throws {
        let bench = Bench(2)
        let quick = bench.lane(1)
        try bench.submit("quick", lane: quick, seconds: 0.01)
        bench.advance(to: 1)
        for _ in 0..<8 { try bench.submit("area", lane: .areas, seconds: 5) }
        bench.advance(to: 1.5)
        #expect(bench.workers.renderCount == 1)
        for _ in 0..<2 { try bench.submit("quick", lane: quick, seconds: 0.01) }
        bench.advance(to: 1.511)
        #expect(bench.log.count("quick") == 3)
        bench.advance(to: 60)
        #expect(bench.log.count("area") == 8 && bench.log.end("area") == 41)
    }

    @Test("lets a content back that is quick again, and lets its jobs go on that are withdrawn or closed under it")
    func changes() throws {
        let bench = Bench(1)
        let (content, other) = (bench.lane(1), bench.lane(2))
        try bench.submit("slow", lane: content, seconds: 1)
        bench.advance(to: 2)
        // Aside, and quick there.
        try bench.submit("quick", lane: content, seconds: 0.01)
        bench.advance(to: 2.02)
        #expect(bench.log.end("quick") == 2.01)
        for _ in 0..<6 { try bench.submit("slow", lane: other, seconds: 3) }
        bench.advance(to: 2.5)
        try bench.submit("quick", lane: content, seconds: 0.01)
        bench.advance(to: 2.52)
        #expect(bench.log.end("quick") == 2.51)
        bench.scheduler.close(ContentID(2))
        bench.scheduler._checkInvariants()
        bench.advance(to: 60)
        #expect(bench.log.count("slow") == 7 && bench.scheduler.waitingCount == 0)
    }

    @Test("keeps its invariants, and does each job once, whatever takes how long", arguments: 1...12)
    func randomLanes(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let bench = Bench(Int.random(in: 1...3, using: &random), hasTimers: seed % 3 > 0)
        let lanes = (1...4).map { bench.lane($0) } + [.areas]
        var submitted = 0
        for step in 0..<200 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<5:
                let seconds = [0.001, 0.1, 0.3, 4].randomElement(using: &random)!
                let bin = TilePriority.Bin.allCases.randomElement(using: &random)!
                try bench.submit("job", lane: lanes.randomElement(using: &random)!, seconds: seconds, bin: bin)
                submitted += 1
            case 5:
                bench.scheduler.note(
                    ContentID(UInt32.random(in: 1...4, using: &random)),
                    [.quick, .heavy, .slow].randomElement(using: &random)!)
            default: bench.advance(to: Double(step) * 0.3)
            }
            bench.scheduler._checkInvariants()
        }
        bench.advance(to: 5000)
        #expect(bench.log.names.count == submitted && bench.scheduler.waitingCount == 0)
    }
}

extension Sequence where Element == String {
    fileprivate func count(_ name: String) -> Int { count { $0 == name } }
}
