import Foundation
import HTTPTypes
import Hummingbird

/// A middleware that adds the fields of every answer. They forbid browsers to guess types, tell which sites' pages may
/// use the answer, and keep answers of private contents out of shared caches.
///
/// Hummingbird's `CORSMiddleware` adds the second kind only to answers to requests with `Origin`. A browser may keep a
/// tile that an `<img>` requested without one, and would later deny it to a page's script. So if pages of all sites may
/// read answers, every answer has the field and none varies.
struct CommonHeaderMiddleware: RouterMiddleware {
    let web: WebRules
    let access: AccessControl
    /// The paths of answers that pages of other sites must not use.
    let notForOtherSites: Set<String>

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        web.addFields(to: &response.headers, for: request, isPublic: !notForOtherSites.contains(request.uri.path))
        response.headers[.contentTypeOptions] = "nosniff"
        // The address that led here may hold a grant.
        if response.headers[.location] != nil { response.headers[.referrerPolicy] = web.referrerPolicy.rawValue }
        if AccessGrant.current != nil || access.asks {
            response.headers[.cacheControl] = Self.private(response.headers[.cacheControl], isDecided: access.asks)
        }
        return response
    }

    /// Returns the value of `Cache-Control` for an answer that another client may not get (RFC 9111 section 5.2.2.7).
    ///
    /// - Parameter isDecided: Whether the program decides about each request, so that nothing is public.
    private static func `private`(_ value: String?, isDecided: Bool) -> String {
        var directives = value.map { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } } ?? []
        if isDecided { directives.removeAll { $0 == "public" } }
        if directives.contains(where: { ["public", "private", "no-store"].contains($0) }) {
            return directives.joined(separator: ", ")
        }
        return (["private"] + directives).joined(separator: ", ")
    }
}
