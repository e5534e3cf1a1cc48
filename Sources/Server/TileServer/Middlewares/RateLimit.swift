import HTTPTypes
import Hummingbird

/// A middleware that refuses clients that exceed the rate limit. Requests for cached tiles are counted where they are
/// answered.
struct RateLimit: RouterMiddleware {
    let gate: FastPathGate
    /// The paths for operators, which are not limited.
    let unlimited: Set<String>

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        // `ClientPresence.current` is nil if there is no connection, as in tests of routes.
        guard let presence = ClientPresence.current, !unlimited.contains(request.uri.path) else {
            return try await next(request, context)
        }
        guard gate.admits(forwarded: FastPathGate.clients(in: request.headers), presence) else {
            throw HTTPProblem.tooManyRequests(retryAfter: gate.rateLimiter.secondsToToken)
        }
        return try await next(request, context)
    }
}

extension HTTPProblem {
    static func tooManyRequests(retryAfter seconds: Int) -> HTTPProblem {
        .tooMany("rate limit exceeded: try again in \(seconds) s", retryAfter: seconds)
    }
}
