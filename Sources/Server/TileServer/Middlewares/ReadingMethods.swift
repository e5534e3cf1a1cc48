import HTTPTypes
import Hummingbird

/// Everything is read-only: GET, HEAD, and what browsers ask before them.
struct ReadingMethods: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        switch request.method {
        case .get, .head: try await next(request, context)
        case .options: Self.preflight
        default: throw HTTPProblem.method
        }
    }

    /// To a browser that asks, before the request itself, whether another site's page may make it.
    private static let preflight = Response(
        status: .noContent,
        headers: [
            .allow: "GET, HEAD, OPTIONS", .accessControlAllowMethods: "GET, HEAD, OPTIONS",
            // `*` does not cover this one (Fetch, 4.8).
            .accessControlAllowHeaders: "*, Authorization", .accessControlMaxAge: "86400",
        ])
}
