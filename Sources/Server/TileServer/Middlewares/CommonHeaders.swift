import HTTPTypes
import Hummingbird

/// Forbids browsers to guess types, and allows other sites' pages to read answers.
///
/// Hummingbird's `CORSMiddleware` does so only for a request with `Origin`. A browser may keep a tile that an `<img>`
/// asked for without one, and would refuse it to a page's script later; so every answer has the header, and none
/// varies.
struct CommonHeaders: RouterMiddleware {
    /// Paths of answers that are not for other sites' pages.
    let notForOtherSites: Set<String>

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if !notForOtherSites.contains(request.uri.path) { response.headers[.accessControlAllowOrigin] = "*" }
        response.headers[.contentTypeOptions] = "nosniff"
        return response
    }
}
