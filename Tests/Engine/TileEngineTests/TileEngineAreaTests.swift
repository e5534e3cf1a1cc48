import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

@Suite("An engine asked for a rect")
struct TileEngineAreaTests {
    let area = RasterArea(scale: 1.5, x: -3, y: 7, width: 20, height: 30)

    /// Requests an area in a task and waits until the job is in the scheduler.
    func ask(_ bench: Bench) async -> Task<[UInt8], any Error> {
        let task = Task { try await bench.engine.file(of: area, in: bench.content, as: .png) }
        while bench.engine.counters.waiting == 0 { await Task.yield() }
        return task
    }

    @Test("draws exactly that rect, and keeps nothing")
    func draws() async throws {
        let bench = Bench()
        let area = area
        bench.source.draw { found, _ in
            #expect(found == area)
            return .blue(9, found)
        }
        let task = await ask(bench)
        bench.executor.runAll()
        #expect(try await task.value == [9])
        let counters = bench.engine.counters
        #expect(counters.cachedTiles == 0 && counters.areas == 1 && counters.areaTime.count == 1)
        #expect(counters.rendered == 0, "it is no tile")
    }

    @Test("has nobody else keep what it returns")
    func keepsNothing() async throws {
        let bench = Bench()
        let area = area
        bench.source.draw { area, _ in .blue(9, area) }
        let task = Task {
            var bytes = try await bench.engine.file(of: area, in: bench.content, as: .png)
            // A bitmap with a single owner is changed in place.
            let before = bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
            bytes[0] ^= 1
            return before == bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        while bench.engine.counters.waiting == 0 { await Task.yield() }
        bench.executor.runAll()
        #expect(try await task.value, "another has the bytes as well")
    }

    @Test("gives it up when the task is cancelled before it is drawn")
    func cancelledInQueue() async {
        let bench = Bench()
        let task = await ask(bench)
        task.cancel()
        let result = await task.result
        #expect(throws: EngineFailure.self) { try result.get() }
        #expect(bench.engine.counters.waiting == 0)
        bench.executor.runAll()
        #expect(bench.source.rasterCount == 0)
    }

    @Test("tells the source to stop when the task is cancelled while it is drawn")
    func cancelledInRaster() async {
        // worker                 task
        // raster begins
        //                        is cancelled
        // raster sees it
        let bench = Bench()
        let running = Lock<Task<[UInt8], any Error>?>(nil)
        bench.source.draw { area, context in
            running.withLock { $0 }?.cancel()
            try context.checkCancellation()
            return .blue(1, area)
        }
        let task = await ask(bench)
        running.withLock { $0 = task }
        bench.executor.runAll()
        #expect(await task.result.engineFailure == "cancelled")
    }

    @Test("has one rect after the other drawn, whatever waits, and draws tiles meanwhile")
    func share() async throws {
        let bench = Bench(workers: 2)
        let tasks =
            [await ask(bench)]
            + (0..<3).map { _ in
                let area = area
                return Task { try await bench.engine.file(of: area, in: bench.content, as: .png) }
            }
        while bench.engine.counters.waiting < 4 { await Task.yield() }
        bench.source.draw { area, _ in
            #expect(bench.engine.scheduler.runningAreas == (area.width == 256 ? 0 : 1))
            return .blue(3, area)
        }
        bench.ask("tile", bench.key(0))
        bench.executor.runAll()
        #expect(bench.inbox["tile"] == ["3"])
        for task in tasks { #expect(try await task.value == [3]) }
    }

    @Test("refuses rects that would have more pixels together than they may, and takes them again when there is room")
    func pixelBudget() async throws {
        let bench = Bench { $0.areaPixelLimit = 1000 }
        let first = await ask(bench)
        let second = Task { try await bench.engine.file(of: area, in: bench.content, as: .png) }
        #expect(await second.result.engineFailure == "overloaded")
        bench.executor.runAll()
        _ = try await first.value
        let third = await ask(bench)
        bench.executor.runAll()
        _ = try await third.value
        // An area above the total limit is drawn when no other is being drawn.
        let large = Task {
            try await bench.engine.file(
                of: RasterArea(scale: 1, x: 0, y: 0, width: 100, height: 100), in: bench.content, as: .png)
        }
        while bench.engine.counters.waiting == 0 { await Task.yield() }
        bench.executor.runAll()
        _ = try await large.value
    }

    @Test("refuses a rect whose encoder would take more memory than it may")
    func encoderMemory() async throws {
        let bench = Bench { $0.areaEncoderLimit = 50 * 100 }
        let large = RasterArea(scale: 1, x: 0, y: 0, width: 101, height: 1)
        let result = await Task {
            try await bench.engine.file(of: large, in: bench.content, as: .jxl(quality: 80))
        }.result
        guard case .failure(EngineFailure.encodingFailed(let error)) = result else {
            Issue.record("the rect was drawn")
            return
        }
        #expect(error as? CodecFailure == .tooLarge(format: "JPEG XL", width: 101, height: 1, limit: 10))
    }

    @Test("gives a rect up that takes more processor time than it may")
    func deadline() async {
        let bench = Bench { $0.areaDeadline = 0 }
        bench.source.draw { area, context in
            try context.checkCancellation()
            return .blue(1, area)
        }
        let task = await ask(bench)
        bench.executor.runAll()
        #expect(await task.result.engineFailure == "tookTooLong")
    }

    @Test("says what is wrong: no such content, a source that fails, a full queue, a shutdown")
    func failures() async {
        func outcome(_ bench: Bench, _ content: ContentID) async -> String {
            do throws(EngineFailure) {
                _ = try await bench.engine.file(of: area, in: content, as: .png)
                return "drawn"
            } catch {
                return error.name
            }
        }
        let bench = Bench { $0.queueLimit = 0 }
        #expect(await outcome(bench, ContentID(99)) == "unknownContent")
        #expect(await outcome(bench, bench.content) == "overloaded")
        bench.engine.shutdown()
        #expect(await outcome(bench, bench.content) == "shutDown")

        let broken = Bench()
        broken.source.draw { _, _ in throw Broken() }
        let task = await ask(broken)
        broken.executor.runAll()
        let result = await task.result
        #expect(throws: EngineFailure.self) { try result.get() }
    }
}
