import Foundation
import Synchronization
import TestSupport
import Testing
import TileGeometry
import TileGraphics

@testable import TileEngine

/// Tests with real threads and tasks; meant to be run under the thread sanitizer too.
@Suite("On real threads, an engine")
struct TileEngineStressTests {
    /// A drawing with a version number that only grows.
    final class Drawing: TileSource {
        let contentSize = CGSize(width: 2048, height: 2048)
        let look = Atomic<UInt32>(0)
        /// The version that the engine was told of.
        let announced = Atomic<UInt32>(0)

        func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
            let bitmap = context.pool.uninitializedBitmap(width: 8, height: 8)
            let argb = look.load(ordering: .acquiring)
            for y in 0..<8 {
                try context.checkCancellation()
                for x in 0..<8 { bitmap.row(y)[x] = argb }
            }
            return .bitmap(bitmap)
        }
    }

    static func firstPixel(of tile: CachedTile) -> UInt32 {
        guard case .file(let bytes) = tile.payload else { return .max }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }

    @Test("answers all who stay, keeps its invariants and its limit, whoever leaves or changes the content")
    func stress() async throws {
        let limit = 40 * 700
        var policy = EnginePolicy()
        policy.workers = 3
        policy.cacheHardLimit = limit
        let engine = TileEngine(
            policy: policy,
            services: EngineServices(encode: { image, format in
                guard case .bitmap(let bitmap) = image else { return [] }
                let look = bitmap.row(7)[7]
                for y in 0..<8 { for x in 0..<8 { #expect(bitmap.row(y)[x] == look, "one tile of two looks") } }
                return withUnsafeBytes(of: look) { Array($0) } + [UInt8](repeating: 0, count: format == .png ? 100 : 50)
            }))
        let drawing = Drawing()
        let pyramid = try TilePyramid(contentSize: drawing.contentSize, tileSize: 256)
        let content = engine.add(drawing, pyramid: pyramid)
        let given = Counter()
        let answered = Counter()

        await withTaskGroup(of: Void.self) { group in
            for client in 0..<6 {
                group.addTask {
                    var random = SeededGenerator(UInt64(client) + 1)
                    for _ in 0..<300 {
                        let tile = TileCoordinate(
                            level: 3, column: .random(in: 0..<8, using: &random),
                            row: .random(in: 0..<8, using: &random))
                        let format: TileFormat = Bool.random(using: &random) ? .png : .webpLossless
                        let key = TileKey(content, tile, as: .encoded(format))
                        let bin = TilePriority.Bin.allCases.randomElement(using: &random)!
                        switch Int.random(in: 0..<4, using: &random) {
                        case 0:
                            // A client that leaves at an arbitrary moment.
                            let task = Task { try await engine.tile(key, TilePriority(bin)) }
                            if Bool.random(using: &random) { await Task.yield() }
                            task.cancel()
                            _ = await task.result
                        case 1:
                            given.increment()
                            let request = engine.request(key, TilePriority(bin)) { _ in answered.increment() }
                            request.setPriority(.visible)
                            request.cancel()
                        default:
                            let tile = try? await engine.tile(key, TilePriority(bin))
                            #expect(tile?.key == key)
                        }
                    }
                }
            }
            group.addTask {
                for number in 1...200 {
                    let box = Box(x: Double(number * 37 % 2048), y: Double(number * 91 % 2048), width: 300, height: 300)
                    engine.invalidate(content, box)
                    await Task.yield()
                }
            }
            group.addTask {
                for number in 0..<50 {
                    let counters = engine.counters
                    #expect(counters.cachedBytes <= limit)
                    let key = TileKey(
                        content, TileCoordinate(level: 3, column: number % 8, row: 0), as: .encoded(.png))
                    engine.cache.hold(key, as: .visible)
                    await Task.yield()
                    engine.cache.hold(key, as: .past, insteadOf: .visible)
                }
            }
        }
        engine.shutdown()
        engine._checkInvariants()
        #expect(answered.value == given.value, "a request is answered exactly once")
        let counters = engine.counters
        #expect(counters.failed == 0)
        #expect(counters.evicted > 0 && counters.hit > 0 && counters.rendered > 0)
    }

    @Test("sees each change that was announced before the question")
    func freshness() async throws {
        let engine = TileEngine(
            services: EngineServices(encode: { image, _ in
                guard case .bitmap(let bitmap) = image else { return [] }
                return withUnsafeBytes(of: bitmap.row(0)[0]) { Array($0) }
            }))
        let drawing = Drawing()
        let pyramid = try TilePyramid(contentSize: drawing.contentSize, tileSize: 256)
        let content = engine.add(drawing, pyramid: pyramid)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for look in 1...500 {
                    drawing.look.store(UInt32(look), ordering: .releasing)
                    engine.invalidate(content)
                    drawing.announced.store(UInt32(look), ordering: .releasing)
                    await Task.yield()
                }
            }
            for client in 0..<4 {
                group.addTask {
                    let tile = TileCoordinate(level: 3, column: client % 2, row: 0)
                    for _ in 0..<500 {
                        let least = drawing.announced.load(ordering: .acquiring)
                        let found = try? await engine.tile(TileKey(content, tile, as: .encoded(.png)))
                        #expect(found.map { Self.firstPixel(of: $0) >= least } ?? false)
                    }
                }
            }
        }
        let last = try await engine.tile(
            TileKey(content, TileCoordinate(level: 3, column: 0, row: 0), as: .encoded(.png)))
        #expect(Self.firstPixel(of: last) == 500 && !last.isStale)
    }

    @Test("gives every caller of tile(_:) an answer when it is shut down under them")
    func shutdownUnderLoad() async throws {
        let bench = Bench(workers: 1)
        let tasks = (0..<16).map { number in
            Task { try await bench.engine.tile(bench.key(number % 4, number / 4)) }
        }
        while bench.engine.counters.requested < 16 { await Task.yield() }
        bench.engine.shutdown()
        for task in tasks { #expect(await task.result.engineFailure == "shutDown") }
    }

    @Test("throws cancelled from tile(_:) when the task was cancelled, before or while it waits")
    func taskCancellation() async {
        let bench = Bench()
        let task = Task { try await bench.engine.tile(bench.key(0)) }
        while bench.engine.counters.requested < 1 { await Task.yield() }
        task.cancel()
        let before = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await bench.engine.tile(bench.key(1))
        }
        before.cancel()
        #expect(await task.result.engineFailure == "cancelled")
        #expect(await before.result.engineFailure == "cancelled")
        #expect(bench.engine.counters.waiting == 0)
        bench.executor.runAll()
        #expect(bench.source.rasterCount == 0)
    }
}
