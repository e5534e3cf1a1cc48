import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing
import TileContent
import TileFormats
import TileGeometry

@testable import TileServer

/// Passes damaged requests to their parsers: no parser traps, and a parsed value corresponds to the input.
@Suite("Readers of requests, of damaged input")
struct RequestFuzzTests {
    static let paths = [
        "/tiles/plan/2/1/1.png", "/tiles/plan/2/1/1@2x.webp", "/tiles/photo/0/0/0.jpg", "/tiles/plan.json",
        "/tiles/book-p1/0/0/0.png", "/dzi/plan.dzi", "/dzi/plan_files/10/1/0_0.png", "/dzi/plan_files/10/1_0.jpeg",
        "/zoomify/plan/ImageProperties.xml", "/zoomify/plan/TileGroup0/2-1-1.jpg", "/tms/1.0.0/plan",
        "/tms/1.0.0/plan/2/1/2.png", "/wmts/1.0.0/plan/default/square-256-2/2/1/1.png",
        "/wmts/1.0.0/WMTSCapabilities.xml", "/iiif/3/plan/info.json", "/iiif/3/plan/full/max/0/default.jpg",
        "/iiif/3/plan/256,256,256,256/256,256/0/default.png", "/iiif/3/plan/0,0,512,512/256,/0/default.webp",
        "/iiif/2/plan/square/full/90/gray.jpg", "/iiif/2/plan/pct:10,10,50.5,.5/pct:25/!22.5/bitonal.png",
        "/iiif/3/plan/0,0,100,100/^!400,300/!360/color.jpg", "/iiif/3/plan/512,256,300,200/^,90/0/default.jpg",
        "/iiif/3/plan/0,0,1000,600/250,150/0/default.png", "/iiif/presentation/3/plan/manifest.json",
    ]
    private static let words = [
        "/", "//", "/../", ".", ",", ":", "@2x", "_files", ".json", ".dzi", "plan", "photo", "book", "book-p2", "full",
        "square", "max", "pct:", "^", "!", "default", "png", "jpeg", "TileGroup", "square-256-2", "-", "_",
    ]

    private func fixture() throws -> Fixture {
        let fixture = try Fixture(documents: [SamplePages().offer("book")])
        fixture.server.opening.start()
        return fixture
    }

    @Test("A path names no tile, or one that there is; of IIIF, what it means as a picture")
    func tilePaths() throws {
        let fixture = try fixture()
        let site = fixture.site
        var found = 0
        InputMutator(Self.paths, tokens: Self.words, seed: 1).run("paths") { number, path in
            guard let key = try? path.withUnsafeBytes({ bytes throws(HTTPProblem) in try site.tile(atPath: bytes) }),
                let entry = site.entry(of: key.content)
            else { return }
            found += 1
            let text = String(decoding: path, as: UTF8.self)
            let pyramid = entry.content.pyramid
            // Deep Zoom has levels below the server's first, of one tile.
            let first = text.hasPrefix("/dzi/") ? pyramid.level(fromDeepZoom: 0) : 0
            expect(
                (first...pyramid.maxLevel).contains(key.tile.level)
                    && (0..<pyramid.columns(ofLevel: key.tile.level)).contains(key.tile.column)
                    && (0..<pyramid.rows(ofLevel: key.tile.level)).contains(key.tile.row), number, text)
            if text.hasPrefix("/iiif/") { checkTile(key.tile, path: text, pyramid: pyramid, number: number) }
        }
        #expect(found > InputMutator.runs / 40)
    }

    /// Checks that a region that is a tile equals the picture that the same path describes.
    private func checkTile(_ tile: TileCoordinate, path: String, pyramid: TilePyramid, number: Int) {
        let parts = path.split(separator: "/", maxSplits: 3)
        let version: IIIFVersion = parts[1] == "2" ? .v2 : .v3
        let whole = pyramid.pixelSize(ofLevel: pyramid.maxLevel)
        guard let request = try? IIIFImageRequest(String(parts[3]), version: version),
            let picture = try? IIIFPicture(
                request, of: ImageSize(whole.width, whole.height), within: IIIFImageRoutes.limits)
        else {
            Issue.record("run \(number): \(path) is a tile and no picture")
            return
        }
        let level = pyramid.pixelSize(ofLevel: tile.level)
        let side = pyramid.tileSize
        let step = side << (pyramid.maxLevel - tile.level)
        expect(
            picture.size.width == min(side, level.width - tile.column * side)
                && picture.size.height == min(side, level.height - tile.row * side), number, path)
        expect(
            picture.region.x == tile.column * step && picture.region.y == tile.row * step, number, path)
        expect(
            picture.region.width == min(step, whole.width - picture.region.x)
                && picture.region.height == min(step, whole.height - picture.region.y), number, path)
        expect(
            request.rotation == 0 && !request.isMirrored && [.default, .color].contains(request.quality), number, path)
    }

