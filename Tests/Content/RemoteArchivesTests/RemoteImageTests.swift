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

    /// Returns all pixels of a picture of one tile.
    private static func pixels(_ source: any TileSource, scale: Double = 1) throws -> Set<PixelColor> {
        let (width, height) = (source.contentSize.width * scale, source.contentSize.height * scale)
        let area = RasterArea(scale: scale, x: 0, y: 0, width: Int(width), height: Int(height))
        guard case .bitmap(let bitmap) = try source.raster(area, in: RasterContext(pool: BitmapPool())) else {
            return []
        }
        return Set((0..<bitmap.height).flatMap { y in (0..<bitmap.width).map { x in bitmap[x, y] } })
    }

    private func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> PixelColor {
        PixelColor(premultipliedRed: red, green: green, blue: blue, alpha: 255)
    }

    @Test("show chosen bands and ranges as the local file does, and fetch nothing but the tile")
    func choices() async throws {
        let (bytes, parts) = picture.written()
        let path = folder.file("scan.tif")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let server = MemoryServer(bytes)
        let remote = try await image(try contents(server))
        var preferences = RasterPreferences()
        preferences.range = 20...150
        preferences.bands = [3, 1, 2]
        let chosen = try #require(remote.document.raster).source(preferences)
        let local = try #require(try ContentReader.open(path).raster).source(preferences)
        let pyramid = try TilePyramid(contentSize: remote.contentSize, tileSize: 256)
        let (engine, other) = (TileEngine(services: EngineServices()), TileEngine(services: EngineServices()))
        let (id, localID) = (engine.add(chosen, pyramid: pyramid), other.add(local, pyramid: pyramid))
        let before = server.log
        let place = (level: pyramid.maxLevel, column: 1, row: 2)
        let file = try await file(engine, id, place)
        #expect(try await file == self.file(other, localID, place) && file != nil)
        let tile = parts[0][2 * 4 + 1]
        #expect(server.log == before + ["GET \(tile.lowerBound)-\(tile.upperBound - 1)"])
        // As it is served, the same tile is another one.
        #expect(try await self.file(engine, engine.add(remote, pyramid: pyramid), place) != file)
    }

    @Test("are the channels of a microscope, of which others can be chosen")
    func channels() async throws {
        var pages = TiledPages(pages: [(200, 100), (50, 25), (90, 45)])
        pages.description =
            "<OME><Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"3\" SizeZ=\"1\" SizeT=\"1\">"
            + "<Channel Name=\"DAPI\" Color=\"65535\"/><Channel Name=\"FITC\" Color=\"16711935\"/>"
            + "<Channel Name=\"Cy5\" Color=\"-16776961\"/><TiffData/></Pixels></Image></OME>"
        let (bytes, tiles) = pages.written()
        let server = MemoryServer(bytes)
        let remote = try await image(try contents(server), "cells.ome.tif")
        #expect(!server.log.contains("GET -") && server.log.count < 20, "\(server.log)")
        let raster = try #require(remote.document.raster)
        #expect(raster.channels.map(\.name) == ["DAPI", "FITC", "Cy5"])
        let engine = TileEngine(services: EngineServices())
        var preferences = RasterPreferences()
        preferences.channels = try RasterPreferences.channels("Cy5:red,DAPI:white@0.5")
        let chosen = raster.source(try raster.resolved(preferences))
        let pyramid = try TilePyramid(contentSize: remote.contentSize, tileSize: 256)
        let before = server.log
        _ = try await file(engine, engine.add(chosen, pyramid: pyramid), (pyramid.maxLevel, 0, 0))
        // The bytes of both channels, and no others.
        let wanted = [tiles[0], tiles[2]].map { "GET \($0.lowerBound)-\($0.upperBound - 1)" }
        #expect(Set(server.log.dropFirst(before.count)) == Set(wanted))
        let (sum, overview, choice) = try await blocking {
            (try Self.pixels(remote), try Self.pixels(remote, scale: 0.5), try Self.pixels(chosen))
        }
        #expect(sum == [color(90, 50, 200)] && overview == [color(45, 25, 100)])
        #expect(choice == [color(190, 100, 100)])
    }

    @Test("are not read in parts if a channel that isn't shown has no overviews")
    func flatChannel() async throws {
        var pages = TiledPages(pages: (0..<7).map { (full: UInt8($0 + 10), overview: UInt8($0 + 10)) })
        let channels = (0..<7).map { "<Channel Name=\"c\($0)\" Color=\"65535\"/>" }.joined()
        pages.description =
            "<OME><Image><Pixels DimensionOrder=\"XYCZT\" SizeC=\"7\" SizeZ=\"1\" SizeT=\"1\">"
            + "\(channels)<TiffData/></Pixels></Image></OME>"
        _ = try await image(try contents(MemoryServer(pages.written().file)), "cells.ome.tif")
        // Six channels are shown.
        pages.firstFlat = 6
        guard case .copy = try await open(try contents(MemoryServer(pages.written().file)), "flat.ome.tif") else {
            Issue.record("not copied")
            return
        }
    }

    @Test("are the pages of a document, each read in parts, if all are pyramids of tiles")
    func pages() async throws {
        var pages = TiledPages(pages: [(10, 20), (30, 40), (50, 60)])
        let (bytes, tiles) = pages.written()
        let server = MemoryServer(bytes)
        let remote = try await image(try contents(server))
        let document = try #require(remote.document.pages)
        #expect(document.count == 3)
        let page = try await blocking { try document.open(1) }
        let source = try #require(page.source as? RemoteImage)
        let pyramid = try TilePyramid(contentSize: source.contentSize, tileSize: 256)
        source.setPyramid(pyramid)
        let before = server.log
        let engine = TileEngine(services: EngineServices())
        _ = try await file(engine, engine.add(source, pyramid: pyramid), (pyramid.maxLevel, 0, 0))
        #expect(server.log == before + ["GET \(tiles[1].lowerBound)-\(tiles[1].upperBound - 1)"])
        let (full, overview) = try await blocking { (try Self.pixels(source), try Self.pixels(source, scale: 0.5)) }
        #expect(full == [color(30, 30, 30)] && overview == [color(40, 40, 40)])
        pages.firstFlat = 0
        guard case .copy = try await open(try contents(MemoryServer(pages.written().file)), "flat.tif") else {
            Issue.record("not copied")
            return
        }
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
