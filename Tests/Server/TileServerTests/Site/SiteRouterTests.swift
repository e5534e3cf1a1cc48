import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

@Suite("The server's routes")
struct SiteRouterTests {
    /// Sends a request without a socket.
    func ask(
        _ fixture: Fixture, _ path: String, _ method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await fixture.server.application.test(.router) { client in
            try await client.execute(uri: path, method: method, headers: headers) { $0 }
        }
    }

    func json(_ response: TestResponse) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(buffer: response.body)) as? [String: Any])
    }

    @Test(
        "send a tile with its type, validator and caching; how long it took when it was drawn for this; 304 when known")
    func tile() async throws {
        let fixture = try Fixture()
        let cold = try await ask(fixture, "/tiles/plan/2/1/1.png")
        #expect(cold.status == .ok)
        #expect(String(buffer: cold.body) == "256x256 ff000040 png")
        #expect(cold.headers[.contentType] == "image/png")
        #expect(cold.headers[.cacheControl] == "public, max-age=60, must-revalidate")
        #expect(cold.headers[.accessControlAllowOrigin] == "*")
        let times = try #require(cold.headers[.serverTiming])
        #expect(
            times.contains(#/^queue;dur=[0-9]+\.[0-9]{3}, raster;dur=[0-9]+\.[0-9]{3}, encode;dur=[0-9]+\.[0-9]{3}$/#))
        let tag = try #require(cold.headers[.eTag])
        #expect(tag.contains(#/^"[0-9a-f]{16}"$/#))

        let hot = try await ask(fixture, "/tiles/plan/2/1/1.png?cache=buster")
        #expect(hot.headers[.serverTiming] == nil)
        #expect(hot.headers[.eTag] == tag && hot.body == cold.body)

        let known = try await ask(fixture, "/tiles/plan/2/1/1.png", .get, [.ifNoneMatch: "\"x\", W/\(tag)"])
        #expect(known.status == .notModified)
        #expect(known.body.readableBytes == 0)
        #expect(known.headers[.eTag] == tag && known.headers[.contentLength] == nil)

        let head = try await ask(fixture, "/tiles/plan/2/1/1.png", .head)
        #expect(head.status == .ok && head.body.readableBytes == 0)
        #expect(head.headers[.contentLength] == "20" && head.headers[.eTag] == tag)
    }

    @Test("mean the variant that a query asks for, with its own tiles; what there is not is said")
    func variantsByQuery() async throws {
        let dark = Coordinates(width: 1000, height: 600)
        var content = ServedContent(
            id: "plan-dark", title: "plan-dark", source: dark,
            pyramid: try TilePyramid(contentSize: dark.contentSize, tileSize: 256), isScalable: true, format: .png)
        content.variant = ServedContent.Variant(of: "plan", query: ["style": "dark"])
        let fixture = try Fixture(documents: [OfferedContent(content)])
        let plain = try await ask(fixture, "/tiles/plan/2/1/1.png")
        let other = try await ask(fixture, "/tiles/plan/2/1/1.png?style=dark")
        let own = try await ask(fixture, "/tiles/plan-dark/2/1/1.png")
        #expect(plain.status == .ok && other.status == .ok)
        #expect(other.headers[.serverTiming] != nil && own.headers[.serverTiming] == nil)
        #expect(other.headers[.eTag] == own.headers[.eTag])
        #expect(try json(await ask(fixture, "/tiles/plan.json?style=dark"))["name"] as? String == "plan-dark")
        #expect(try json(await ask(fixture, "/tiles/plan.json?style=light"))["name"] as? String == "Plan & Elevation")
        #expect(try await ask(fixture, "/dzi/plan.dzi?a=b&style=dark").status == .ok)
        #expect(try await ask(fixture, "/view/plan?style=dark").status == .ok)
        #expect(try await ask(fixture, "/tiles/photo/0/0/0.jpg?style=dark").status == .ok)
        let unknown = try await ask(fixture, "/tiles/plan/2/1/1.png?style=blue")
        #expect(unknown.status == .notFound)
        #expect(String(buffer: unknown.body).contains("“plan” has no variant style=blue: use style=dark"))
    }

    @Test("let a content that changes be kept, but not shown without asking again")
    func changingContent() async throws {
        let source = Repainted()
        let configuration = TileServerConfiguration()
        let content = ServedContent(
            id: "live", title: "Live", source: source,
            pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256), isScalable: true, format: .png)
        let server = try TileServer(
            configuration: configuration, contents: [content], logger: Logger(label: "test"))
        func ask(_ headers: HTTPFields = [:]) async throws -> TestResponse {
            try await server.application.test(.router) { client in
                try await client.execute(uri: "/tiles/live/0/0/0.png", method: .get, headers: headers) { $0 }
            }
        }
        let before = try await ask()
        #expect(before.headers[.cacheControl] == "public, no-cache")
        let tag = try #require(before.headers[.eTag])
        #expect(try await ask([.ifNoneMatch: tag]).status == .notModified)
        source.repaint()
        let after = try await ask([.ifNoneMatch: tag])
        #expect(after.status == .ok && after.headers[.eTag] != tag && after.body != before.body)
    }

    @Test("offer tiles as WebP, AVIF, JPEG XL and JPEG and at twice the resolution")
    func variants() async throws {
        let fixture = try Fixture()
        for (path, body, type) in [
            ("/tiles/plan/0/0/0.webp", "256x256 ff000040 webp", "image/webp"),
            ("/tiles/plan/0/0/0.avif", "256x256 ff000040 avif", "image/avif"),
            ("/dzi/plan_files/10/0_0.avif", "256x256 ff000040 avif", "image/avif"),
            ("/tiles/plan/0/0/0.jxl", "256x256 ff000040 jxl", "image/jxl"),
            ("/dzi/plan_files/10/0_0.jxl", "256x256 ff000040 jxl", "image/jxl"),
            ("/tiles/plan/2/0/0@2x.jpg", "512x512 ff000080 jpg", "image/jpeg"),
            ("/dzi/plan_files/10/3_2.png", "232x88 ff00003a png", "image/png"),
            ("/dzi/plan_files/0/0_0.png", "1x1 ff000000 png", "image/png"),
        ] {
            let response = try await ask(fixture, path)
            #expect(String(buffer: response.body) == body, "\(path)")
            #expect(response.headers[.contentType] == type)
        }
    }

    @Test("draw once what Deep Zoom and XYZ both show")
    func shared() async throws {
        let fixture = try Fixture()
        let xyz = try await ask(fixture, "/tiles/plan/2/0/0.png")
        let deepZoom = try await ask(fixture, "/dzi/plan_files/10/0_0.png")
        #expect(xyz.headers[.eTag] == deepZoom.headers[.eTag])
        #expect(fixture.engine.counters.rendered == 1)
    }

    @Test("describe a content in TileJSON 3.0.0")
    func tileJSON() async throws {
        let fixture = try Fixture()
        let document = try json(try await ask(fixture, "/tiles/plan.json", .get))
        #expect(document["tilejson"] as? String == "3.0.0")
        #expect(document["name"] as? String == "Plan & Elevation")
        #expect(document["scheme"] as? String == "xyz")
        #expect(document["minzoom"] as? Int == 0 && document["maxzoom"] as? Int == 2)
        // 1000 × 600 of a world that is 1024 pixels wide.
        #expect(document["bounds"] as? [Double] == [-180, -29.535_229_6, 171.5625, 85.051_128_8])
        #expect((document["center"] as? [Double])?.count == 3)
        let tiles = try #require((document["tiles"] as? [String])?.first)
        #expect(tiles.hasSuffix("/tiles/plan/{z}/{x}/{y}.png"))
        let own = try #require(document["tilework"] as? [String: Any])
        #expect(own["width"] as? Double == 1000 && own["height"] as? Double == 600)
        #expect(own["crs"] as? String == "EPSG:3857" && own["georeferenced"] as? Bool == false)
        #expect(own["tileSize"] as? Int == 256 && own["deepestScale"] as? Double == 1)
        #expect(own["doubled"] as? Bool == true && own["background"] as? String == "#ffffff")
        #expect(
            own["format"] as? String == "png" && own["formats"] as? [String] == ["png", "webp", "jpg", "avif", "jxl"])
        let photo = try json(try await ask(fixture, "/tiles/photo.json"))
        #expect((photo["tilework"] as? [String: Any])?["doubled"] as? Bool == false)
        #expect((photo["tiles"] as? [String])?.first?.hasSuffix(".jpg") == true)
    }

    @Test("describe a content in Deep Zoom's XML, and list all contents")
    func documents() async throws {
        let fixture = try Fixture()
        let dzi = try await ask(fixture, "/dzi/plan.dzi")
        #expect(dzi.headers[.contentType] == "application/xml")
        let xml = String(buffer: dzi.body)
        #expect(xml.contains("xmlns=\"http://schemas.microsoft.com/deepzoom/2008\""))
        #expect(xml.contains("Format=\"png\" Overlap=\"0\" TileSize=\"256\""))
        #expect(xml.contains("<Size Width=\"1000\" Height=\"600\"/>"))
        let list = try #require(try json(try await ask(fixture, "/contents.json"))["contents"] as? [[String: Any]])
        #expect(list.map { $0["id"] as? String } == ["plan", "photo"])
        #expect(list[0]["kind"] as? String == "svg" && list[0]["width"] as? Double == 1000)
        let again = try await ask(fixture, "/dzi/plan.dzi", .get, [.ifNoneMatch: try #require(dzi.headers[.eTag])])
        #expect(again.status == .notModified)
    }

    @Test("render any rect, also beyond the content, and refuse what is malformed or too large")
    func render() async throws {
        let fixture = try Fixture()
        let response = try await ask(fixture, "/render/plan?x=-3&y=7&width=20&height=30&scale=1.5")
        #expect(String(buffer: response.body) == "20x30 fffd0705 png")
        #expect(response.headers[.contentType] == "image/png")
        // Some clients escape 1e+0 in this way.
        let escaped = try await ask(fixture, "/render/plan?x=%2D3&y=7&width=20&height=30&scale=1.5e%2B0")
        #expect(escaped.body == response.body)
        for (query, status, words) in [
            ("x=%zz&y=0&width=1&height=1", 400, "x must be a whole number, not “%zz”"), ("", 400, "x is missing"),
            ("x=a&y=0&width=1&height=1", 400, "x must be a whole number, not “a”"),
            ("x=0&y=0&width=0&height=1", 400, "at least 1"), ("x=0&y=0&width=-5&height=1", 400, "at least 1"),
            ("x=0&y=0&width=4097&height=1", 413, "4,096"), ("x=0&y=0&width=1&height=99999999", 413, "4,096"),
            ("x=0&y=0&width=1&height=1&scale=0", 400, "scale"), ("x=0&y=0&width=1&height=1&scale=nan", 400, "scale"),
            ("x=0&y=0&width=1&height=1&scale=1e30", 413, "scale"), ("x=0&y=0&width=1&height=1&scale=inf", 400, "scale"),
            ("x=99999999&y=0&width=1&height=1", 400, "x and y must be -4,194,304 to 4,194,304"),
            ("x=-99999999999999999999&y=0&width=1&height=1", 400, "x and y must be -4,194,304 to 4,194,304"),
            ("x=0&y=-9223372036854775808&width=1&height=1", 400, "x and y must be"),
            ("x=0&y=0&width=99999999999999999999&height=1", 413, "4,096"),
        ] {
            let response = try await ask(fixture, "/render/plan?\(query)")
            #expect(response.status.code == status, "\(query)")
            #expect(String(buffer: response.body).contains(words), "\(query): \(String(buffer: response.body))")
        }
        #expect(try await ask(fixture, "/render/nothing?x=0&y=0&width=1&height=1").status == .notFound)
    }

    @Test(
        "forbid browsers to guess a type, whatever the answer",
        arguments: [
            "/", "/tiles/plan/0/0/0.png", "/tiles/plan.json", "/contents.json", "/nothing", "/healthz", "/metrics",
        ])
    func nosniff(path: String) async throws {
        let fixture = try Fixture()
        for method in [HTTPRequest.Method.get, .head, .options, .post] {
            #expect(try await ask(fixture, path, method).headers[.contentTypeOptions] == "nosniff", "\(method)")
        }
    }

    @Test("name the page's own host for sessions, where browsers take its name")
    func policy() {
        let named = PageRoutes.contentSecurityPolicy(host: "a.b:81")
        #expect(named.contains("connect-src 'self' ws://a.b:81 wss://a.b:81;"))
        for host in [nil, "[::1]:81"] {
            #expect(PageRoutes.contentSecurityPolicy(host: host).contains("connect-src 'self';"))
        }
    }

    @Test("send a document again unless the condition is wholly a list of tags that names it")
    func conditions() async throws {
        let fixture = try Fixture()
        let path = "/contents.json"
        let tag = try #require(try await ask(fixture, path).headers[.eTag])
        for (condition, status) in [
            (tag, 304), ("W/\(tag)", 304), ("\"x\", \(tag)", 304), ("*", 304), ("\(tag)garbage", 200),
            ("garbage\(tag)", 200),
            ("\"x\(tag)\"", 200), ("\(tag) \"x\"", 200), ("\"*\"", 200),
        ] {
            let answer = try await ask(fixture, path, .get, [.ifNoneMatch: condition])
            #expect(answer.status.code == status, "\(condition)")
        }
    }

    @Test("say what is wrong as text, which nobody keeps")
    func problems() async throws {
        let fixture = try Fixture()
        for (path, status) in [
            ("/tiles/plan/7/0/0.png", 404), ("/tiles/plan/x/0/0.png", 400), ("/tiles/nothing.json", 404),
            ("/nothing", 404),
            ("/dzi/nothing.dzi", 404), ("/view/nothing", 404), ("/assets/nothing.js", 404), ("/assets/../secret", 404),
            ("/assets/..%2Fsecret", 404), ("//", 404), ("/tiles/plan", 404), ("/healthz/", 404),
        ] {
            let response = try await ask(fixture, path)
            #expect(response.status.code == status, "\(path)")
            #expect(response.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.body.readableBytes > 10)
        }
        let post = try await ask(fixture, "/tiles/plan/0/0/0.png", .post)
        #expect(post.status == .methodNotAllowed && post.headers[.allow] == "GET, HEAD, OPTIONS")
        let options = try await ask(fixture, "/tiles/plan/0/0/0.png", .options)
        #expect(options.status == .noContent)
        #expect(options.headers[.accessControlAllowMethods] == "GET, HEAD, OPTIONS")
        #expect(options.headers[.accessControlAllowOrigin] == "*")
        #expect(fixture.engine.counters.requested == 0)
    }

    @Test("answer 500 when a tile can't be drawn, and draw it the next time it can")
    func failure() async throws {
        let isBroken = Lock(true)
        let fixture = try Fixture(plan: Coordinates { _, _ in if isBroken.withLock({ $0 }) { throw Broken() } })
        let broken = try await ask(fixture, "/tiles/plan/0/0/0.png")
        #expect(broken.status == .internalServerError)
        #expect(String(buffer: broken.body).contains("can't be drawn"))
        isBroken.withLock { $0 = false }
        #expect(try await ask(fixture, "/tiles/plan/0/0/0.png").status == .ok)
    }

    @Test("answer 503 with the time to wait when too many tiles wait, or the server shuts down; cached ones still come")
    func overload() async throws {
        let fixture = try Fixture({ $0.policy.queueLimit = 0 })
        let response = try await ask(fixture, "/tiles/plan/0/0/0.png")
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers[.retryAfter] == "1")
        #expect(try await ask(fixture, "/render/plan?x=0&y=0&width=1&height=1").status == .serviceUnavailable)

        let other = try Fixture()
        _ = try await ask(other, "/tiles/plan/0/0/0.png")
        other.engine.shutdown()
        #expect(try await ask(other, "/tiles/plan/0/0/0.png").status == .ok)
        #expect(try await ask(other, "/tiles/plan/1/0/0.png").status == .serviceUnavailable)
    }

    @Test("forbid to keep a tile that was outdated while it was drawn")
    func stale() async throws {
        let change = Lock<(@Sendable () -> Void)?>(nil)
        let fixture = try Fixture(plan: Coordinates { _, _ in change.withLock { $0 }?() })
        let (engine, id) = (fixture.engine, fixture.site.entries[0].engineID)
        change.withLock { $0 = { engine.invalidate(id) } }
        let outdated = try await ask(fixture, "/tiles/plan/0/0/0.png")
        #expect(outdated.status == .ok)
        #expect(outdated.headers[.cacheControl] == "no-store")
        change.withLock { $0 = nil }
        #expect(try await ask(fixture, "/tiles/plan/0/0/0.png").headers[.cacheControl]?.contains("max-age") == true)
    }

    @Test("serve gallery, viewer and their files, with types that browsers accept as modules")
    func pages() async throws {
        let fixture = try Fixture()
        try #require(ViewerPages.find() != nil, "assets/viewer is not above the test's program or the working folder")
        let gallery = try await ask(fixture, "/")
        #expect(gallery.status == .ok && gallery.headers[.contentType] == "text/html; charset=utf-8")
        let viewer = try await ask(fixture, "/view/plan")
        #expect(viewer.status == .ok && viewer.body != gallery.body)
        for page in [gallery, viewer] {
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(
                policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; ")
                    && !policy.contains("unsafe"))
        }
        // A browser also gets the page for an unknown name: the page reports it.
        let unknown = try await ask(fixture, "/view/nothing", .get, [.accept: "text/html,application/xhtml+xml"])
        #expect(unknown.status == .notFound && unknown.body == viewer.body)
        #expect(unknown.headers[.contentType] == "text/html; charset=utf-8")
        #expect(unknown.headers[.contentSecurityPolicy] == viewer.headers[.contentSecurityPolicy])
        #expect(unknown.headers[.cacheControl] == "no-store" && unknown.headers[.eTag] == nil)
        let script = try await ask(fixture, "/assets/app.js")
        #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(script.headers[.cacheControl] == "no-cache")
        let tag = try #require(script.headers[.eTag])
        #expect(try await ask(fixture, "/assets/app.js", .get, [.ifNoneMatch: tag]).status == .notModified)

        let bare = try Fixture({ $0.pages = nil })
        let missing = try await ask(bare, "/")
        #expect(missing.status == .notFound && String(buffer: missing.body).contains("this server has no viewer"))
        #expect(try await ask(bare, "/tiles/plan/0/0/0.png").status == .ok)
    }

    @Test("tell operators that it lives and what it does, in Prometheus' format")
    func operators() async throws {
        let fixture = try Fixture()
        _ = try await ask(fixture, "/tiles/plan/0/0/0.png")
        _ = try await ask(fixture, "/tiles/plan/0/0/0.png")
        _ = try await ask(fixture, "/tiles/plan/8/0/0.png")
        let health = try await ask(fixture, "/healthz")
        #expect(health.status == .ok && String(buffer: health.body) == "ok\n")
        let metrics = try await ask(fixture, "/metrics")
        #expect(metrics.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(metrics.headers[.accessControlAllowOrigin] == nil, "they are not for other sites' pages")
        let lines = String(buffer: metrics.body).split(separator: "\n")
        for line in [
            "tilework_http_responses_total{status=\"200\"} 3", "tilework_http_responses_total{status=\"404\"} 1",
            "tilework_tiles_requested_total 2", "tilework_tiles_hit_total 1", "tilework_tiles_rendered_total 1",
            "tilework_cache_tiles 1", "tilework_stage_seconds_count{stage=\"raster\"} 1",
            "tilework_stage_seconds_bucket{stage=\"encode\",le=\"+Inf\"} 1", "# TYPE tilework_stage_seconds histogram",
            "tilework_http_request_seconds_count{protocol=\"xyz\"} 3",
            "tilework_http_request_seconds_count{protocol=\"operators\"} 1",
            "tilework_http_request_seconds_count{protocol=\"iiif\"} 0",
            "tilework_renders_total{bin=\"visible\",quality=\"full\"} 1",
            "tilework_renders_total{bin=\"soon\",quality=\"draft\"} 0", "tilework_queue_length{bin=\"visible\"} 0",
            "tilework_queue_fetching 0", "tilework_areas_total 0", "tilework_view_draws_total 0",
            "tilework_memory_bytes{kind=\"pictures\"} 0",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
        #expect(lines.contains { $0.hasPrefix("tilework_memory_bytes{kind=\"tiles\"}") && !$0.hasSuffix(" 0") })
        // Each sample has a type, and buckets only grow.
        for line in lines where !line.hasPrefix("#") {
            let name = line.prefix { $0 != "{" && $0 != " " }
            let family = name.replacing(#/_(bucket|sum|count)$/#, with: "")
            #expect(lines.contains { $0.hasPrefix("# TYPE \(family) ") || $0.hasPrefix("# TYPE \(name) ") }, "\(line)")
            #expect(Double(line.split(separator: " ").last!) != nil)
        }
    }
}
