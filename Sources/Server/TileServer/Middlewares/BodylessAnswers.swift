import HTTPTypes
import Hummingbird

/// A middleware that answers HEAD as GET, without the body.
struct BodylessAnswers: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // These statuses have no body, and a length of 0 would be that of the body they represent (RFC 9110 section
        // 8.6).
        if response.status == .noContent || response.status == .notModified { response.headers[.contentLength] = nil }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
