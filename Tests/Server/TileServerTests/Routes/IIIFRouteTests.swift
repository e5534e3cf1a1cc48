import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing
import TileEngine
import TileGeometry
import TileSupport

@testable import TileServer

@Suite("The server's IIIF")
struct IIIFRouteTests {
    private func ask(_ fixture: Fixture, _ path: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        var all: HTTPFields = [.forwardedHost: "tiles.example"]
        for field in headers { all[field.name] = field.value }
        return try await SiteRouterTests().ask(fixture, path, .get, all)
    }

    private func text(_ response: TestResponse) -> String { String(buffer: response.body) }

    @Test("describes an image by the levels of its pyramid, in both versions", arguments: [2, 3])
    func info(version: Int) async throws {
        let fixture = try Fixture()
        let response = try await ask(fixture, "/iiif/\(version)/plan/info.json")
        let info = try SiteRouterTests().json(response)
        #expect(response.headers[.contentType] == "application/json")
        #expect(info[version == 2 ? "@id" : "id"] as? String == "http://tiles.example/iiif/\(version)/plan")
        #expect(info["@context"] as? String == "http://iiif.io/api/image/\(version)/context.json")
        #expect(info["width"] as? Int == 1000 && info["height"] as? Int == 600)
        let tiles = try #require((info["tiles"] as? [[String: Any]])?.first)
        #expect(tiles["width"] as? Int == 256 && tiles["scaleFactors"] as? [Int] == [1, 2, 4])
        let sizes = try #require(info["sizes"] as? [[String: Int]])
        #expect(sizes.map { $0["width"] } == [250, 500, 1000] && sizes.map { $0["height"] } == [150, 300, 600])
        let linked = try await ask(
            fixture, "/iiif/\(version)/plan/info.json", headers: [.accept: "application/ld+json"])
        #expect(linked.headers[.contentType]?.hasPrefix("application/ld+json") == true)
        #expect(linked.headers[.vary] == "Accept")
    }

    @Test("leads from an image's address to what describes it, as the proxy in front has it")
    func redirect() async throws {
        let fixture = try Fixture()
        let response = try await ask(fixture, "/iiif/3/plan", headers: [.init("X-Forwarded-Prefix")!: "/maps"])
        #expect(response.status == .seeOther)
        #expect(response.headers[.location] == "http://tiles.example/maps/iiif/3/plan/info.json")
    }

