import Foundation
import TestSupport
import Testing
import TileArchives
import TileContent
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import RemoteArchives

@Suite("Archives on other machines")
struct RemoteArchiveSourceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the PMTiles archive of a drawing in one color.
    private func archive(_ color: String, side: Int = 600, tileSize: Int = 64) throws -> [UInt8] {
        let dots = (0..<200).map { number in
            "<circle cx='\(number * 37 % side)' cy='\(number * 101 % side)' r='\(number % 9 + 2)' fill='\(color)'/>"
        }
        let path = folder.file("\(color).svg")
        try Data(
            "<svg xmlns='http://www.w3.org/2000/svg' width='\(side)' height='\(side)'>\(dots.joined())</svg>".utf8
        ).write(to: URL(fileURLWithPath: path))
        var options = BuildOptions()
        options.tileSize = tileSize
        options.replacesExisting = true
        let output = folder.file("\(color).pmtiles")
        _ = try TileBuild(try ContentReader.open(path), output: output, options: options).run()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
    }

    private func tiles(_ bytes: [UInt8]) throws -> [TileCoordinate: [UInt8]] {
        let path = folder.file("compared.pmtiles")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let source = try ArchiveSource(try TileArchive.open(path))
        var tiles: [TileCoordinate: [UInt8]] = [:]
        for level in 0...source.pyramid.maxLevel {
            for row in 0..<source.pyramid.rows(ofLevel: level) {
                for column in 0..<source.pyramid.columns(ofLevel: level) {
                    let tile = TileCoordinate(level: level, column: column, row: row)
                    tiles[tile] = try source.storedFile(tile, isCropped: false, format: .png)
                }
            }
        }
        return tiles
    }

    private func file(_ engine: TileEngine, of id: ContentID, tile: TileCoordinate) async throws -> [UInt8]? {
        if case .file(let bytes) = try await engine.tile(TileKey(id, tile, as: .encoded(.png))).payload { return bytes }
        return nil
    }

    @Test("give the tiles that are stored, each fetched before a worker is asked")
    func served() async throws {
        let bytes = try archive("red")
        let server = MemoryServer(bytes)
        let source = try await blocking { try RemoteArchiveSource(server.object(), lookInterval: nil) }
        let engine = TileEngine(services: EngineServices())
        let id = engine.add(source, pyramid: source.pyramid)
        for (tile, stored) in try tiles(bytes) { #expect(try await file(engine, of: id, tile: tile) == stored) }
        #expect(engine.counters.stored > 100)
        // Tiles in formats that the archive lacks are encoded here.
        guard
            case .file(let webp) = try await engine.tile(
                TileKey(id, TileCoordinate(level: 2, column: 1, row: 1), as: .encoded(.webp(quality: 80)))
            ).payload
        else { throw CancellationError() }
        #expect(webp.starts(with: "RIFF".utf8))
    }

    @Test("that are replaced are opened anew, and no tile of the old one is given after one of the new one")
    func replaced() async throws {
        let (red, blue) = (try archive("red"), try archive("blue"))
        let (redTiles, blueTiles) = (try tiles(red), try tiles(blue))
        let server = MemoryServer(red)
        let source = try await blocking { try RemoteArchiveSource(server.object(), lookInterval: nil) }
        let engine = TileEngine(services: EngineServices())
        let id = engine.add(source, pyramid: source.pyramid)
        let seen = redTiles.keys.sorted { ($0.level, $0.column, $0.row) < ($1.level, $1.column, $1.row) }
        for tile in seen.prefix(20) { #expect(try await file(engine, of: id, tile: tile) == redTiles[tile]) }
        server.change { state in
            state.bytes = blue
            state.tag = "\"two\""
        }
        // Looks for a change, as the first request for an uncached tile does.
        await source.checkForReplacement()
        for tile in seen { #expect(try await file(engine, of: id, tile: tile) == blueTiles[tile], "\(tile)") }
        #expect(redTiles[seen[0]] != blueTiles[seen[0]])
    }

    @Test("that are replaced are found out by a tile, not only by looking")
    func replacedUnseen() async throws {
        // Larger than the part that is fetched first.
        let (red, blue) = (try archive("red", side: 3000), try archive("blue", side: 3000))
        let blueTiles = try tiles(blue)
        let server = MemoryServer(red)
        let source = try await blocking { try RemoteArchiveSource(server.object(), lookInterval: nil) }
        let engine = TileEngine(services: EngineServices())
        let id = engine.add(source, pyramid: source.pyramid)
        _ = try await file(engine, of: id, tile: TileCoordinate(level: 0, column: 0, row: 0))
        server.change { state in
            state.bytes = blue
            state.tag = "\"two\""
        }
        let deep = blueTiles.keys.filter { $0.level == source.pyramid.maxLevel }.prefix(60)
        for tile in deep { #expect(try await file(engine, of: id, tile: tile) == blueTiles[tile], "\(tile)") }
        let top = TileCoordinate(level: 0, column: 0, row: 0)
        #expect(try await file(engine, of: id, tile: top) == blueTiles[top], "what was cached of the old one is gone")
    }

    @Test("that are replaced by others of another size say so, and give nothing")
    func resized() async throws {
        let server = MemoryServer(try archive("red"))
        let source = try await blocking { try RemoteArchiveSource(server.object(), lookInterval: nil) }
        let other = try archive("green", side: 900)
        server.change { state in
            state.bytes = other
            state.tag = "\"two\""
        }
        await source.checkForReplacement()
        let failure = await #expect(throws: ArchiveFailure.self) {
            try await blocking {
                try source.storedFile(TileCoordinate(level: 0, column: 0, row: 0), isCropped: false, format: .png)
            }
        }
        #expect("\(try #require(failure))".contains("another size"))
    }

    @Test("are named for people without what is secret in their address, and other addresses are refused")
    func locations() throws {
        #expect(try RemoteLocation("plan.pmtiles") == nil)
        #expect(try RemoteLocation("C:/plan.pmtiles") == nil)
        #expect(try RemoteLocation("s3://maps/a/plan.pmtiles") == .object(bucket: "maps", key: "a/plan.pmtiles"))
        #expect(
            try RemoteLocation("https://me:pass@host:81/a.pmtiles?sig=x#top").map { "\($0)" }
                == "https://host:81/a.pmtiles?…")
        #expect(try RemoteLocation("https://host/maps/a.pmtiles")?.name == "a.pmtiles")
        for text in ["s3://", "s3://maps", "s3://maps/", "s3://ma ps/x", "http://", "https:///a"] {
            #expect(throws: RemoteFailure.self, "\(text)") { try RemoteLocation(text) }
        }
    }
}