    @Test("A picture of IIIF is refused, or lies in the image and is no larger than one may be")
    func pictures() {
        let samples = Self.paths.filter { $0.contains("/plan/") && $0.hasPrefix("/iiif/") }
            .map { String($0.dropFirst("/iiif/3/plan/".count)) }
        let limits = IIIFLimits(side: 4096, area: 1 << 22)
        var found = 0
        InputMutator(samples, tokens: Self.words, seed: 2).run("pictures") { number, input in
            let text = String(decoding: input, as: UTF8.self)
            let image = [ImageSize(1, 1), ImageSize(1000, 600), ImageSize(1, 4_000_000), ImageSize(4_194_304, 3)][
                number % 4]
            guard let request = try? IIIFImageRequest(text, version: number % 8 < 4 ? .v2 : .v3),
                let picture = try? IIIFPicture(request, of: image, within: limits)
            else { return }
            found += 1
            let (region, size) = (picture.region, picture.size)
            expect(
                region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0
                    && region.x + region.width <= image.width && region.y + region.height <= image.height, number, text)
            expect(
                size.width > 0 && size.height > 0 && size.width <= limits.side && size.height <= limits.side
                    && size.width * size.height <= limits.area, number, text)
            expect((0..<360).contains(request.rotation), number, text)
        }
        #expect(found > InputMutator.runs / 20)
    }

    // MARK: Queries

    @Test("A query for a rect is refused, or asks for what can be drawn")
    func rects() throws {
        let pyramid = try fixture().site.entry("plan").content.pyramid
        let samples = [
            "x=-3&y=7&width=20&height=30&scale=1.5", "x=0&y=0&width=4096&height=4096",
            "rect=100,50,300,200&width=900", "rect=-1e3,0,5e3,600&height=7&format=pdf", "width=40&height=30&format=jpg",
            "format=webp",
        ]
        var found = 0
        let words = ["&", "=", ",", "x", "rect", "width", "scale", "format", "pdf", "+", "&&", "=="]
        InputMutator(samples, tokens: words, seed: 3).run("rects") { number, input in
            let text = String(decoding: input, as: UTF8.self)
            if let render = try? RenderQuery(text, of: pyramid) {
                found += 1
                expect(
                    (1...RenderQuery.longestSide).contains(render.area.width)
                        && (1...RenderQuery.longestSide).contains(render.area.height) && render.area.scale > 0
                        && render.area.scale.isFinite, number, text)
            }
            let request = Self.request("/static/plan?\(text)")
            guard let still = try? StaticQuery(request, of: pyramid) else { return }
            found += 1
            let whole = pyramid.contentSize
            expect(
                still.rect.minX >= 0 && still.rect.minY >= 0 && still.rect.maxX <= whole.width
                    && still.rect.maxY <= whole.height && still.rect.width > 0 && still.rect.height > 0
                    && (1...RenderQuery.longestSide).contains(still.width)
                    && (1...RenderQuery.longestSide).contains(still.height), number, text)
        }
        #expect(found > InputMutator.runs / 20)
    }

    @Test("A query for bands and a range is refused, or has what an image may have, and the fast path hands it on")
    func rasters() {
        let samples = [
            "range=0:3000", "bands=4,3,2&range=-1.5e3:.5", "range=0%3A1&x=y", "bands=7", "b%61nds=1%2C2%2c3",
            "channels=DAPI:blue,2:%23fff@.5", "channels=1@0&range=0:1",
        ]
        var found = 0
        let words = [
            "&", "=", ",", ":", "@", "range", "bands", "channels", "%3A", "e", "-", ".", "inf", "nan", "0x1p3",
        ]
        InputMutator(samples, tokens: words, seed: 7).run("rasters") { number, input in
            let text = String(decoding: input, as: UTF8.self)
            guard let query = try? RasterQuery(text) else { return }
            found += 1
            let (bands, range) = (query.preferences.bands, query.preferences.range)
            expect(
                [0, 1, 3].contains(bands.count) && bands.allSatisfy { (1...65_535).contains($0) }
                    && range.map { ($0.upperBound - $0.lowerBound).isFinite && $0.lowerBound < $0.upperBound } ?? true,
                number, text)
            let channels = query.preferences.channels
            expect(
                channels.count <= RasterPreferences.mostChannels
                    && channels.allSatisfy { !$0.channel.isEmpty && (0...1).contains($0.opacity) }, number, text)
            expect(Array(text.utf8).withUnsafeBytes { RasterQuery.mayChoose($0) }, number, text)
        }
        #expect(found > InputMutator.runs / 20)
    }

