import Hummingbird
import TileSupport

/// Routes for operators: `/healthz`, `/readyz`, and `/metrics` unless it has a port of its own.
struct OperatorRoutes: SiteRoutes {
    let site: Site
    /// The metrics, or nil if they are served at another port.
    let metrics: ServerMetrics?

    /// The path of the metrics, which pages of other origins must not read.
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
                "/healthz", "health", tag: tag, "Liveness check.", answers: .plainText("The server is running.")),
            OpenAPIPath(
                "/readyz", "readiness", tag: tag, "Readiness check.",
                answers: .plainText("All initial contents have been opened.")),
        ]
        if metrics != nil {
            paths.append(
                OpenAPIPath(
                    Self.metricsPath, "metrics", tag: tag, "Metrics for Prometheus.",
                    answers: .plainText("Prometheus text format, version 0.0.4.")))
        }
        return paths
    }
}

extension Response {
    /// Creates a response in the Prometheus text format.
    init(_ metrics: ServerMetrics) {
        self.init(metrics.text, "text/plain; version=0.0.4; charset=utf-8", caching: "no-store")
    }

    /// Returns a response if the server is ready: when opening has been attempted for every content that opens at the
    /// start. A content that can't be shown does not delay readiness.
    static func ready(_ site: Site) throws(HTTPProblem) -> Response {
        let waiting = site.slots.count { site.opensAtStart($0) && !$0.isSettled }
        guard waiting == 0 else {
            throw .unavailable("still opening \(GroupedNumber.counted(waiting, "content"))", retryAfter: 1)
        }
        return Response("ready\n", "text/plain; charset=utf-8", caching: "no-store")
    }

    static let healthy = Response("ok\n", "text/plain; charset=utf-8", caching: "no-store")
}
