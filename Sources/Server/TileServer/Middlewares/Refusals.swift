import HTTPTypes
import Hummingbird

/// A middleware that throws the refusal that `SiteResponder` found.
struct Refusals: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        if let refusal = AccessGrant.refusal { throw refusal }
        return try await next(request, context)
    }
}
