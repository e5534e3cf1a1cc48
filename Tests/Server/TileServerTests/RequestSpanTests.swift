import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryTracing
import Testing
import Tracing

@testable import TileServer

@Suite("Spans of requests")
struct RequestSpanTests {
    @Test("name the request, and within it the tile and what it took; none where the program has no tracer")
    func spans() async throws {
        let tracer = InMemoryTracer()
        let fixture = try Fixture()
        #expect(!RequestSpans.areWanted)
        try await withTracer(tracer) {
            try await fixture.server.application.test(.router) { client in
                for path in ["/tiles/plan/1/0/0.png", "/tiles/plan/1/0/0.png", "/nothing"] {
                    _ = try await client.execute(uri: path, method: .get) { $0 }
                }
            }
        }
        let spans = tracer.finishedSpans
        let tiles = spans.filter { $0.operationName == "tile" }
        let requests = spans.filter { $0.kind == .server }
        #expect(tiles.count == 2 && requests.count == 3)
        #expect(tiles[0].attributes.get("tilework.content") == .string("plan"))
        #expect(tiles[0].attributes.get("tilework.tile") == .string("1/0/0"))
        #expect(tiles.map { $0.attributes.get("tilework.cached") } == [.bool(false), .bool(true)])
        #expect(tiles[0].attributes.get("tilework.raster_ms") != nil)
        #expect(requests[0].attributes.get("http.request.method") == .string("GET"))
        #expect(requests[0].attributes.get("url.path") == .string("/tiles/plan/1/0/0.png"))
        let codes = requests.map { $0.attributes.get("http.response.status_code") }
        #expect(codes == [.int64(200), .int64(200), .int64(404)])
        #expect(tiles[0].parentSpanID == requests[0].spanID)
    }

    @Test("have no grant, however it is spelled, whether it is refused or not")
    func redacted() async throws {
        let tracer = InMemoryTracer()
        let fixture = try Fixture { configuration in
            configuration.access.privateContents = [AccessPolicy.Scope("plan")!]
            configuration.access.tokens = ["secret": [AccessPolicy.Scope("plan")!]]
        }
        try await withTracer(tracer) {
            try await fixture.server.application.test(.router) { client in
                for path in [
                    "/~secret/tiles/plan/1/0/0.png", "/~secretx/tiles/plan/1/0/0.png", "/%7esecretx/view/plan",
                    "/plan~1~secret/view/plan", "/view/photo?from=/~secret/view/plan",
                ] {
                    _ = try await client.execute(uri: path, method: .get) { $0 }
                }
            }
        }
        let spans = tracer.finishedSpans
        #expect(spans.count { $0.kind == .server } == 5)
        for span in spans {
            #expect(!span.operationName.contains("secret"))
            span.attributes.forEach { name, value in #expect(!"\(value)".contains("secret"), "\(name)") }
        }
        let paths = spans.filter { $0.kind == .server }.map { $0.attributes.get("url.path") }
        #expect(paths.contains(.string("/~…/tiles/plan/1/0/0.png")) && paths.contains(.string("/tiles/plan/1/0/0.png")))
    }
}
