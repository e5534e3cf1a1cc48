import HTTPTypes
import Hummingbird

/// An answer to HEAD is that to GET without its body.
struct BodylessAnswers: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // Neither has a body, and "0" would be the length of the one that it stands for (RFC 9110 section 8.6).
        if response.status == .noContent || response.status == .notModified { response.headers[.contentLength] = nil }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
