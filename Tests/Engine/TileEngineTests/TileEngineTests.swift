import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

@Suite("An engine")
struct TileEngineTests {
    @Test("draws once for all who ask for one tile, and answers from the cache after that")
    func singleFlight() {
        let bench = Bench()
        for name in ["a", "b", "c"] { bench.ask(name, bench.key(0)) }
        #expect(bench.inbox.letters.isEmpty)
        bench.executor.runAll()
        #expect(bench.inbox.names == ["a", "b", "c"])
        #expect(bench.source.rasterCount == 1)
        #expect(bench.encodings.value == 1)

        bench.ask("d", bench.key(0))
        #expect(bench.inbox["d"] == ["0"], "a cached tile is delivered before the call returns")
        #expect(bench.engine.cached(bench.key(0)) != nil)
        let counters = bench.engine.counters
        #expect((counters.started, counters.joined, counters.hit, counters.requested) == (1, 2, 2, 5))
        #expect((counters.rendered, counters.solid, counters.encoded) == (1, 1, 1))
        #expect(counters.cachedTiles == 1 && counters.cachedBytes == 1 + CachedTile.overhead)
        bench.engine._checkInvariants()
    }

    @Test("counts rasters by what they are wanted for when they begin, and by quality")
    func renderCounts() {
        let bench = Bench()
        bench.ask("seen", bench.key(0), priority: .visible)
        bench.ask("soon", bench.key(1), priority: TilePriority(.soon))
        bench.ask("draft", bench.key(2).with(.draft), priority: TilePriority(.visible, isDraft: true))
        let late = bench.ask("late", bench.key(3), priority: TilePriority(.eventually))
        bench.ask("later", bench.key(3).with(.draft), priority: TilePriority(.eventually))
        #expect(bench.engine.counters.waitingByBin == [2, 1, 2])
        late.setPriority(.visible)
        #expect(bench.engine.counters.waitingByBin == [3, 1, 1] && bench.engine.counters.waiting == 5)
        bench.executor.runAll()
        let renders = bench.engine.counters.renders
        #expect((renders[.visible, .full], renders[.visible, .draft]) == (2, 1))
        #expect((renders[.soon, .full], renders[.soon, .draft]) == (1, 0))
        #expect((renders[.eventually, .full], renders[.eventually, .draft]) == (0, 1))
        #expect(renders.total == bench.engine.counters.rendered)
        #expect(bench.engine.counters.waitingByBin == [0, 0, 0])
    }

    @Test("says what takes memory, and goes on counting what contents drew that are gone")
    func keptByKind() {
        /// Views, as far as the engine knows.
        final class Tree: DrawCountingTileSource {
            let contentSize = CGSize(width: 256, height: 256)
            let byteCount = 1000
            let memoryKind = MemoryBudget.Kind.views
            let drawCount = 3
            func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage { .blue(1, area) }
        }
        let bench = Bench()
        let pyramid = try! TilePyramid(contentSize: CGSize(width: 256, height: 256), tileSize: 256)
        let ids = [bench.engine.add(Tree(), pyramid: pyramid), bench.engine.add(Tree(), pyramid: pyramid)]
        bench.ask("tile", bench.key(0))
        bench.executor.runAll()
        let memory = bench.engine.memoryByKind
        #expect(memory[.views] == 2000 && memory[.tiles] == bench.engine.counters.cachedBytes)
        #expect(bench.engine.drawCount == 6)
        bench.engine.remove(ids[0])
        #expect(bench.engine.memoryByKind[.views] == 1000 && bench.engine.drawCount == 6)
        try! bench.engine.replace(ids[1], with: Tree(), pyramid: pyramid)
        #expect(bench.engine.drawCount == 9)
    }

    @Test("draws once for two formats, and encodes each once")
    func twoFormats() {
        let bench = Bench()
        bench.ask("png", bench.key(0))
        bench.ask("webp", bench.key(0, 0, as: .encoded(.webpLossless)))
        bench.ask("pixels", bench.key(0, 0, as: .pixels))
        bench.ask("png too", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox.names == ["png", "png too", "webp", "pixels"])
        #expect(bench.source.rasterCount == 1)
        #expect(bench.encodings.value == 2)

        // The pixels are cached: another format needs no raster.
        bench.ask("jpeg", bench.key(0, 0, as: .encoded(.jpeg(quality: 80))))
        bench.executor.runAll()
        #expect(bench.inbox["jpeg"] == ["0"])
        #expect(bench.source.rasterCount == 1)
    }

