import Foundation
import Synchronization
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

/// Draws a placeholder of blue 1 until its work is done, then blue 2.
private final class SlowSource: RefiningTileSource {
    let contentSize = CGSize(width: 1024, height: 1024)
    private let isDone = Atomic(false)
    private let watcher = Lock<(@Sendable (Box) -> Void)?>(nil)
    private let count = Atomic(0)

    var rasterCount: Int { count.load(ordering: .relaxed) }
    var refinement: Double? { isDone.load(ordering: .relaxed) ? nil : 0.5 }

    func subscribeToRefinements(_ onRefinement: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watcher.withLock { $0 = onRefinement }
        return TileChangeSubscription { [weak self] in self?.watcher.withLock { $0 = nil } }
    }

    func finish(_ box: Box = .infinite) {
        isDone.store(true, ordering: .relaxed)
        watcher.withLock { $0 }?(box)
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        count.add(1, ordering: .relaxed)
        if isDone.load(ordering: .relaxed) { return .blue(2, area) }
        guard let onStandIn = context.onStandIn else { return .blue(3, area) }
        onStandIn()
        return .blue(1, area)
    }
}

@Suite("What stands in for a tile")
struct StandInTests {
    private let bench = Bench()
    private let source = SlowSource()
    private let content: ContentID

    init() { content = bench.engine.add(source, pyramid: bench.pyramid) }

    private func key(_ column: Int) -> TileKey {
        TileKey(content, TileCoordinate(level: 2, column: column, row: 0), as: .encoded(.png))
    }

    @Test("is delivered and never cached; what is better is")
    func caching() throws {
        bench.ask("early", key(0))
        bench.executor.runAll()
        #expect(bench.inbox["early"] == ["1"])
        #expect(try bench.inbox.letters[0].result.get().isStandIn)
        #expect(bench.engine.cached(key(0)) == nil)

        source.finish()
        bench.ask("late", key(0))
        bench.executor.runAll()
        #expect(bench.inbox["late"] == ["2"])
        #expect(try bench.inbox.letters[1].result.get().isStandIn == false)
        #expect(bench.engine.cached(key(0)) != nil)
        #expect(bench.engine.counters.standIns == 1)
        bench.engine._checkInvariants()
    }

    @Test("that has been drawn when there is better is stale, and whoever asks then gets what is better")
    func overtaken() {
        bench.ask("before", key(0))
        // The request has not begun, so it is drawn in the state at that later time.
        source.finish()
        bench.ask("after", key(0))
        bench.executor.runAll()
        #expect(bench.inbox["after"] == ["2"])
        #expect(bench.inbox["before"].first?.hasPrefix("2") == true)
    }

    @Test("does not cost tiles that were right: they stay in the cache")
    func keepsCached() {
        source.finish()
        bench.ask("a", key(0))
        bench.executor.runAll()
        source.finish(Box(x: 0, y: 0, width: 1024, height: 1024))
        #expect(bench.engine.cached(key(0)) != nil)
        #expect(bench.engine.generation(of: content) == 2)
    }

    @Test("is for tiles alone: whoever asks for a rect waits for the real thing")
    func rects() async throws {
        let bench = Bench(workers: 1)
        let content = bench.engine.add(source, pyramid: bench.pyramid)
        let area = RasterArea(scale: 1, x: 0, y: 0, width: 16, height: 16)
        async let file = bench.engine.file(of: area, in: content, as: .png)
        while source.rasterCount == 0 {
            bench.executor.runAll()
            await Task.yield()
        }
        #expect(try await file == [3])
    }

    @Test("is shown by a surface once, until there is better")
    func surface() throws {
        let surface = TileSurface(engine: bench.engine, content: content)
        let viewport = try Viewport(visible: Box(x: 0, y: 0, width: 1024, height: 1024), scale: 0.25, time: 0)
        for step in 0..<20 {
            surface.update(viewport.atRest(time: Double(step)))
            bench.executor.runAll()
        }
        let drawn = source.rasterCount
        #expect(surface.tiles.count == 1 && surface.hasNews == false)
        guard case .full(let standIn) = surface.tiles[0].contents else {
            Issue.record("the stand-in is not shown: \(surface.tiles[0].contents)")
            return
        }
        #expect(standIn.isStandIn)
        for step in 20..<40 {
            surface.update(viewport.atRest(time: Double(step)))
            bench.executor.runAll()
        }
        #expect(source.rasterCount == drawn, "a stand-in is asked for again and again")

        source.finish()
        for step in 40..<50 {
            surface.update(viewport.atRest(time: Double(step)))
            bench.executor.runAll()
        }
        guard case .full(let tile) = surface.tiles[0].contents else {
            Issue.record("the tile is not shown")
            return
        }
        #expect(!tile.isStandIn)
        surface._checkInvariants()
    }
}
