import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

@Suite("A tile that lacks a part")
struct IncompleteTileTests {
    @Test("is shown, and neither kept nor asked for again and again")
    func shown() throws {
        let executor = SteppedExecutor()
        let source = ScriptedSource()
        let inbox = Inbox()
        let engine = TileEngine(
            services: EngineServices(executor: executor, encode: { image, _ in [image.blue] }))
        let content = engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256))
        let key = TileKey(content, TileCoordinate(level: 2, column: 0, row: 0), as: .encoded(.png))
        let isMissing = Lock(true)
        source.draw { area, context in
            if isMissing.withLock({ $0 }) { context.onMissingPart?(.forNow) }
            return .blue(7, area)
        }
        for name in ["first", "second"] {
            engine.request(key, deliver: inbox.expect(name))
            executor.runAll()
            #expect(inbox[name] == ["7"])
            #expect(engine.cached(key) == nil)
        }
        #expect(engine.counters.incomplete == 2 && engine.counters.failed == 0)
        isMissing.withLock { $0 = false }
        engine.request(key, deliver: inbox.expect("third"))
        executor.runAll()
        #expect(engine.cached(key).map { $0.missing == nil } == true)
        engine._checkInvariants()
    }

    @Test("for good is kept, and says so to whoever gets it")
    func tooComplex() throws {
        let executor = SteppedExecutor()
        let source = ScriptedSource { area, context in
            context.onMissingPart?(.tooComplex)
            return .blue(7, area)
        }
        let engine = TileEngine(services: EngineServices(executor: executor, encode: { image, _ in [image.blue] }))
        let content = engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256))
        let key = TileKey(content, TileCoordinate(level: 2, column: 0, row: 0), as: .encoded(.png))
        let inbox = Inbox()
        for name in ["first", "second"] {
            engine.request(key, deliver: inbox.expect(name))
            executor.runAll()
            #expect(try inbox.letters.last?.result.get().missing == .tooComplex)
        }
        #expect(source.rasterCount == 1)
        #expect(engine.counters.incomplete == 1)
    }
}
