import CoreMetrics
import Dispatch
import Logging
import MetricsTestKit
import Testing
import TileEngine

@testable import TileServer

@Suite("Metrics")
struct MetricsTests {
    // MARK: Prometheus

    @Test("of swift-metrics become Prometheus' text, described ones first and in their order")
    func text() {
        let backend = PrometheusBackend()
        backend.describe("b_total", as: .counter, help: "B.")
        backend.describe("a", as: .gauge, help: "A.")
        Counter(label: "other", dimensions: [("path", "a\"\\\nb"), ("x", "1")], factory: backend).increment(by: 2)
        let counter = Counter(label: "b_total", factory: backend)
        counter.increment(by: 3)
        counter.increment()
        Meter(label: "a", dimensions: [], factory: backend).set(7)
        let half = Gauge(label: "half", dimensions: [], factory: backend)
        half.record(0.5)
        #expect(
            backend.text == """
                # HELP b_total B.
                # TYPE b_total counter
                b_total 4
                # HELP a A.
                # TYPE a gauge
                a 7
                # TYPE other counter
                other{path="a\\"\\\\\\nb",x="1"} 2
                # TYPE half gauge
                half 0.5

                """)
    }

    @Test("of one name and labels are one, whoever makes them; those of other labels are others")
    func series() {
        let backend = PrometheusBackend()
        backend.describe("n", as: .counter, help: "N.", isSorted: true)
        for status in ["404", "200", "404"] {
            Counter(label: "n", dimensions: [("status", status)], factory: backend).increment()
        }
        #expect(backend.text.hasSuffix("counter\nn{status=\"200\"} 1\nn{status=\"404\"} 2\n"))
    }

    @Test("of times are histograms in seconds")
    func histogram() {
        let backend = PrometheusBackend()
        let timer = Timer(label: "t", dimensions: [("stage", "raster")], factory: backend)
        timer.recordNanoseconds(20_000)
        timer.recordNanoseconds(-1)
        let lines = backend.text.split(separator: "\n")
        #expect(lines.first == "# TYPE t histogram")
        #expect(lines.contains("t_bucket{stage=\"raster\",le=\"1.6384e-05\"} 1"))
        #expect(lines.contains("t_bucket{stage=\"raster\",le=\"3.2768e-05\"} 2"))
        #expect(lines.suffix(2) == ["t_sum{stage=\"raster\"} 2e-05", "t_count{stage=\"raster\"} 2"])
    }

    // MARK: Requests

    @Test(
        "name the protocol that a path is of",
        arguments: [
            ("/tiles/plan/0/0/0.png", ServedProtocol.xyz), ("/tiles/plan.json", .xyz), ("/tiles.json", .xyz),
            ("/dzi/plan_files/0/0_0.png", .deepZoom), ("/iiif/3/plan/info.json", .iiif),
            ("/iiif/presentation/3/collection.json", .iiif), ("/wmts", .wmts),
            ("/wmts/1.0.0/WMTSCapabilities.xml", .wmts),
            ("/zoomify/plan/ImageProperties.xml", .zoomify), ("/tms/1.0.0/plan", .tms), ("/static/plan", .static),
            ("/render/plan", .static), ("/session/x", .session), ("/", .pages), ("/view/plan", .pages),
            ("/assets/app.js", .pages), ("/search/plan", .pages), ("/metrics", .operators), ("/healthz", .operators),
            ("/openapi.json", .operators), ("/nothing", .other), ("", .other), ("/til", .other),
        ])
    func protocols(path: String, served: ServedProtocol) {
        #expect(ServedProtocol(path: path) == served)
        #expect(ServedProtocol.allCases.map(\.index) == Array(ServedProtocol.allCases.indices))
    }

    @Test("are counted by many threads at once, each once, and as a histogram counts them")
    func answerTimes() {
        let times = AnswerTimes()
        let all: [UInt64] = [0, 1, 16_384, 16_385, 1_000_000, 1 << 33, 1 << 40]
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1000 { for time in all { times.record(time) } }
        }
        var (found, expected) = (LatencyHistogram(), LatencyHistogram())
        times.add(to: &found)
        for time in all { for _ in 0..<8000 { expected.record(time) } }
        #expect(found == expected && times.count == 56_000)
        #expect(LatencyHistogram.bucketCount == LatencyHistogram.bounds.count + 1)
    }

    @Test("answered from the cache count with those of the routes, by status and by protocol")
    func counts() {
        let counters = ServerCounters()
        counters.countCached(.xyz, notModified: false, nanoseconds: 10)
        counters.countCached(.xyz, notModified: true, nanoseconds: 20)
        counters.countCached(.iiif, notModified: false, nanoseconds: 30)
        counters.count(404, of: .xyz, nanoseconds: 40)
        #expect(counters.byStatus == [200: 2, 304: 1, 404: 1])
        let times = Dictionary(uniqueKeysWithValues: counters.times.map { ($0.served, $0.histogram) })
        #expect(times[.xyz]?.count == 3 && times[.xyz]?.sum == 70 && times[.iiif]?.sum == 30)
        #expect(times[.pages]?.count == 0)
    }

    // MARK: The program's own backend

    private func server(_ backend: (any MetricsFactory)?) throws -> TileServer {
        var configuration = TileServerConfiguration()
        configuration.metricsBackend = backend
        return try TileServer(configuration: configuration, contents: [], logger: Logger(label: "test"))
    }

    @Test("reach the program's own backend too, each change once however often they are told")
    func otherBackend() throws {
        let backend = TestMetrics()
        let server = try server(backend)
        for _ in 0..<3 { server.counters.count(404, of: .xyz, nanoseconds: 1) }
        server.counters.countCached(.xyz, notModified: false, nanoseconds: 1)
        server.metrics.publish()
        server.counters.count(404, of: .xyz, nanoseconds: 1)
        server.sessions.counters.countUpdate(20_000)
        #expect(server.metrics.text.contains("tilework_http_responses_total{status=\"404\"} 4\n"))
        server.metrics.publish()
        let refused = try backend.expectCounter("tilework_http_responses_total", [("status", "404")])
        #expect(refused.values == [3, 1])
        #expect(try backend.expectCounter("tilework_http_responses_total", [("status", "200")]).values == [1])
        #expect(try backend.expectMeter("tilework_sessions").values.allSatisfy { $0 == 0 })
        #expect(try backend.expectTimer("tilework_session_update_seconds").values == [24_576])
    }

    @Test("of two servers are apart")
    func twoServers() throws {
        let (first, second) = (try server(nil), try server(nil))
        first.counters.count(404, of: .pages, nanoseconds: 1)
        #expect(first.metrics.text.contains("tilework_http_responses_total{status=\"404\"} 1\n"))
        #expect(!second.metrics.text.contains("status=\"404\""))
    }

    @Test("are told to nobody but Prometheus where the program has no backend")
    func noBackend() throws {
        #expect(try !server(nil).metrics.hasOtherBackend)
        #expect(try !server(NOOPMetricsHandler.instance).metrics.hasOtherBackend)
        #expect(try server(TestMetrics()).metrics.hasOtherBackend)
    }
}
