import HTTPTypes
import Hummingbird

/// A middleware that maps an address with `?style=dark` to the address of that variant. A variant has a name of its
/// own, and so its own tiles in every cache.
struct VariantAddresses: RouterMiddleware {
    let site: Site

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let (path, query) = try site.variantAddress(path: request.uri.path, query: request.uri.query) else {
            return try await next(request, context)
        }
        var head = request.head
        head.path = query.isEmpty ? path : "\(path)?\(query)"
        return try await next(Request(head: head, body: request.body), context)
    }
}
