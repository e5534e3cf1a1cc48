import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

/// Events while a tile is drawn or encoded. The script of the source and the encoder run the other column's steps from
/// within, so each interleaving is exact.
@Suite("While a render runs, an engine")
struct TileEngineInterleavingTests {
    /// Runs its closure the first time that it is called, and never again.
    final class Once: Sendable {
        private let action = Lock<(@Sendable () -> Void)?>(nil)
        func set(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }
        func callAsFunction() {
            let action = self.action.withLock { action in
                defer { action = nil }
                return action
            }
            action?()
        }
    }

    /// A bench whose source draws blue 1 and then, after `duringRaster` ran, blue 2.
    func bench(duringRaster: Once = Once(), duringEncode: Once = Once()) -> Bench {
        let bench = Bench(onEncode: { _ in duringEncode() })
        let next = Counter()
        bench.source.draw { area, _ in
            next.increment()
            let blue = UInt8(next.value)
            duringRaster()
            return .blue(blue, area)
        }
        return bench
    }

    @Test("lets others join it")
    func join() {
        // worker                 caller
        // raster begins
        //                        asks for the same tile as PNG, and as WebP
        // raster ends
        // encodes PNG, WebP
        let during = Once()
        let bench = bench(duringRaster: during)
        during.set {
            bench.ask("png", bench.key(0))
            bench.ask("webp", bench.key(0, 0, as: .encoded(.webpLossless)))
        }
        bench.ask("first", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox["png"] == ["1"] && bench.inbox["webp"] == ["1"] && bench.inbox["first"] == ["1"])
        #expect(bench.source.rasterCount == 1)
        #expect(bench.encodings.value == 2)
    }

    @Test("lets others join it while it encodes another format")
    func joinWhileEncoding() {
        // worker                 caller
        // encodes PNG
        //                        asks for WebP, and once more for PNG
        // encodes WebP
        let during = Once()
        let bench = bench(duringEncode: during)
        during.set {
            bench.ask("webp", bench.key(0, 0, as: .encoded(.webpLossless)))
            bench.ask("png", bench.key(0))
        }
        bench.ask("first", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox["webp"] == ["1"] && bench.inbox["png"] == ["1"])
        #expect(bench.source.rasterCount == 1)
        #expect(bench.encodings.value == 2)
    }

    @Test("tells the source to stop when the last who waits leaves, keeps nothing, and starts anew for the next")
    func cancelDuringRaster() {
        // worker                 caller
        // raster 1 begins
        //                        cancels
        //                        asks again: a flight of its own
        // raster 1 sees that it is cancelled
        // raster 2
        let bench = Bench()
        let request = Lock<TileRequest?>(nil)
        let runs = Counter()
        bench.source.draw { area, context in
            runs.increment()
            if runs.value == 1 {
                request.withLock { $0 }?.cancel()
                #expect(context.isCancelled())
                bench.ask("again", bench.key(0))
                #expect(bench.engine.counters.waiting == 1)
                #expect(throws: CancellationError.self) { try context.checkCancellation() }
                throw CancellationError()
            }
            return .blue(2, area)
        }
        let first = bench.ask("first", bench.key(0))
        request.withLock { $0 = first }
        bench.executor.step()
        #expect(bench.inbox["first"] == ["cancelled"])
        #expect(bench.inbox["again"] == [])
        #expect(bench.engine.cached(bench.key(0)) == nil)
        bench.executor.runAll()
        #expect(bench.inbox["again"] == ["2"])
        #expect(bench.engine.counters.failed == 0)
        #expect(bench.engine.counters.cancelled == 1)
        bench.engine._checkInvariants()
    }

    @Test("keeps nothing of a cancelled render whose source did not stop", arguments: [true, false])
    func cancelIsNotHeeded(duringRaster: Bool) {
        // worker                 caller
        // raster begins
        //                        cancels (or does so while the worker encodes)
        // raster ends all the same
        let during = Once()
        let bench = duringRaster ? bench(duringRaster: during) : bench(duringEncode: during)
        let first = bench.ask("first", bench.key(0))
        during.set { first.cancel() }
        bench.executor.runAll()
        #expect(bench.inbox["first"] == ["cancelled"])
        #expect(bench.engine.cached(bench.key(0)) == nil)
        #expect(bench.engine.counters.cachedTiles == 0)
        bench.engine._checkInvariants()
    }

    @Test("delivers what is outdated to those who had asked before, and draws anew for those who ask after")
    func invalidation() {
        // worker                 caller
        //                        before asks
        // raster 1 begins
        //                        invalidates
        //                        after asks
        // raster 1 ends: before
        // raster 2: after
        let during = Once()
        let bench = bench(duringRaster: during)
        during.set {
            bench.engine.invalidate(bench.content, Box(x: 10, y: 10, width: 1, height: 1))
            bench.ask("after", bench.key(0))
        }
        bench.ask("before", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox["before"] == ["1*"])
        #expect(bench.inbox["after"] == ["2"])
        #expect(bench.engine.cached(bench.key(0))?.firstByte == 2)
        #expect(bench.engine.counters.stale == 1)
        #expect(bench.engine.generation(of: bench.content) == 1)
        bench.engine._checkInvariants()
    }

