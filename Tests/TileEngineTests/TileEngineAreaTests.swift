import Testing
import TileGeometry
import TileGraphics

@testable import TileEngine

@Suite("An engine asked for a rect")
struct TileEngineAreaTests {
    let area = RasterArea(scale: 1.5, x: -3, y: 7, width: 20, height: 30)

    /// Asks in a task and waits until the job is in the scheduler.
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
        #expect(bench.engine.counters.cachedTiles == 0)
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
