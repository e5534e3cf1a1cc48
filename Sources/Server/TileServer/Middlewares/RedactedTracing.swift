import Hummingbird

/// Makes a span of each request, whose attributes have no grants.
struct RedactedTracing: RouterMiddleware {
    private let tracing = TracingMiddleware<BasicRequestContext>()

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        var head = request.head
        head.path = head.path.map(GrantRedaction.redacted)
        return try await tracing.handle(Request(head: head, body: request.body), context: context) { _, context in
            try await next(request, context)
        }
    }
}
