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

    /// 0.25 s are slow.
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
                if case .content(let content) = lane { scheduler.note(content, isSlow: seconds >= 0.25) }
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
                    ContentID(UInt32.random(in: 1...4, using: &random)), isSlow: .random(using: &random))
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
