import CoreMetrics
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
        backend.describe("b_total", .counter, "B.")
        backend.describe("a", .gauge, "A.")
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
        backend.describe("n", .counter, "N.", isSorted: true)
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
        for _ in 0..<3 { server.counters.count(404) }
        server.counters.countCached(notModified: false)
        server.metrics.publish()
        server.counters.count(404)
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
        first.counters.count(404)
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