    @Test("draws what is most urgent to any who wait")
    func priorityOfWaiters() {
        let bench = Bench()
        bench.ask("near", bench.key(0), priority: TilePriority(.visible, squaredDistance: 1))
        bench.ask("far", bench.key(1), priority: TilePriority(.visible, squaredDistance: 9))
        let first = bench.ask("prefetch", bench.key(2), priority: TilePriority(.eventually))
        let urgent = bench.ask("urgent", bench.key(2), priority: TilePriority(.visible, squaredDistance: 0))
        bench.engine._checkInvariants()
        bench.executor.step()
        #expect(bench.inbox.names == ["prefetch", "urgent"])

        // The urgent client leaves: the tile becomes as urgent as the remaining one.
        bench.ask("prefetch", bench.key(3), priority: TilePriority(.eventually))
        bench.ask("urgent", bench.key(3), priority: .visible).cancel()
        bench.engine._checkInvariants()
        bench.executor.step()
        #expect(bench.inbox.names.suffix(2) == ["urgent", "near"])

        // And changes its mind.
        bench.ask("moved", bench.key(0, 1), priority: TilePriority(.eventually)).setPriority(.visible)
        bench.engine._checkInvariants()
        bench.executor.runAll()
        #expect(bench.inbox.names.suffix(3) == ["moved", "far", "prefetch"])

        // A finished request can be cancelled and moved without effect.
        first.cancel()
        urgent.setPriority(TilePriority(.soon))
        #expect(bench.inbox.names.count == 7)
    }

    @Test("gives a render up when the last who waits leaves, and not before")
    func lastWaiterCancels() {
        let bench = Bench()
        let a = bench.ask("a", bench.key(0))
        let b = bench.ask("b", bench.key(0))
        a.cancel()
        #expect(bench.inbox["a"] == ["cancelled"], "it hears of it before cancel() returns")
        #expect(bench.engine.counters.waiting == 1)
        b.cancel()
        b.cancel()
        #expect(bench.inbox["b"] == ["cancelled"])
        #expect(bench.engine.counters.waiting == 0)
        #expect(bench.engine.counters.cancelled == 1)
        bench.executor.runAll()
        #expect(bench.source.rasterCount == 0)
        bench.engine._checkInvariants()
    }

