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

@Suite("Pyramids of tiles in remote TIFF files")
struct RemoteImageTests {
    private let folder: TemporaryFolder
    private let picture = TiledPicture(sizes: [(800, 600), (400, 300)])

    init() throws { folder = try TemporaryFolder() }

    private func location(_ name: String = "scan.tif") throws -> RemoteLocation {
        try #require(try RemoteLocation("https://maps.test/\(name)?key=secret"))
    }

    private func contents(_ server: MemoryServer) throws -> RemoteContents {
        let copies = try RemoteCopies(.folder(folder.file("remote")), limit: 100_000_000)
        return RemoteContents(copies, limits: ContentLimits()) { location in
            guard case .web(let url) = location else { fatalError("no address of the web") }
            return server.object(url.absoluteString)
        }
    }

    private func open(_ contents: RemoteContents, _ name: String = "scan.tif") async throws -> RemoteContent {
        let location = try location(name)
        return try await blocking { try contents.open(location) }
    }

    private func image(_ contents: RemoteContents, _ name: String = "scan.tif") async throws -> RemoteImage {
        guard case .image(let image) = try await open(contents, name) else {
            Issue.record("not read in parts")
            throw CancellationError()
        }
        image.setPyramid(try TilePyramid(contentSize: image.contentSize, tileSize: 256))
        return image
    }

    private func file(
        _ engine: TileEngine, _ id: ContentID, _ tile: (level: Int, column: Int, row: Int)
    ) async throws -> [UInt8]? {
        let key = TileKey(
            id, TileCoordinate(level: tile.level, column: tile.column, row: tile.row), as: .encoded(.png))
        if case .file(let bytes) = try await engine.tile(key).payload { return bytes }
        return nil
    }

    @Test("have the tiles of the local file, and nothing but their bytes is fetched")
    func tiles() async throws {
        let (bytes, parts) = picture.written()
        let path = folder.file("scan.tif")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let local = try ContentReader.open(path).source
        let server = MemoryServer(bytes)
        let remote = try await image(try contents(server), "tiles.tif")
        #expect(remote.contentSize == local.contentSize && remote.document.path == "https://maps.test/tiles.tif?…")
        let opening = server.log
        let pyramid = try TilePyramid(contentSize: remote.contentSize, tileSize: 256)
        let engine = TileEngine(services: EngineServices())
        let id = engine.add(remote, pyramid: pyramid)
        _ = try await file(engine, id, (pyramid.maxLevel, 2, 1))
        let tile = parts[0][1 * 4 + 2]
        #expect(server.log == opening + ["GET \(tile.lowerBound)-\(tile.upperBound - 1)"])
        let other = TileEngine(services: EngineServices())
        let localID = other.add(local, pyramid: pyramid)
        for level in 0...pyramid.maxLevel {
            for row in 0..<pyramid.rows(ofLevel: level) {
                for column in 0..<pyramid.columns(ofLevel: level) {
                    let place = (level, column, row)
                    #expect(try await file(engine, id, place) == file(other, localID, place), "\(place)")
                }
            }
        }
        #expect(!server.log.contains("GET -") && server.log.count < 30, "\(server.log)")
    }

    @Test("are opened again when they are replaced, and no tile has parts of two versions")
    func replaced() async throws {
        let server = MemoryServer(picture.written().file)
        let contents = try contents(server)
        let old = try await image(contents)
        var inverted = picture
        inverted.mask = 0xFF
        let bytes = inverted.written().file
        server.change { state in
            state.bytes = bytes
            state.tag = "\"two\""
        }
        let pyramid = try TilePyramid(contentSize: old.contentSize, tileSize: 256)
        let engine = TileEngine(services: EngineServices())
        let id = engine.add(old, pyramid: pyramid)
        await #expect(throws: (any Error).self) { try await file(engine, id, (pyramid.maxLevel, 3, 2)) }
        let location = try location()
        // The failing tile may have had the new version fetched already.
        _ = await contents.check(location)
        let new = try await image(contents)
        #expect(new !== old)
        let newID = engine.add(new, pyramid: pyramid)
        #expect(try await file(engine, newID, (pyramid.maxLevel, 3, 2)) != nil)
    }

    @Test("are unreachable, not damaged, when the server is gone")
    func gone() async throws {
        let server = MemoryServer(picture.written().file)
        let remote = try await image(try contents(server))
        server.change { $0.disturbance = { _ in .status(500) } }
        let area = try TilePyramid(contentSize: remote.contentSize, tileSize: 256)
            .area(of: TileCoordinate(level: 2, column: 3, row: 2), cropped: true)
        let failure = await #expect(throws: ArchiveFailure.self) {
            try await blocking { try remote.raster(area, in: RasterContext(pool: BitmapPool())) }
        }
        guard case .unreachable = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test("of servers that send only whole files are copied, with a note that says what to change")
    func wholeFile() async throws {
        let bytes = picture.written().file
        let server = MemoryServer(bytes)
        server.change { $0.ignoresRange = true }
        guard case .copy(let copy) = try await open(try contents(server)) else {
            Issue.record("not copied")
            return
        }
        #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: copy.path))) == bytes)
        #expect(copy.note?.contains("sends the whole file when asked for a part") == true)
        #expect(copy.note?.hasPrefix("https://maps.test/scan.tif?…: fetched as a whole: ") == true)
    }

    @Test("without overviews, and all other files, are copied; what can't be shown is not downloaded")
    func others() async throws {
        var flat = picture
        flat.sizes = [(800, 600)]
        let tiff = MemoryServer(flat.written().file)
        guard case .copy(let copy) = try await open(try contents(tiff)) else {
            Issue.record("not copied")
            return
        }
        #expect(copy.note == nil)
        let drawing = MemoryServer(Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8))
        guard case .copy = try await open(try contents(drawing), "plan.svg") else {
            Issue.record("not copied")
            return
        }
        #expect(drawing.log == ["GET -"])
        let program = MemoryServer([0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 0, count: 100_000))
        await #expect(throws: RemoteFailure.self) { try await open(try contents(program), "program") }
        #expect(program.log == ["GET 0-16383"])
    }

    @Test("that are copied stay when their server is gone")
    func kept() async throws {
        let bytes = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8)
        let server = MemoryServer(bytes)
        _ = try await open(try contents(server), "plan.svg")
        server.change { $0.disturbance = { _ in .broken } }
        guard case .copy(let copy) = try await open(try contents(server), "plan.svg") else {
            Issue.record("not copied")
            return
        }
        #expect(copy.note?.contains("the last copy is shown") == true)
        #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: copy.path))) == bytes)
        server.change { $0.disturbance = { _ in .status(403) } }
        await #expect(throws: RemoteFailure.self) { try await open(try contents(server), "plan.svg") }
    }
}
