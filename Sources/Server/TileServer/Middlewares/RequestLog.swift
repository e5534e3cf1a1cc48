import HTTPTypes
import Hummingbird
import TileSupport

/// A middleware that gives each request an identifier, which appears in log messages, and writes the request to the
/// access log.
struct RequestLog: RouterMiddleware {
    let gate: FastPathGate

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = MonotonicClock.nanoseconds
        let given = request.headers[.requestID].flatMap { RequestID($0) }
        let id = given ?? RequestID()
        var context = context
        context.logger[metadataKey: "request"] = "\(id.text)"
        var response = try await next(request, context)
        // The client needs the identifier only if it can be looked up.
        if given != nil || gate.log != nil || response.status.code >= 500 { response.headers[.requestID] = id.text }
        if let log = gate.log {
            log.note(
                AccessEntry(
                    id: id, client: client(of: request), method: request.method.rawValue,
                    target: request.uri.string, status: response.status.code, bytes: response.body.contentLength,
                    nanoseconds: MonotonicClock.nanoseconds - start))
        }
        return response
    }

    private func client(of request: Request) -> String {
        guard let presence = ClientPresence.current else { return "-" }
        return gate.clientName(forwarded: FastPathGate.clients(in: request.headers), presence)
    }
}
