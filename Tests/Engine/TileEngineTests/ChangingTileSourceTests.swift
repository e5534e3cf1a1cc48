import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

/// A content of one color that a test changes.
final class RepaintedSource: ChangingTileSource {
    let contentSize = CGSize(width: 1024, height: 1024)
    private let color = Lock(UInt8(1))
    private let watcher = Lock<(@Sendable (Box) -> Void)?>(nil)

    var isWatched: Bool { watcher.withLock { $0 != nil } }

    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        watcher.withLock { $0 = onChange }
        return TileChangeSubscription { [weak self] in self?.watcher.withLock { $0 = nil } }
    }

    func paint(_ blue: UInt8, in box: Box) {
        color.withLock { $0 = blue }
        watcher.withLock { $0 }?(box)
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        .blue(color.withLock { $0 }, area)
    }
}

@Suite("A source that changes")
struct ChangingTileSourceTests {
    private let source = RepaintedSource()
    private let executor = SteppedExecutor()
    private let engine: TileEngine
    private let id: ContentID

    init() throws {
        engine = TileEngine(services: EngineServices(executor: executor, encode: { image, _ in [image.blue] }))
        id = engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256))
    }

    private func key(_ column: Int) -> TileKey {
        TileKey(id, TileCoordinate(level: 2, column: column, row: 0), as: .encoded(.png))
    }

    private func file(_ column: Int) -> [UInt8]? {
        let answer = Lock<[UInt8]?>(nil)
        engine.request(key(column)) { result in
            if case .success(let tile) = result, case .file(let bytes) = tile.payload {
                answer.withLock { $0 = bytes }
            }
        }
        executor.runAll()
        return answer.withLock { $0 }
    }

    @Test("outdates the tiles that a change touches at once, and no others")
    func changeOutdatesTouchedTiles() {
        #expect(file(0) == [1])
        #expect(file(2) == [1])
        source.paint(2, in: Box(x: 10, y: 10, width: 20, height: 20))
        #expect(engine.cached(key(0)) == nil)
        #expect(engine.cached(key(2)) != nil)
        #expect(file(0) == [2])
        #expect(file(2) == [1])
    }

    @Test("is no longer listened to when it was replaced or removed")
    func subscriptionEnds() throws {
        let pyramid = try TilePyramid(contentSize: source.contentSize, tileSize: 256)
        let other = RepaintedSource()
        try engine.replace(id, with: other, pyramid: pyramid)
        #expect(!source.isWatched && other.isWatched)
        #expect(file(0) == [1])
        source.paint(9, in: .infinite)
        #expect(engine.cached(key(0)) != nil)
        other.paint(3, in: .infinite)
        #expect(file(0) == [3])
        engine.remove(id)
        #expect(!other.isWatched)
        #expect(throws: EngineFailure.self) { try engine.replace(id, with: source, pyramid: pyramid) }
        #expect(!source.isWatched)
    }
}
