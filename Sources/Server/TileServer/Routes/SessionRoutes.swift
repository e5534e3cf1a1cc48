import Hummingbird
import TileSessions

/// The route `/session/{id}` for requests that are not for a WebSocket. `SessionUpgradeHandler` answers those before
/// they reach the routes.
struct SessionRoutes: SiteRoutes {
    let context: RouteContext

    func add(to router: Router<BasicRequestContext>) {
        router.read("/session") { (_, request) async throws(HTTPProblem) in
            // A handshake at the same address is refused for the same reason.
            let target = request.uri.path + (request.uri.query.map { "?\($0)" } ?? "")
            _ = try SessionAddress(target, of: context.site, wish: { context.opening.wish(for: $0) })
            throw .upgradeRequired
        }
    }

    var paths: [OpenAPIPath] {
        func refusal(_ status: Int, _ text: String) -> OpenAPIAnswer {
            OpenAPIAnswer(
                status: status, text: text, content: [.init(mediaType: "text/plain", schema: .string)],
                headers: [.cacheControl])
        }
        let lengths = SessionID.lengths
        return [
            OpenAPIPath(
                "/session/{id}", "session", tag: "Scroll sessions",
                "Opens a scroll session by a WebSocket handshake (RFC 6455), which needs its own headers, too.",
                parameters: [
                    .path(
                        "id", .string(pattern: "^[A-Za-z0-9_-]{\(lengths.lowerBound),\(lengths.upperBound)}$"),
                        example: "0123456789abcdefghij-_", "An unguessable name that the client chooses."),
                    .query("content", .contentName, isRequired: true, "A content's name."),
                    .query("format", .one(of: OpenAPIParameter.fileExtensions), "The tiles' format."),
                    .query("deliver", .one(of: ["tiles"]), "Has changed tiles sent without a request."),
                ],
                answers: [
                    OpenAPIAnswer(status: 101, text: "Switching to WebSocket."),
                    refusal(403, "Pages of other sites can't open sessions here."), .problem(404),
                    refusal(409, "A session with this name exists."),
                    refusal(426, "Not a WebSocket handshake of version 13."),
                ])
        ]
    }
}
