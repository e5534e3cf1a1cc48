import Dispatch
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

/// Tests of tiles that take too long, with a clock and processor times that a test sets.
@Suite("An engine with a deadline for each tile")
struct TileEngineDeadlineTests {
    /// The clock, and the processor time of the calling thread, in seconds.
    final class Times: Sendable {
        private let seconds = Lock((clock: 100.0, processor: 5.0))
        func spend(clock: Double, processor: Double) {
            seconds.withLock { $0 = ($0.clock + clock, $0.processor + processor) }
        }
        var clock: UInt64 { seconds.withLock { UInt64($0.clock * 1e9) } }
        var processor: UInt64 { seconds.withLock { UInt64($0.processor * 1e9) } }
    }

    final class Asked: Sendable {
        let request = Lock<TileRequest?>(nil)
    }

    let times = Times()
    let executor = SteppedExecutor()
    let source = ScriptedSource()
    let inbox = Inbox()
    let engine: TileEngine
    let content: ContentID

    init() throws {
        let times = times
        engine = TileEngine(
            services: EngineServices(
                executor: executor, now: { times.clock }, processorTime: { times.processor },
                encode: { image, _ in [image.blue] }))
        content = engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256))
    }

    func key(_ column: Int) -> TileKey {
        TileKey(content, TileCoordinate(level: 2, column: column, row: 0), as: .encoded(.png))
    }

    func ask(_ name: String, _ column: Int = 0) -> [String] {
        engine.request(key(column), deliver: inbox.expect(name))
        executor.runAll()
        engine._checkInvariants()
        return inbox[name]
    }

    /// Draws for a number of seconds, a tenth at a time, unless it is told to stop.
    func drawFor(clock: Double, processor: Double) {
        let times = times
        source.draw { area, context in
            for _ in 0..<10 {
                times.spend(clock: clock / 10, processor: processor / 10)
                try context.checkCancellation()
            }
            return .blue(7, area)
        }
    }

    @Test("gives a tile up that takes more processor time than it may, and says so")
    func tooLong() throws {
        drawFor(clock: 30, processor: 30)
        #expect(ask("first") == ["tookTooLong"])
        #expect(
            times.processor == 15 * 1_000_000_000 + 2 * 1_000_000_000, "stopped at the first look after ten seconds")
    }

    @Test("gives it up when only a strip of it took too long, on a thread of its own")
    func stripTooLong() throws {
        let (times, queue) = (times, DispatchQueue(label: "strips"))
        let spare = SpareThreads(processors: 2, queue: queue)
        let source = ScriptedSource()
        let engine = TileEngine(
            services: EngineServices(
                executor: SparingExecutor(stepped: executor, spare: spare), now: { times.clock },
                processorTime: { times.processor }, encode: { image, _ in [image.blue] }))
        let content = engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256))
        source.draw { _, context in
            // The helping thread works for 30 seconds while the tile's own thread waits.
            let isCancelled = try #require(context.threads).cancellation()
            times.spend(clock: 30, processor: 30)
            #expect(isCancelled())
            times.spend(clock: 0, processor: -30)
            #expect(!context.isCancelled())
            throw CancellationError()
        }
        let key = TileKey(content, TileCoordinate(level: 2, column: 0, row: 0), as: .encoded(.png))
        engine.request(key, deliver: inbox.expect("first"))
        executor.runAll()
        #expect(inbox["first"] == ["tookTooLong"])
    }

    private struct SparingExecutor: TileExecutor {
        let stepped: SteppedExecutor
        let spare: SpareThreads
        var spareThreads: SpareThreads? { spare }
        func run(worker: Int, _ step: @escaping @Sendable () -> Bool) { stepped.run(worker: worker, step) }
    }

    @Test("waits for a tile as long as it takes when the machine is busy, or it waits for something else")
    func busyMachine() {
        drawFor(clock: 1000, processor: 9.9)
        #expect(ask("first") == ["7"])
    }

    @Test("does not draw again for a minute what took long and failed, and then tries again")
    func memory() {
        drawFor(clock: 30, processor: 30)
        #expect(ask("first") == ["tookTooLong"])
        #expect(ask("again") == ["tookTooLong"])
        #expect(source.rasterCount == 1)
        drawFor(clock: 0.1, processor: 0.1)
        #expect(ask("another", 1) == ["7"], "other tiles are not meant")
        times.spend(clock: 59, processor: 0)
        #expect(ask("soon") == ["tookTooLong"])
        times.spend(clock: 2, processor: 0)
        #expect(ask("later") == ["7"])
    }

    @Test("draws it again at once when its content has changed there, and not when it has changed elsewhere")
    func change() {
        drawFor(clock: 30, processor: 30)
        #expect(ask("first") == ["tookTooLong"])
        drawFor(clock: 0, processor: 0)
        engine.invalidate(content, Box(x: 900, y: 900, width: 10, height: 10))
        #expect(ask("elsewhere") == ["tookTooLong"])
        engine.invalidate(content, Box(x: 10, y: 10, width: 10, height: 10))
        #expect(ask("there") == ["7"])
    }

    @Test("tries again at once what failed quickly, or was given up by those who asked")
    func otherFailures() {
        source.draw { _, _ in throw Broken() }
        #expect(ask("quick") == ["sourceFailed"])
        drawFor(clock: 0, processor: 0)
        #expect(ask("again") == ["7"])

        let times = times
        let asked = Asked()
        source.draw { area, context in
            times.spend(clock: 5, processor: 5)
            asked.request.withLock { $0 }?.cancel()
            try context.checkCancellation()
            return .blue(1, area)
        }
        let given = engine.request(key(2), deliver: inbox.expect("given up"))
        asked.request.withLock { $0 = given }
        executor.runAll()
        #expect(inbox["given up"] == ["cancelled"])
        drawFor(clock: 0, processor: 0)
        #expect(ask("wanted", 2) == ["7"])
    }

    @Test("remembers what took long and failed for other reasons too")
    func slowFailure() {
        let times = times
        source.draw { _, _ in
            times.spend(clock: 5, processor: 0)
            throw Broken()
        }
        #expect(ask("first") == ["sourceFailed"])
        #expect(ask("again") == ["sourceFailed"])
        #expect(source.rasterCount == 1)
    }

    @Test("bounds what it remembers")
    func bounded() {
        var memory = FailureMemory()
        for column in 0..<50 {
            memory.remember(.overloaded, of: key(column), until: UInt64(column + 10), limit: 20)
            #expect(memory.count <= 20)
        }
        #expect(memory.failure(of: key(49), at: { 0 }) != nil && memory.failure(of: key(29), at: { 0 }) == nil)
        #expect(memory.failure(of: key(45), at: { 55 }) == nil && memory.count == 19)
    }
}
