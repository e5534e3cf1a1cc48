import Hummingbird

/// A middleware that creates a span for each request. The span's attributes contain no grants.
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