    @Test("answers a region that is a tile from the same cache as all protocols, however it is escaped")
    func tiles() async throws {
        let fixture = try Fixture()
        let first = try await ask(fixture, "/tiles/plan/1/1/0.png")
        for path in [
            "/iiif/3/plan/512,0,488,512/244,256/0/default.png", "/iiif/2/plan/512,0,512,512/244,/0/default.png",
            "/iiif/3/pl%61n/512%2C0,488,512/244,256/0/default.png",
        ] {
            let tile = try await ask(fixture, path)
            #expect(tile.status == .ok && tile.headers[.cacheControl]?.contains("max-age=60") == true)
            #expect(
                tile.headers[.eTag] != nil && text(tile) == "244x256 ff000040 png" || text(tile).hasPrefix("244x256"))
        }
        // The region is within the image, so both are one tile.
        let inner = try await ask(fixture, "/iiif/3/plan/0,0,512,512/256,256/0/default.png")
        let same = try await ask(fixture, "/tiles/plan/1/0/0.png")
        #expect(inner.headers[.serverTiming] != nil && same.headers[.serverTiming] == nil)
        #expect(inner.headers[.eTag] == same.headers[.eTag] && first.status == .ok)
    }

    @Test(
        "draws any other region at its size, turned and in its format",
        arguments: [
            ("full/max/0/default.jpg", "1000x600", "jpg"), ("full/200,/0/default.png", "200x120", "png"),
            ("10,20,30,40/max/0/default.avif", "30x40", "avif"), ("10,20,30,40/max/0/default.jxl", "30x40", "jxl"),
            ("10,20,30,40/max/90/default.webp", "40x30", "webp"), ("square/^700,/!0/gray.png", "700x700", "png"),
            ("pct:50,50,25,25/,75/180/bitonal.jpg", "125x75", "jpg"), ("full/!100,100/45/color.png", "114x114", "png"),
        ])
    func regions(path: String, size: String, format: String) async throws {
        let response = try await ask(Fixture(), "/iiif/3/plan/\(path)")
        #expect(response.status == .ok)
        #expect(text(response).hasPrefix(size) && text(response).hasSuffix(format), "\(text(response))")
    }

    @Test("draws a thumbnail once, until its content changes or the memory is wanted")
    func thumbnails() async throws {
        let drawn = Lock(0)
        let memory = MemoryBudget(limit: 1 << 20)
        let fixture = try Fixture(
            { $0.memory = memory },
            encode: {
                drawn.withLock { $0 += 1 }
                return describe($0, $1)
            })
        func asked(_ path: String) async throws -> Int {
            let before = drawn.withLock { $0 }
            let response = try await ask(fixture, "/iiif/3/plan/\(path)")
            #expect(response.status == .ok && text(response).hasSuffix("jpg"))
            return drawn.withLock { $0 } - before
        }
        let path = "full/,120/0/default.jpg"
        #expect(try await asked(path) == 1)
        #expect(try await asked(path) == 0)
        #expect(try await asked("full/,121/0/default.jpg") == 1)
        for _ in 0..<2 { #expect(try await asked("full/513,/0/default.jpg") == 1) }
        for _ in 0..<2 { #expect(try await asked("0,0,1000,599/,120/0/default.jpg") == 1) }
        fixture.engine.invalidate(try fixture.site.entry("plan").engineID, Box(x: 0, y: 0, width: 1, height: 1))
        #expect(try await asked(path) == 1)
        #expect(try await asked(path) == 0)
        let all = memory.hold(1 << 20, isPinned: true, evict: nil)
        #expect(try await asked(path) == 1)
        withExtendedLifetime(all) {}
    }

    @Test(
        "says what is wrong",
        arguments: [
            ("/iiif/3/plan/full/max/0/default.bmp", 400, "invalid format “bmp”: use jpg, png, webp, avif, or jxl"),
            (
                "/iiif/3/plan/256,256,256,256/256,256/0/default.jpeg", 400,
                "invalid format “jpeg”: use jpg, png, webp, avif, or jxl"
            ),
            ("/iiif/3/plan/full/2000,/0/default.jpg", 400, "put ^ before it"),
            ("/iiif/3/plan/full/^9000,/0/default.jpg", 400, "4,096 pixels a side"),
            (
                "/iiif/3/plan/2000,0,1,1/max/0/default.jpg", 400,
                "the region lies outside the image (1,000 × 600 pixels)"
            ),
            ("/iiif/3/plan/full", 400, "{region}/{size}/{rotation}/{quality}.{format}"),
            ("/iiif/3/plan/full/max/0/%ZZ.jpg", 400, "invalid % escape in the address"),
            ("/iiif/3/nothing/info.json", 404, "no content named “nothing”"),
            ("/iiif/3/a/b/info.json", 404, "no content named “a”"),
            ("/iiif/3", 404, "nothing at /iiif/3"), ("/iiif/3/", 404, "nothing at"),
            ("/iiif/4/plan/info.json", 404, "nothing at"),
            ("/iiif/presentation/3/nothing/manifest.json", 404, "no content named “nothing”"),
            ("/iiif/presentation/3/collection.json?folder=nowhere", 404, "no folder “nowhere”"),
        ])
    func problems(path: String, status: Int, words: String) async throws {
        let response = try await ask(Fixture(), path)
        #expect(response.status.code == status)
        #expect(text(response).contains(words), "\(text(response))")
    }

    @Test("lists all that is served, by folder, and opens nothing for it")
    func collections() async throws {
        func offer(_ id: String, _ folder: String?) -> OfferedContent {
            OfferedContent(
                id: id, listing: OfferedContent.Listing(title: id.uppercased(), folder: folder),
                opened: { preconditionFailure("opened for being listed") })
        }
        let fixture = try Fixture(
            documents: [offer("roof", "house"), offer("hall", "house/floor 1"), offer("site", nil)]
        ) { $0.maxOpenedAtStart = 0 }
        func items(_ query: String) async throws -> [(type: String, id: String)] {
            let document = try SiteRouterTests().json(
                await ask(fixture, "/iiif/presentation/3/collection.json\(query)"))
            return try #require(document["items"] as? [[String: Any]]).map {
                ($0["type"] as? String ?? "", $0["id"] as? String ?? "")
            }
        }
        let base = "http://tiles.example/iiif/presentation/3"
        let top = try await items("")
        #expect(
            top.map(\.id)
                == [
                    "collection.json?folder=house", "plan/manifest.json", "photo/manifest.json",
                    "site/manifest.json",
                ].map { "\(base)/\($0)" })
        #expect(top.map(\.type) == ["Collection", "Manifest", "Manifest", "Manifest"])
        #expect(
            try await items("?folder=house").map(\.id) == [
                "\(base)/collection.json?folder=house%2Ffloor%201", "\(base)/roof/manifest.json",
            ])
        #expect(try await items("?folder=house%2Ffloor%201").map(\.id) == ["\(base)/hall/manifest.json"])
    }

    @Test("has a canvas for each page of a document, and opens none for it")
    func manifest() async throws {
        let fixture = try Fixture(documents: [SamplePages().offer("book")])
        fixture.server.opening.start()
        let document = try SiteRouterTests().json(
            await ask(fixture, "/iiif/presentation/3/book/manifest.json"))
        let canvases = try #require(document["items"] as? [[String: Any]])
        #expect(canvases.count > 1)
        // Viewers treat ids that differ only after a # as the same canvas.
        let ids = canvases.compactMap { $0["id"] as? String }
        #expect(Set(ids).count == canvases.count && ids.allSatisfy { !$0.contains("#") })
        let page = try #require((canvases[1]["items"] as? [[String: Any]])?.first?["items"] as? [[String: Any]])
        let body = try #require(page.first?["body"] as? [String: Any])
        #expect(body["id"] as? String == "http://tiles.example/iiif/3/book-p2/full/max/0/default.jpg")
        #expect(page.first?["target"] as? String == canvases[1]["id"] as? String)
        // A document's own name shows its first page.
        let first = try await ask(fixture, "/iiif/3/book/info.json")
        #expect(first.headers[.location] == "http://tiles.example/iiif/3/book-p1/info.json")
    }
}
