import Foundation
import Synchronization
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

/// Records the order in which it is drawn and prepared.
private final class ReadySource: PreparingTileSource {
    let contentSize = CGSize(width: 1024, height: 1024)
    private let state: Lock<(log: [String], pieces: Int)>
    /// The number of pieces left when they are no longer urgent.
    private let restCount: Int
    private let whileDrawing: @Sendable () -> Void

    /// - Parameter whileDrawing: called while a tile is drawn.
    init(pieces: Int, restCount: Int = 0, whileDrawing: @escaping @Sendable () -> Void = {}) {
        state = Lock(([], pieces))
        self.restCount = restCount
        self.whileDrawing = whileDrawing
    }

    var log: [String] { state.withLock { $0.log } }
    var needsPreparation: Bool { state.withLock { $0.pieces > 0 } }

    var isPreparationUrgent: Bool { state.withLock { $0.pieces > restCount } }

    /// Adds work to do from now on.
    func find(_ pieces: Int) { state.withLock { $0.pieces += pieces } }

    func prepareMore() {
        state.withLock { state in
            state.pieces -= 1
            state.log.append("piece")
        }
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        state.withLock { $0.log.append("tile") }
        whileDrawing()
        state.withLock { $0.log.append("drawn") }
        return .blue(1, area)
    }
}

@Suite("What is done before a tile has to wait for it")
struct PreparationTests {
    private let bench = Bench()

    private func key(_ content: ContentID, _ column: Int) -> TileKey {
        TileKey(content, TileCoordinate(level: 2, column: column, row: 0), as: .encoded(.png))
    }

    @Test("is done a piece at a time once somebody looks at the content, and tiles go before it")
    func order() {
        let source = ReadySource(pieces: 2)
        let content = bench.engine.add(source, pyramid: bench.pyramid)
        bench.executor.runAll()
        #expect(source.log == [], "nobody looks at it")
        // A first tile shows that the content is quick.
        bench.ask("first", key(content, 3))
        bench.executor.runAll()
        #expect(source.log == ["tile", "drawn", "piece", "piece"])
        source.find(3)
        bench.engine.prepare(content)
        bench.executor.step()
        bench.ask("a", key(content, 0))
        bench.ask("b", key(content, 1))
        bench.executor.runAll()
        #expect(source.log.dropFirst(4) == ["piece", "tile", "drawn", "tile", "drawn", "piece", "piece"])
        #expect(bench.engine.counters.waiting == 0)
        bench.engine._checkInvariants()
    }

    @Test("is done when drawing a tile shows that there is some")
    func afterReading() {
        let source = ReadySource(pieces: 0)
        let content = bench.engine.add(source, pyramid: bench.pyramid)
        bench.executor.runAll()
        #expect(source.log == [])
        source.find(2)
        bench.ask("a", key(content, 0))
        bench.executor.runAll()
        #expect(source.log == ["tile", "drawn", "piece", "piece"])
    }

    @Test("is put off while a tile is drawn, of any content, but for what is urgent")
    func besideTiles() {
        let bench = Bench(workers: 2)
        // The other worker takes these turns while the first draws.
        let source = ReadySource(pieces: 0, restCount: 2) { for _ in 0..<6 { bench.executor.step() } }
        let content = bench.engine.add(source, pyramid: bench.pyramid)
        // A first tile shows that the content is quick.
        bench.ask("first", key(content, 3))
        bench.executor.runAll()
        #expect(source.log == ["tile", "drawn"])
        source.find(4)
        bench.engine.prepare(content)
        bench.ask("a", key(content, 0))
        bench.executor.runAll()
        #expect(source.log.dropFirst(2) == ["tile", "piece", "piece", "drawn", "piece", "piece"])
        #expect(bench.engine.counters.waiting == 0)
        bench.engine._checkInvariants()
    }

    @Test("ends with the content, and begins anew with what replaces it")
    func ends() throws {
        let (first, second) = (ReadySource(pieces: 5), ReadySource(pieces: 2))
        let content = bench.engine.add(first, pyramid: bench.pyramid)
        bench.engine.prepare(content)
        bench.executor.step()
        try bench.engine.replace(content, with: second, pyramid: bench.pyramid)
        bench.executor.runAll()
        // One piece of the first waited already.
        #expect(first.log == ["piece", "piece"])
        bench.engine.prepare(content)
        bench.executor.runAll()
        #expect(second.log == ["piece", "piece"])
        second.find(5)
        bench.engine.prepare(content)
        bench.engine.remove(content)
        bench.executor.runAll()
        #expect(second.log.count == 3)
        #expect(bench.engine.counters.waiting == 0)
    }

    @Test("does not add to a full queue, and goes on after the next tile")
    func overload() {
        let bench = Bench { $0.prefetchQueueLimit = 1 }
        let source = ReadySource(pieces: 2)
        bench.ask("other", bench.key(0))
        let content = bench.engine.add(source, pyramid: bench.pyramid)
        bench.engine.prepare(content)
        bench.executor.runAll()
        #expect(source.log == [])
        bench.ask("a", key(content, 0))
        bench.executor.runAll()
        #expect(source.log == ["tile", "drawn", "piece", "piece"])
    }
}
