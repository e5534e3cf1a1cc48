import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

/// A content with stored files of one format for the tiles of some columns. It draws all others.
private final class StoredSource: StoredTileSource {
    let contentSize = CGSize(width: 64, height: 64)
    let rasters = Lock(0)
    let reads = Lock(0)

    struct Broken: Error {}

    func storedFile(_ tile: TileCoordinate, isCropped: Bool, format: TileFormat) throws -> [UInt8]? {
        reads.withLock { $0 += 1 }
        if tile.column == 3 { throw Broken() }
        return format == .png && tile.column == 0 && !isCropped ? [1, 2, 3] : nil
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        rasters.withLock { $0 += 1 }
        return .solid(.clear, width: area.width, height: area.height)
    }
}

@Suite("Tiles that are there as files")
struct StoredTileTests {
    private let source = StoredSource()
    private let engine = TileEngine(
        services: EngineServices(encode: { image, _ in [UInt8(image.width)] }))

    private func tile(
        _ column: Int, magnification: Int = 1, as output: TileKey.Output
    ) async throws -> CachedTile {
        let id = engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 16))
        return try await engine.tile(
            TileKey(id, TileCoordinate(level: 2, column: column, row: 0), magnification: magnification, as: output))
    }

    private func file(_ tile: CachedTile) -> [UInt8]? {
        if case .file(let bytes) = tile.payload { bytes } else { nil }
    }

    @Test("are handed on as they are, with the validator of their bytes, and kept")
    func handedOn() async throws {
        let id = engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 16))
        let key = TileKey(id, TileCoordinate(level: 2, column: 0, row: 1), as: .encoded(.png))
        let tile = try await engine.tile(key)
        #expect(file(tile) == [1, 2, 3])
        #expect(tile.validator == ([1, 2, 3] as [UInt8]).withUnsafeBytes { StrongValidator(of: $0) })
        #expect(file(try await engine.tile(key)) == [1, 2, 3])
        #expect(source.reads.withLock { $0 } == 1 && source.rasters.withLock { $0 } == 0)
        let counters = engine.counters
        #expect(counters.stored == 1 && counters.encoded == 0 && counters.rendered == 0 && counters.hit == 1)
        engine._checkInvariants()
    }

    @Test("and those that are not, or are wanted otherwise, are drawn and encoded")
    func drawn() async throws {
        #expect(file(try await tile(1, as: .encoded(.png))) == [16])
        #expect(file(try await tile(0, as: .encoded(.jpeg(quality: 80)))) == [16])
        #expect(file(try await tile(0, magnification: 2, as: .encoded(.png))) == [32])
        guard case .pixels = try await tile(0, as: .pixels).payload else {
            Issue.record("pixels were asked for")
            return
        }
        #expect(source.rasters.withLock { $0 } == 4)
        #expect(engine.counters.stored == 0 && engine.counters.encoded == 3)
    }

    @Test("and one that can't be read is a failure, not another tile")
    func unreadable() async throws {
        await #expect(throws: EngineFailure.self) { try await tile(3, as: .encoded(.png)) }
        #expect(engine.counters.failed == 1 && source.rasters.withLock { $0 } == 0)
    }
}
