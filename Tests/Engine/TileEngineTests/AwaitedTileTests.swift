import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

/// Needs something for each tile that comes when the test says so.
private final class AwaitedSource: AwaitedTileSource {
    let contentSize = CGSize(width: 64, height: 64)
    private let state = Lock(State())

    private struct State: Sendable {
        var waiting: [TileCoordinate: @Sendable () -> Void] = [:]
        var ended: [TileCoordinate] = []
        var drawn = 0
        var comesAtOnce = false
    }

    var waiting: Int { state.withLock { $0.waiting.count } }
    var ended: Int { state.withLock { $0.ended.count } }
    var drawn: Int { state.withLock { $0.drawn } }
    func comeAtOnce() { state.withLock { $0.comesAtOnce = true } }

    func fetch(_ tile: TileCoordinate, whenReady: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let isHere = state.withLock { state in
            if !state.comesAtOnce { state.waiting[tile] = whenReady }
            return state.comesAtOnce
        }
        if isHere { whenReady() }
        return { self.state.withLock { $0.ended.append(tile) } }
    }

    func arrive() {
        let ready = state.withLock { state in
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for whenReady in ready { whenReady() }
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        state.withLock { $0.drawn += 1 }
        return .solid(.clear, width: area.width, height: area.height)
    }
}

@Suite("Tiles that wait for what is elsewhere")
struct AwaitedTileTests {
    private let source = AwaitedSource()

    private func engine(_ policy: EnginePolicy = EnginePolicy()) throws -> (TileEngine, ContentID) {
        let engine = TileEngine(policy: policy, services: EngineServices())
        return (engine, engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 16)))
    }

    private func key(_ id: ContentID, _ column: Int, as output: TileKey.Output = .pixels) -> TileKey {
        TileKey(id, TileCoordinate(level: 2, column: column, row: 0), as: output)
    }

    @Test("get in line when it is here, all who ask by one fetch, and no worker waits meanwhile")
    func fetched() async throws {
        let (engine, id) = try engine()
        let results = Lock(0)
        let deliver: @Sendable (Result<CachedTile, EngineFailure>) -> Void = { result in
            if case .success = result { results.withLock { $0 += 1 } }
        }
        let requests = [
            engine.request(key(id, 0), deliver: deliver),
            engine.request(key(id, 0, as: .encoded(.png)), deliver: deliver),
            engine.request(key(id, 1), deliver: deliver),
        ]
        #expect(source.waiting == 2 && engine.counters.waiting == 2 && source.drawn == 0)
        engine._checkInvariants()
        // Another's tile is drawn meanwhile.
        let other = engine.add(
            DrawnTileSource(contentSize: source.contentSize) { _, _ in },
            pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 16))
        _ = try await engine.tile(key(other, 0))
        source.arrive()
        _ = try await engine.tile(key(id, 0))
        _ = try await engine.tile(key(id, 0, as: .encoded(.png)))
        _ = try await engine.tile(key(id, 1))
        while results.withLock({ $0 }) < 3 { await Task.yield() }
        #expect(source.drawn == 2 && engine.counters.waiting == 0)
        engine._checkInvariants()
        _ = requests
    }

    @Test("are drawn when it is here at once, too")
    func atOnce() async throws {
        source.comeAtOnce()
        let (engine, id) = try engine()
        for column in 0..<4 { _ = try await engine.tile(key(id, column)) }
        #expect(source.drawn == 4)
        engine._checkInvariants()
    }

    @Test("end the fetch when the last who asked leaves, and what comes then is drawn for nobody")
    func cancelled() async throws {
        let (engine, id) = try engine()
        let (one, other) = (engine.request(key(id, 0)) { _ in }, engine.request(key(id, 0)) { _ in })
        one.cancel()
        #expect(source.ended == 0)
        other.cancel()
        #expect(source.ended == 1 && engine.counters.waiting == 0)
        engine._checkInvariants()
        source.arrive()
        // A new request fetches the tile again; the late arrival does not answer it.
        let again = engine.request(key(id, 0)) { _ in }
        #expect(source.waiting == 1 && source.drawn == 0)
        engine.remove(id)
        #expect(source.ended == 2)
        engine._checkInvariants()
        _ = again
    }

    @Test("are refused beyond as many as may wait")
    func overloaded() throws {
        var policy = EnginePolicy()
        policy.queueLimit = 2
        let (engine, id) = try engine(policy)
        let refused = Lock(0)
        let requests = (0..<3).map { column in
            engine.request(key(id, column)) { result in
                if case .failure(.overloaded) = result { refused.withLock { $0 += 1 } }
            }
        }
        #expect(refused.withLock { $0 } == 1 && source.waiting == 2)
        engine._checkInvariants()
        _ = requests
    }
}
