import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

@Suite("Whoever watches a content of an engine")
struct TileEngineWatchingTests {
    private let bench = Bench()

    @Test("is told where it changed, once its tiles are outdated, and that it was replaced or is gone")
    func changes() throws {
        let (engine, key) = (bench.engine, bench.key(0))
        bench.ask("first", key)
        bench.executor.runAll()
        let told = Lock<[(box: Box, isCached: Bool)]>([])
        let watch = engine.watch(bench.content) { box in
            told.withLock { $0.append((box, engine.cached(key) != nil)) }
        }
        let part = Box(x: 0, y: 0, width: 10, height: 10)
        engine.invalidate(bench.content, part)
        #expect(told.withLock { $0.map(\.box) } == [part])
        #expect(told.withLock { $0.map(\.isCached) } == [false])

        try engine.replace(bench.content, with: bench.source, pyramid: bench.pyramid)
        engine.remove(bench.content)
        #expect(told.withLock { $0.map(\.box) } == [part, .infinite, .infinite])

        // Nothing is there to change.
        engine.invalidate(bench.content)
        engine.remove(bench.content)
        #expect(told.withLock { $0.count } == 3)
        withExtendedLifetime(watch) {}
    }

    @Test("hears of no other content, and of nothing once its subscription has ended")
    func end() {
        let told = Lock(0)
        var watch: TileChangeSubscription? = bench.engine.watch(ContentID(77)) { _ in told.withLock { $0 += 1 } }
        bench.engine.invalidate(bench.content)
        #expect(told.withLock { $0 } == 0)
        watch = bench.engine.watch(bench.content) { _ in told.withLock { $0 += 1 } }
        bench.engine.invalidate(bench.content)
        #expect(told.withLock { $0 } == 1)
        withExtendedLifetime(watch) {}
        watch = nil
        bench.engine.invalidate(bench.content)
        #expect(told.withLock { $0 } == 1)
    }

    @Test("may use the engine within the call")
    func reentrance() {
        let generations = Lock<[UInt64?]>([])
        let bench = bench
        let watch = bench.engine.watch(bench.content) { [engine = bench.engine, content = bench.content] _ in
            generations.withLock { $0.append(engine.generation(of: content)) }
            if generations.withLock({ $0.count }) == 1 { engine.invalidate(content) }
        }
        bench.engine.invalidate(bench.content)
        #expect(generations.withLock { $0 } == [1, 2])
        withExtendedLifetime(watch) {}
    }
}