    @Test("never caches an outdated tile, though nobody asks after the change", arguments: [true, false])
    func invalidationAlone(duringRaster: Bool) {
        // worker                 caller
        //                        before asks
        // raster begins
        //                        invalidates (or does so while the worker encodes)
        // raster, encoding end
        let during = Once()
        let bench = duringRaster ? bench(duringRaster: during) : bench(duringEncode: during)
        during.set { bench.engine.invalidate(bench.content) }
        bench.ask("before", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox["before"] == ["1*"])
        #expect(bench.engine.cached(bench.key(0)) == nil)
        #expect(bench.source.rasterCount == 1)
        bench.engine._checkInvariants()
    }

    @Test("counts a render that had not begun before the change as current")
    func invalidationBeforeStart() {
        // worker                 caller
        //                        before asks
        //                        invalidates
        // raster
        let bench = bench()
        bench.ask("before", bench.key(0))
        bench.engine.invalidate(bench.content)
        bench.ask("after", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox["before"] == ["1"] && bench.inbox["after"] == ["1"])
        #expect(bench.engine.cached(bench.key(0)) != nil)
        #expect(bench.source.rasterCount == 1)
    }

    @Test("makes nobody wait for more than two renders, though the content changes under each")
    func endlessChange() {
        // worker                 caller
        //                        asker 0
        // raster 1 begins
        //                        invalidates; asker 1
        // raster 1 ends: asker 0
        // raster 2 begins
        //                        invalidates; asker 2
        // raster 2 ends: asker 1
        // …
        let bench = Bench()
        let rounds = Counter()
        bench.source.draw { area, _ in
            rounds.increment()
            let round = rounds.value
            if round <= 5 {
                bench.engine.invalidate(bench.content)
                bench.ask("\(round)", bench.key(0))
            }
            return .blue(UInt8(round), area)
        }
        bench.ask("0", bench.key(0))
        bench.executor.runAll()
        for asker in 0...4 { #expect(bench.inbox["\(asker)"] == ["\(asker + 1)*"]) }
        #expect(bench.inbox["5"] == ["6"])
    }

    @Test("outdates only the tiles that the change touches")
    func invalidationOfPart() {
        let bench = Bench()
        for column in 0..<4 { bench.ask("\(column)", bench.key(column)) }
        bench.executor.runAll()
        bench.engine.invalidate(bench.content, Box(x: 300, y: 0, width: 10, height: 10))
        let left = (0..<4).filter { bench.engine.cached(bench.key($0)) != nil }
        #expect(left == [0, 2, 3])
        // An edge that two tiles share is antialiased into both.
        bench.engine.invalidate(bench.content, Box(x: 768, y: 0, width: 0, height: 0))
        #expect((0..<4).filter { bench.engine.cached(bench.key($0)) != nil } == [0])
        bench.engine._checkInvariants()
    }

    @Test("draws from the new source for those who ask after a replacement, or fails them when it is smaller now")
    func replacement() throws {
        // worker                 caller
        //                        before asks
        // raster 1 begins
        //                        replaces source and pyramid
        //                        after asks for a tile that is in both pyramids
        // raster 1 ends: before
        // raster of the new source: after
        let during = Once()
        let bench = bench(duringRaster: during)
        let smaller = ScriptedSource { area, _ in .blue(99, area) }
        let pyramid = try TilePyramid(
            contentSize: CGSize(width: 1024, height: 1024), tileSize: 256, scale: 0.5)
        let (engine, content) = (bench.engine, bench.content)
        let shared = TileKey(content, TileCoordinate(level: 1, column: 0, row: 0), as: .encoded(.png))
        let gone = bench.key(3)
        bench.ask("gone", gone, priority: TilePriority(.soon))
        during.set {
            try? engine.replace(content, with: smaller, pyramid: pyramid)
            bench.ask("after", shared)
        }
        bench.ask("before", shared)
        bench.executor.runAll()
        #expect(bench.inbox["before"] == ["1*"])
        #expect(bench.inbox["after"] == ["99"])
        #expect(bench.inbox["gone"] == ["outsidePyramid"])
        bench.engine._checkInvariants()
    }

    @Test(
        "fails those who wait when the content is removed under it, and when it is shut down", arguments: [true, false])
    func endDuringRaster(removal: Bool) {
        // worker                 caller
        // raster begins
        //                        removes the content, or shuts down
        // raster ends: nobody is there
        let during = Once()
        let bench = bench(duringRaster: during)
        during.set { removal ? bench.engine.remove(bench.content) : bench.engine.shutdown() }
        bench.ask("a", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox["a"] == [removal ? "unknownContent" : "shutDown"])
        #expect(bench.engine.counters.cachedTiles == 0)
        bench.engine._checkInvariants()
    }

    @Test("draws again for those who asked after a change, though the render before it failed")
    func failureThenChange() {
        // worker                 caller
        //                        before asks
        // raster 1 begins
        //                        invalidates; after asks
        // raster 1 throws: before
        // raster 2: after
        let bench = Bench()
        let runs = Counter()
        bench.source.draw { area, _ in
            runs.increment()
            guard runs.value == 1 else { return .blue(2, area) }
            bench.engine.invalidate(bench.content)
            bench.ask("after", bench.key(0))
            throw Broken()
        }
        bench.ask("before", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox["before"] == ["sourceFailed"])
        #expect(bench.inbox["after"] == ["2"])
        bench.engine._checkInvariants()
    }

    @Test("may be asked from within a delivery")
    func askWhenDelivered() {
        let bench = Bench()
        bench.engine.request(bench.key(0)) { _ in bench.ask("next", bench.key(1)) }
        bench.executor.runAll()
        #expect(bench.inbox["next"] == ["0"])
    }
}
