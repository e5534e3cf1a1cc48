import Hummingbird

/// Counts answers by status.
struct AnswerCounting: RouterMiddleware {
    let counters: ServerCounters

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        counters.count(response.status.code)
        return response
    }
}
