import Hummingbird

/// `/healthz`, and `/metrics` unless it has a port of its own.
struct OperatorRoutes: SiteRoutes {
    /// Nil when they are elsewhere.
    let metrics: ServerMetrics?

    /// What operators read is not for other sites' pages.
    static let metricsPath = "/metrics"

    func add(to router: Router<BasicRequestContext>) {
        router.read("/healthz") { (_) async throws(HTTPProblem) in .healthy }
        if let metrics { router.read(Self.metricsPath) { (_) async throws(HTTPProblem) in Response(metrics) } }
    }
}

extension Response {
    /// For Prometheus.
    init(_ metrics: ServerMetrics) {
        self.init(metrics.text, "text/plain; version=0.0.4; charset=utf-8", caching: "no-store")
    }

    static let healthy = Response("ok\n", "text/plain; charset=utf-8", caching: "no-store")
}