    static func request(_ path: String, _ headers: HTTPFields = [:]) -> Request {
        Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "a.example:80", path: path, headerFields: headers),
            body: RequestBody(buffer: ByteBuffer()))
    }

    // MARK: Heads

    @Test("What a proxy says of addresses is passed over, or has only what addresses have")
    func forwarded() {
        let samples = [
            "https", "tiles.example", "tiles.example:8443, 10.0.0.1", "[::1]:80", "/maps/", "/a/b%20c", "http, https",
        ]
        let words = ["/", "//", ",", " ", ":", "\"", "'", "<", ">", "\\", "?", "#", ";", "@", "\r\n"]
        let mutator = InputMutator(samples, tokens: words, seed: 4)
        mutator.run("forwarded") { number, input in
            var headers: HTTPFields = [:]
            for (index, name) in [HTTPField.Name.forwardedProtocol, .forwardedHost, .forwardedPrefix].enumerated() {
                headers[name] = String(
                    decoding: index == number % 3 ? input : mutator.input(number &* 7), as: UTF8.self)
            }
            let base = ClientView(Self.request("/", headers)).base
            expect(base.hasPrefix("http://") || base.hasPrefix("https://"), number, base)
            expect(
                base.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"'<>\\?#;@,".utf8.contains($0) }
                    && !base.hasSuffix("/"), number, base)
        }
    }

    @Test("A list of entity tags names a tag only where it is one of them")
    func entityTags() {
        let tag = "\"0123456789abcdef\""
        let samples = [tag, "W/\(tag)", "\"x\", \(tag)", "*", " , \"a\",,\(tag) ,", "\"\"", "\"a\" \"b\""]
        let words = ["\"", "W/", "*", ",", " ", "\t", tag, "\\\""]
        var found = 0
        InputMutator(samples, tokens: words, seed: 5).run("tags") { number, input in
            let names = input.withUnsafeBytes { EntityTagList($0).names(tag) }
            if names { found += 1 }
            let text = String(decoding: input, as: UTF8.self)
            expect(!names || text.contains(tag) || text.contains("*"), number, text)
        }
        #expect(found > InputMutator.runs / 20)
    }

    @Test("A range of bytes is passed over or refused, or lies in the file")
    func ranges() {
        let samples = ["bytes=0-99", "bytes=17-", "bytes=-5", "bytes=0-\(Int.max)", "bytes=-0", "bytes=1-2,4-5"]
        let words = [
            "bytes=", "-", ",", "0", "99", "\(Int.max)", "\(Int.max.magnitude + 1)", "\(UInt64.max)", " ", "+1",
        ]
        var found = 0
        InputMutator(samples, tokens: words, seed: 7).run("ranges") { number, input in
            let text = String(decoding: input, as: UTF8.self)
            for length in [0, 1, 100, Int.max] {
                guard case .part(let part) = ByteRange(text, ifRange: nil, of: length, tag: "\"a\"") else { continue }
                found += 1
                expect(part.lowerBound >= 0 && !part.isEmpty && part.upperBound <= length, number, text)
            }
        }
        #expect(found > InputMutator.runs / 20)
    }

    @Test("A head that is read before the HTTP parser is what the parser reads, and ends where it ends")
    func heads() throws {
        let samples = [
            "GET /tiles/plan/2/1/1.png HTTP/1.1\r\nHost: a\r\n\r\n",
            "HEAD /a?b=c HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"1\", W/\"2\"\r\nRange: bytes=0-3\r\nConnection: keep-alive\r\n\r\n",
            "GET /session/dGhlIHNhbXBsZSBub25jZQ?content=plan HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
                + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
        ]
        let words = [
            "\r\n", "\n", "\r", ":", " ", "\t", "\r\n\r\n", "Host: b\r\n", "Content-Length: 5\r\n", "HTTP/1.1",
            "HTTP/1.0",
            "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\n", "\r\n folded\r\n", "If-None-Match: *\r\n",
            "Trailer: x\r\n", "?", "#", "http://b/", "GET ", "HEAD ",
        ]
        var found = 0
        try InputMutator(samples, tokens: words, seed: 6).run("heads") { number, input in
            guard case .head(let head) = input.withUnsafeBytes(RequestHead.read) else { return }
            let text = String(decoding: input, as: UTF8.self)
            try #require(head.length <= input.count && head.path.upperBound <= head.length, "run \(number): \(text)")
            // Nothing is known about the request before its end, and bytes after it change nothing.
            expect(
                input[..<(head.length - 1)].withUnsafeBytes(RequestHead.read) == .incomplete, number, text)
            expect(input[..<head.length].withUnsafeBytes(RequestHead.read) == .head(head), number, text)
            found += 1
            guard number.isMultiple(of: 4) else { return }

            let channel = EmbeddedChannel(handler: ByteToMessageHandler(HTTPRequestDecoder()))
            defer { _ = try? channel.finish() }
            do {
                try channel.writeInbound(ByteBuffer(bytes: input[..<head.length]))
            } catch {
                // The parser refuses this head, and would also refuse it after a tile was sent: no other request is
                // hidden.
                return
            }
            guard case .head(let parsed)? = try channel.readInbound(as: HTTPServerRequestPart.self) else {
                Issue.record("run \(number): the parser waits for more of \(text)")
                return
            }
            expect(parsed.method == (head.isHead ? .HEAD : .GET), number, text)
            let path = String(decoding: input[head.path], as: UTF8.self)
            expect(parsed.uri.prefix { $0 != "?" } == path, number, text)
            guard head.isPlain else { return }
            guard case .end? = try channel.readInbound(as: HTTPServerRequestPart.self) else {
                Issue.record("run \(number): the parser reads a body in \(text)")
                return
            }
        }
        #expect(found > InputMutator.runs / 20)
    }
}
