import Hummingbird
import TileSupport

/// A middleware that counts answers by status, and their times by protocol.
struct AnswerCounting: RouterMiddleware {
    let counters: ServerCounters

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = MonotonicClock.nanoseconds
        let response = try await next(request, context)
        counters.count(
            response.status.code, of: ServedProtocol(path: request.uri.path),
            nanoseconds: MonotonicClock.nanoseconds - start)
        return response
    }
}
