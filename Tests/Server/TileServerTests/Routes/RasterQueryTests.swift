import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import TileContent
import TileEngine
import TileGeometry

@testable import TileServer

@Suite("A raster image with bands and a range of the request's choice")
struct RasterQueryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// 256 × 256 pixels with the value 25,500 in a TIFF of 16 bits: 25,500 / 256 = 99, or 63 in hexadecimal digits.
    private var file: [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let tags = [
            (256, 256), (257, 256), (258, 16), (259, 1), (262, 1), (273, 134), (277, 1), (278, 256),
            (279, 2 * 256 * 256), (339, 1),
        ]
        var bytes: [UInt8] = [0x49, 0x49] + number(42, 2) + number(8, 4) + number(tags.count, 2)
        for (tag, value) in tags { bytes += number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4) }
        bytes += number(0, 4)
        for _ in 0..<256 * 256 { bytes += number(25_500, 2) }
        return bytes
    }

    private func fixture() throws -> Fixture {
        let document = try ContentReader.open(try folder.write("dem.tif", file))
        var content = ServedContent(
            id: "dem", title: "Heights", source: document.source,
            pyramid: try TilePyramid(contentSize: document.source.contentSize, tileSize: 256), isScalable: false,
            format: .png)
        content.raster = document.raster
        return try Fixture(documents: [OfferedContent(content)])
    }

    private func ask(
        _ fixture: Fixture, _ path: String, with headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await SiteRouterTests().ask(fixture, path, .get, headers)
    }

    private func text(_ fixture: Fixture, _ path: String) async throws -> String {
        String(buffer: try await ask(fixture, path).body)
    }

    private let tile = "/tiles/dem/0/0/0.png"

    @Test("is another tile with a validator of its own, and the plain one stays what it was")
    func tiles() async throws {
        let fixture = try fixture()
        let plain = try await ask(fixture, tile)
        #expect(String(buffer: plain.body) == "256x256 ff636363 png")
        let ranged = try await ask(fixture, "\(tile)?range=0:51000")
        #expect(ranged.status == .ok && String(buffer: ranged.body) == "256x256 ff7f7f7f png")
        #expect(ranged.headers[.cacheControl] == plain.headers[.cacheControl])
        #expect(ranged.headers[.contentType] == "image/png")
        let tags = [try #require(plain.headers[.eTag]), try #require(ranged.headers[.eTag])]
        #expect(tags[0] != tags[1])
        for (path, own, other) in [(tile, tags[0], tags[1]), ("\(tile)?range=0:51000", tags[1], tags[0])] {
            #expect(try await ask(fixture, path, with: [.ifNoneMatch: own]).status == .notModified)
            #expect(try await ask(fixture, path, with: [.ifNoneMatch: other]).status == .ok)
            // Both are cached.
            #expect(try await ask(fixture, path).headers[.serverTiming] == nil)
        }
        #expect(try await text(fixture, tile) == "256x256 ff636363 png")
        #expect(try await text(fixture, "\(tile)?range=0:25500") == "256x256 ffffffff png")
    }

    @Test(
        "is the same however the query is written",
        arguments: [
            "range=0:51000", "range=0%3A51000", "r%61nge=0:51000", "a=b&range=0:51000&c", "&&range=0:5.1e4",
            "bands=1&range=0:51000", "range=0:51000&bands=1,1,1", "range=0:51000&bands=1%2C1%2c1", "range=-0.0:51000.",
        ])
    func spellings(query: String) async throws {
        let fixture = try fixture()
        #expect(try await text(fixture, "\(tile)?\(query)") == "256x256 ff7f7f7f png")
        #expect(RasterQuery.mayChoose(query))
    }

    @Test("has every format, and the one that the client prefers, as other tiles do")
    func formats() async throws {
        let fixture = try fixture()
        #expect(try await text(fixture, "/tiles/dem/0/0/0.webp?range=0:51000") == "256x256 ff7f7f7f webp")
        let chosen = try await ask(fixture, "/tiles/dem/0/0/0?range=0:51000", with: [.accept: "image/webp"])
        #expect(String(buffer: chosen.body) == "256x256 ff7f7f7f webp" && chosen.headers[.vary] == "Accept")
    }

    @Test("is also drawn as a rect and as a static picture")
    func pictures() async throws {
        let fixture = try fixture()
        let rect = "/render/dem?x=1&y=2&width=10&height=5"
        #expect(try await text(fixture, rect) == "10x5 ff636363 png")
        #expect(try await text(fixture, "\(rect)&range=0:51000") == "10x5 ff7f7f7f png")
        let picture = "/static/dem?rect=0,0,256,256&width=64"
        #expect(try await text(fixture, picture) == "64x64 ff636363 png")
        #expect(try await text(fixture, "\(picture)&range=0:51000") == "64x64 ff7f7f7f png")
        #expect(try await ask(fixture, "\(picture)&range=1").status == .badRequest)
    }

    @Test(
        "is refused with a sentence if the choice is malformed, made twice, or beyond the image",
        arguments: [
            ("range=", "invalid range : use two numbers, the lower one first, such as 0:3000"),
            ("range", "invalid range : use two numbers, the lower one first, such as 0:3000"),
            ("range=0:1e400", "invalid range 0:1e400: use two numbers, the lower one first, such as 0:3000"),
            ("range=nan:1", "invalid range nan:1: use two numbers, the lower one first, such as 0:3000"),
            ("range=5%3A5", "invalid range 5:5: use two numbers, the lower one first, such as 0:3000"),
            ("range=0:1&range=0:1", "range is there twice: use it once"),
            ("bands=1&b%61nds=1", "bands is there twice: use it once"),
            ("bands=1,2", "invalid bands 1,2: use one or three numbers from 1, such as 4,3,2"),
            ("bands=-1", "invalid bands -1: use one or three numbers from 1, such as 4,3,2"),
            ("bands=1,2,3", "“dem” has no band 2: use band 1, the only one"),
            ("range=0:1&bands=65535", "“dem” has no band 65535: use band 1, the only one"),
        ])
    func refusals(query: String, message: String) async throws {
        let fixture = try fixture()
        for path in [tile, "/tiles/dem/0/0/0"] {
            let answer = try await ask(fixture, "\(path)?\(query)")
            #expect(answer.status == .badRequest && String(buffer: answer.body) == "\(message)\n")
            #expect(answer.headers[.cacheControl] == "no-store" && answer.headers[.eTag] == nil)
        }
        #expect(fixture.site.rasters.count == 0)
    }

    @Test("is refused for other contents, and is no matter to other protocols and to tiles that don't exist")
    func otherContents() async throws {
        let fixture = try fixture()
        let answer = try await ask(fixture, "/tiles/plan/0/0/0.png?range=0:1")
        #expect(answer.status == .badRequest)
        #expect(
            String(buffer: answer.body)
                == "“plan” has no range and no bands to choose: leave out range and bands\n")
        #expect(try await ask(fixture, "/tiles/dem/9/0/0.png?range=0:1").status == .notFound)
        #expect(try await ask(fixture, "/tiles/none/0/0/0.png?range=0:1").status == .notFound)
        #expect(try await text(fixture, "/dzi/dem_files/8/0_0.png?range=0:51000") == "256x256 ff636363 png")
        #expect(try await text(fixture, "/tiles/plan/0/0/0.png?orange=1&arange=0:1") != "")
    }

    @Test("is kept in a few choices: a client that tries many evicts those, and not the plain tiles")
    func manyChoices() async throws {
        let fixture = try fixture()
        _ = try await ask(fixture, tile)
        let key = try #require(try fixture.key(tile))
        let before = fixture.engine.counters.cachedTiles
        for high in 1...40 { #expect(try await ask(fixture, "\(tile)?range=0:\(high)").status == .ok) }
        #expect(fixture.site.rasters.count == ChosenRasters.mostUnused)
        #expect(fixture.engine.cached(key) != nil)
        #expect(fixture.engine.counters.cachedTiles == before + ChosenRasters.mostUnused)
        // The newest ones are there.
        #expect(try await ask(fixture, "\(tile)?range=0:40").headers[.serverTiming] == nil)
        #expect(try await ask(fixture, "\(tile)?range=0:1").headers[.serverTiming] != nil)
    }

    @Test("ends with the content that was replaced, even while it is used")
    func replaced() async throws {
        let fixture = try fixture()
        _ = try await ask(fixture, "\(tile)?range=0:51000")
        let entry = try fixture.site.entry("dem")
        let raster = try #require(entry.content.raster)
        var preferences = RasterPreferences()
        preferences.range = 0...51_000
        let rasters = fixture.site.rasters
        try await rasters.with(raster.source, preferences, of: entry, isPrivate: false) {
            (chosen) async throws(HTTPProblem) in
            rasters.drop(of: entry)
            #expect(rasters.count == 1 && fixture.engine.pyramid(of: chosen.engineID) != nil)
            #expect(fixture.site.entry(of: chosen.engineID) === chosen)
        }
        #expect(rasters.count == 0)
        #expect(try await text(fixture, "\(tile)?range=0:51000") == "256x256 ff7f7f7f png")
    }

    @Test("waits if too many others are drawn")
    func tooMany() async throws {
        let fixture = try fixture()
        let entry = try fixture.site.entry("dem")
        let raster = try #require(entry.content.raster)
        @Sendable func use(_ number: Int) async throws(HTTPProblem) {
            var preferences = RasterPreferences()
            preferences.range = 0...Double(number)
            try await fixture.site.rasters.with(raster.source, preferences, of: entry, isPrivate: false) {
                (_) async throws(HTTPProblem) in
                if number > 1 { try await use(number - 1) }
            }
        }
        try await use(ChosenRasters.mostUsed)
        await #expect(throws: HTTPProblem.self) { try await use(ChosenRasters.mostUsed + 1) }
        #expect(fixture.site.rasters.count == ChosenRasters.mostUnused)
    }

    @Test("is described in TileJSON, and others are not")
    func tileJSON() async throws {
        let fixture = try fixture()
        func own(_ id: String) async throws -> [String: Any]? {
            let data = Data(try await text(fixture, "/tiles/\(id).json").utf8)
            return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["tilework"] as? [String: Any]
        }
        let raster = try #require(try await own("dem")?["raster"] as? [String: Any])
        #expect(raster["range"] as? [Double] == [0, 65_535] && raster["values"] == nil)
        #expect(raster["bands"] as? Int == 1 && raster["shown"] as? [Int] == [1] && raster["names"] == nil)
        #expect(try await own("plan")?["raster"] == nil)
    }

    @Test("adds up the channels that the request chooses, and describes them")
    func channels() async throws {
        let text =
            "ImageJ=1\nimages=2\nchannels=2\nmode=composite\n"
        let document = try ContentReader.open(try folder.write("cells.tif", Self.channels(text, [51, 102])))
        var content = ServedContent(
            id: "cells", title: "Cells", source: document.source,
            pyramid: try TilePyramid(contentSize: document.source.contentSize, tileSize: 256), isScalable: false,
            format: .png)
        content.raster = document.raster
        let fixture = try Fixture(documents: [OfferedContent(content)])
        let tile = "/tiles/cells/0/0/0.png"
        #expect(try await self.text(fixture, tile) == "256x256 ff336600 png")
        #expect(try await self.text(fixture, "\(tile)?channels=2:blue,1:white@0.5") == "256x256 ff1a1a80 png")
        #expect(try await self.text(fixture, "\(tile)?channels=1:fff%400.5,2:0000ff") == "256x256 ff1a1a80 png")
        #expect(fixture.site.rasters.count == 1)
        for (query, message) in [
            ("channels=3", "“cells” has no channel 3: use 1, 2, or numbers from 1 to 2"),
            ("channels=1,1", "channel 1 is there twice: use it once"),
            ("channels=1&bands=2", "“cells” has no band 2: use band 1, the only one"),
        ] {
            let answer = try await ask(fixture, "\(tile)?\(query)")
            #expect(answer.status == .badRequest && String(buffer: answer.body) == "\(message)\n")
        }
        let plan = try await ask(fixture, "/tiles/plan/0/0/0.png?channels=1")
        #expect(String(buffer: plan.body) == "“plan” has no channels to choose: leave out channels\n")
        let json = try await self.text(fixture, "/tiles/cells.json")
        #expect(
            json.contains(
                #""channels":[{"color":"ff0000","name":"1","shown":true},{"color":"00ff00","name":"2","shown":true}]"#))
    }

    /// A TIFF of pages of 256 × 256 pixels of 8 bits, each of one value, with a description.
    private static func channels(_ description: String, _ values: [Int]) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let (side, text) = (256, Array(description.utf8) + [0])
        var bytes: [UInt8] = [0x49, 0x49] + number(42, 2) + number(8 + text.count + side * side * values.count, 4)
        bytes += text
        for value in values { bytes += [UInt8](repeating: UInt8(value), count: side * side) }
        for index in values.indices {
            let tags = [
                (256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
                (270, 2, text.count, 8), (273, 4, 1, 8 + text.count + side * side * index), (277, 3, 1, 1),
                (278, 4, 1, side), (279, 4, 1, side * side),
            ]
            let end = bytes.count + 2 + 12 * tags.count + 4
            bytes += number(tags.count, 2)
            for (tag, type, count, value) in tags {
                bytes += number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
            }
            bytes += number(index == values.count - 1 ? 0 : end, 4)
        }
        return bytes
    }

    @Test("is not looked for in queries that choose nothing", arguments: ["", "a=b", "orange=0:1", "x&y=range", "&"])
    func otherQueries(query: String) throws {
        #expect(!RasterQuery.mayChoose(query))
        #expect(try RasterQuery(query) == nil)
    }
}

extension RasterQuery {
    fileprivate static func mayChoose(_ query: String) -> Bool { Array(query.utf8).withUnsafeBytes(mayChoose) }
}
