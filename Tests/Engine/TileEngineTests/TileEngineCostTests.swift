import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

/// Tests of which contents an engine sets apart, with a clock and processor times that a test sets.
@Suite("An engine of heavy and quick contents")
struct TileEngineCostTests {
    private let times = TileEngineDeadlineTests.Times()
    private let executor = SteppedExecutor()
    private let inbox = Inbox()
    private let engine: TileEngine

    init() {
        var policy = EnginePolicy()
        policy.workers = 1
        let times = times
        engine = TileEngine(
            policy: policy,
            services: EngineServices(
                executor: executor, now: { times.clock }, processorTime: { times.processor },
                encode: { image, _ in [image.blue] }))
    }

    private func add(clock: Double, processor: Double) throws -> ContentID {
        let (source, times) = (ScriptedSource(), times)
        source.draw { area, _ in
            times.spend(clock: clock, processor: processor)
            return .blue(7, area)
        }
        return engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256))
    }

    private func request(_ content: ContentID, _ column: Int) {
        let key = TileKey(content, TileCoordinate(level: 2, column: column, row: 0), as: .encoded(.png))
        engine.request(key, deliver: inbox.expect("\(content) \(column)"))
    }

    @Test(
        "A content is heavy if a tile takes long, by the clock and in processor time",
        arguments: [(0.006, 0.006, true), (0.2, 0.006, true), (0.2, 0.004, false), (0.004, 0.004, false)])
    func cost(clock: Double, processor: Double, isHeavy: Bool) throws {
        let content = try add(clock: clock, processor: processor)
        let quick = try add(clock: 0.001, processor: 0.001)
        for each in [content, quick] {
            request(each, 0)
            executor.runAll()
        }
        for each in [quick, content] { request(each, 1) }
        #expect(engine.scheduler.busyWorkerCount == (isHeavy ? 2 : 1))
        executor.runAll()
        #expect(inbox["\(quick) 1"] == ["7"])
        engine._checkInvariants()
    }
}
