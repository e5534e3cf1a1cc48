import TestSupport
import Testing
import TileSupport

@testable import TileEngine

/// Tests of the jobs that yield the processors, step by step.
@Suite("Jobs that yield the processors")
struct TileSchedulerYieldTests {
    /// An executor that a test steps. It records which jobs ran on a yielding thread.
    private final class RecordingExecutor: TileExecutor {
        let steps = SteppedExecutor()
        private let yielding = Lock(false)
        private let log = Lock<[String]>([])

        func run(worker: Int, _ step: @escaping @Sendable () -> Bool) { steps.run(worker: worker, step) }

        func yielding(worker: Int, _ body: @escaping @Sendable () -> Void) {
            yielding.withLock { $0 = true }
            body()
            yielding.withLock { $0 = false }
        }

        func record(_ name: String) {
            let yields = yielding.withLock { $0 }
            log.withLock { $0.append(yields ? "\(name) yields" : name) }
        }

        var recorded: [String] { log.withLock { $0 } }
    }

    private let executor = RecordingExecutor()
    private let scheduler: TileScheduler
    private let heavy = ContentID(1)
    private let light = ContentID(2)

    init() {
        var policy = EnginePolicy()
        policy.workers = 1
        scheduler = TileScheduler(policy: policy, executor: executor, now: { 0 })
        scheduler.open(heavy)
    }

    private func run(_ name: String, of content: ContentID) throws {
        let executor = executor
        _ = try scheduler.submit(TilePriority(.visible), lane: .content(content)) { executor.record(name) }
        executor.steps.runAll()
        scheduler._checkInvariants()
    }

    @Test("A slow content's jobs yield to other contents until it is quick again")
    func beside() throws {
        scheduler.open(light)
        try run("first", of: heavy)
        scheduler.note(heavy, isSlow: true)
        try run("second", of: heavy)
        try run("tile", of: light)
        scheduler.note(heavy, isSlow: false)
        try run("third", of: heavy)
        #expect(executor.recorded == ["first", "second yields", "tile", "third"])
    }

    @Test("Jobs of the only content don't yield")
    func alone() throws {
        scheduler.note(heavy, isSlow: true)
        try run("alone", of: heavy)
        scheduler.open(light)
        try run("beside", of: heavy)
        scheduler.close(light)
        try run("alone again", of: heavy)
        #expect(executor.recorded == ["alone", "beside yields", "alone again"])
    }

    @Test("Areas, which have a share of their own, don't yield")
    func areas() throws {
        scheduler.open(light)
        let executor = executor
        _ = try scheduler.submit(TilePriority(.visible), lane: .areas) { executor.record("area") }
        executor.steps.runAll()
        #expect(executor.recorded == ["area"])
    }
}
