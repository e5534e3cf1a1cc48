import Hummingbird

/// `/healthz`, `/readyz`, and `/metrics` unless it has a port of its own.
struct OperatorRoutes: SiteRoutes {
    let site: Site
    /// Nil when they are elsewhere.
    let metrics: ServerMetrics?

    /// What operators read is not for other sites' pages.
    static let metricsPath = "/metrics"

    func add(to router: Router<BasicRequestContext>) {
        router.read("/healthz") { (_) async throws(HTTPProblem) in .healthy }
        router.read("/readyz") { (_) async throws(HTTPProblem) in try .ready(site) }
        if let metrics { router.read(Self.metricsPath) { (_) async throws(HTTPProblem) in Response(metrics) } }
    }

    var paths: [OpenAPIPath] {
        let tag = "Operators"
        var paths = [
            OpenAPIPath(
                "/healthz", "health", tag: tag, "Whether the server answers.", answers: .plainText("It does.")),
            OpenAPIPath(
                "/readyz", "readiness", tag: tag, "Whether all that is opened at the start has been tried.",
                answers: .plainText("It has.")),
        ]
        if metrics != nil {
            paths.append(
                OpenAPIPath(
                    Self.metricsPath, "metrics", tag: tag, "Counts and times, for Prometheus.",
                    answers: .plainText("Prometheus's text, version 0.0.4.")))
        }
        return paths
    }
}

extension Response {
    /// For Prometheus.
    init(_ metrics: ServerMetrics) {
        self.init(metrics.text, "text/plain; version=0.0.4; charset=utf-8", caching: "no-store")
    }

    /// A server is ready when all that is opened at the start has been tried: what can't be shown keeps nobody waiting.
    static func ready(_ site: Site) throws(HTTPProblem) -> Response {
        let waiting = site.places.count { site.opensAtStart($0) && !$0.isSettled }
        guard waiting == 0 else {
            throw .unavailable("\(waiting) of the contents are still to be opened", retryAfter: 1)
        }
        return Response("ready\n", "text/plain; charset=utf-8", caching: "no-store")
    }

    static let healthy = Response("ok\n", "text/plain; charset=utf-8", caching: "no-store")
}
