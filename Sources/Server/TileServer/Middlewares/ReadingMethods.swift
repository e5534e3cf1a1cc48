import HTTPTypes
import Hummingbird

/// A middleware that admits only GET, HEAD, and the preflight requests of browsers, because every resource is
/// read-only.
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

    /// The answer to a preflight request, with which a browser asks whether a page of another origin may make the
    /// actual request.
    private static let preflight = Response(
        status: .noContent,
        headers: [
            .allow: "GET, HEAD, OPTIONS", .accessControlAllowMethods: "GET, HEAD, OPTIONS",
            // `*` does not cover Authorization (Fetch, 4.8).
            .accessControlAllowHeaders: "*, Authorization", .accessControlMaxAge: "86400",
        ])
}