    @Test("refuses what it does not have, and says why")
    func refusals() throws {
        let bench = Bench()
        func outcome(_ key: TileKey) -> String? {
            bench.ask("\(key)", key)
            return bench.inbox["\(key)"].first
        }
        func key(level: Int, column: Int, row: Int) -> TileKey {
            TileKey(bench.content, TileCoordinate(level: level, column: column, row: row), as: .pixels)
        }
        #expect(
            outcome(TileKey(ContentID(99), TileCoordinate(level: 0, column: 0, row: 0), as: .pixels))
                == "unknownContent")
        #expect(outcome(key(level: 3, column: 0, row: 0)) == "outsidePyramid")
        #expect(outcome(key(level: 2, column: 4, row: 0)) == "outsidePyramid")
        #expect(outcome(key(level: 2, column: 0, row: 4)) == "outsidePyramid")
        // 1,024 pixels are 11 levels of Deep Zoom: 2 is its 10, so its 0 is −8.
        #expect(outcome(key(level: -9, column: 0, row: 0)) == "outsidePyramid")
        #expect(outcome(key(level: -8, column: 1, row: 0)) == "outsidePyramid")
        #expect(outcome(key(level: -8, column: 0, row: 0)) == nil)
        #expect(bench.engine.counters.refused == 6)
        bench.executor.runAll()
        #expect(throws: EngineFailure.self) {
            try bench.engine.replace(ContentID(99), with: bench.source, pyramid: bench.pyramid)
        }
    }

    @Test("refuses new renders when too many wait, and still answers from the cache and lets others join")
    func overload() {
        let bench = Bench {
            $0.queueLimit = 2
            $0.prefetchQueueLimit = 1
        }
        bench.ask("cached", bench.key(0))
        bench.executor.runAll()
        bench.ask("a", bench.key(1))
        bench.ask("prefetch", bench.key(2), priority: TilePriority(.soon))
        bench.ask("b", bench.key(2))
        bench.ask("c", bench.key(3))
        #expect(bench.inbox["prefetch"] == ["overloaded"])
        #expect(bench.inbox["c"] == ["overloaded"])
        bench.ask("cached again", bench.key(0))
        bench.ask("joins", bench.key(1))
        #expect(bench.inbox["cached again"] == ["0"])
        bench.engine._checkInvariants()
        bench.executor.runAll()
        #expect(bench.inbox["joins"] == ["0"] && bench.inbox["b"] == ["0"])
    }

    @Test("caches no failure: the next who asks has it drawn again")
    func sourceFails() {
        let bench = Bench()
        bench.source.draw { _, _ in throw Broken() }
        bench.ask("a", bench.key(0))
        bench.ask("b", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox["a"] == ["sourceFailed"] && bench.inbox["b"] == ["sourceFailed"])
        #expect(bench.engine.cached(bench.key(0)) == nil)
        bench.paint(7)
        bench.ask("c", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox["c"] == ["7"])
        #expect(bench.engine.counters.failed == 1)
        bench.engine._checkInvariants()
    }

    @Test("fails only those who wanted the format that can't be encoded")
    func encoderFails() {
        let bench = Bench(onEncode: { if $0 == .png { throw Broken() } })
        bench.ask("png", bench.key(0))
        bench.ask("webp", bench.key(0, 0, as: .encoded(.webpLossless)))
        bench.executor.runAll()
        #expect(bench.inbox["png"] == ["encodingFailed"])
        #expect(bench.inbox["webp"] == ["0"])
        #expect(bench.source.rasterCount == 1)
        bench.engine._checkInvariants()
    }

    @Test("gives the source the tile's area, the quality asked for, and the engine's pool")
    func context() {
        let bench = Bench()
        let engine = bench.engine
        bench.source.draw { area, context in
            #expect(area == RasterArea(scale: 2, x: 512, y: 1024, width: 512, height: 512))
            #expect(context.quality == .draft)
            #expect(context.pool === engine.pool)
            #expect(!context.isCancelled())
            return .blue(1, area)
        }
        let tile = TileCoordinate(level: 2, column: 1, row: 2)
        bench.ask("a", TileKey(bench.content, tile, magnification: 2, quality: .draft, as: .pixels))
        bench.executor.runAll()
        #expect(bench.source.rasterCount == 1)
        #expect(
            engine.cached(TileKey(bench.content, tile, magnification: 2, as: .pixels)) == nil, "a draft is no full tile"
        )
    }

    @Test("keeps what the package closure makes of a file, and counts its bytes")
    func package() async throws {
        final class Parcel: TilePackage {
            let byteCount = 4321
            let key: TileKey
            init(key: TileKey) { self.key = key }
        }
        var services = EngineServices(encode: { _, _ in [1, 2, 3] }, package: { key, _, _ in Parcel(key: key) })
        services.now = { 5 }
        let engine = TileEngine(services: services)
        let pyramid = try TilePyramid(contentSize: CGSize(width: 256, height: 256), tileSize: 256)
        let content = engine.add(ScriptedSource(), pyramid: pyramid)
        let key = TileKey(content, TileCoordinate(level: 0, column: 0, row: 0), as: .encoded(.png))
        let tile = try await engine.tile(key)
        guard case .package(let parcel) = tile.payload else { throw Broken() }
        #expect((parcel as? Parcel)?.key == key)
        #expect(tile.byteCount == 4321 + CachedTile.overhead)
        #expect(tile.validator == StrongValidator(of: [1, 2, 3]))
        #expect(tile.times == CachedTile.Times())
    }

    @Test("knows whether a visible tile of a content has been waiting")
    func lateness() throws {
        let time = Lock<UInt64>(0)
        let executor = SteppedExecutor()
        let engine = TileEngine(services: EngineServices(executor: executor, now: { time.withLock { $0 } }))
        let pyramid = try TilePyramid(contentSize: CGSize(width: 512, height: 512), tileSize: 256)
        let (content, other) = (
            engine.add(ScriptedSource(), pyramid: pyramid), engine.add(ScriptedSource(), pyramid: pyramid)
        )
        func request(_ column: Int, _ priority: TilePriority) {
            let tile = TileCoordinate(level: 1, column: column, row: 0)
            engine.request(TileKey(content, tile, as: .pixels), priority) { _ in }
        }
        request(0, TilePriority(.soon))
        time.withLock { $0 = 1_000_000_000 }
        #expect(!engine.isLate(content, by: 0))
        request(1, .visible)
        time.withLock { $0 += 99_999_999 }
        #expect(!engine.isLate(content, by: 0.1))
        time.withLock { $0 += 1 }
        #expect(engine.isLate(content, by: 0.1) && !engine.isLate(other, by: 0.1))
        executor.runAll()
        #expect(!engine.isLate(content, by: 0))
    }

    @Test("forgets a content, and tells those who wait for a tile of it")
    func removal() {
        let bench = Bench()
        bench.ask("cached", bench.key(0))
        bench.executor.runAll()
        bench.ask("waits", bench.key(1))
        bench.engine.remove(bench.content)
        #expect(bench.inbox["waits"] == ["unknownContent"])
        #expect(bench.engine.cached(bench.key(0)) == nil)
        bench.ask("late", bench.key(0))
        #expect(bench.inbox["late"] == ["unknownContent"])
        #expect(bench.engine.generation(of: bench.content) == nil)
        bench.executor.runAll()
        #expect(bench.source.rasterCount == 1)
        bench.engine._checkInvariants()
    }

    @Test("after its shutdown refuses all, and those who waited know")
    func shutdown() async {
        let bench = Bench()
        bench.ask("waits", bench.key(0))
        bench.engine.shutdown()
        #expect(bench.inbox["waits"] == ["shutDown"])
        await #expect(throws: EngineFailure.self) { try await bench.engine.tile(bench.key(0)) }
        bench.executor.runAll()
        #expect(bench.source.rasterCount == 0)
        bench.engine._checkInvariants()
    }

    @Test("frees itself, its contents and its tiles when nobody holds it")
    func release() {
        weak var engine: TileEngine?
        weak var source: ScriptedSource?
        do {
            let bench = Bench()
            (engine, source) = (bench.engine, bench.source)
            bench.ask("a", bench.key(0))
            bench.ask("b", bench.key(1)).cancel()
            bench.executor.runAll()
        }
        #expect(engine == nil && source == nil)
    }
}

extension StrongValidator {
    init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { StrongValidator(of: $0) } }
}
