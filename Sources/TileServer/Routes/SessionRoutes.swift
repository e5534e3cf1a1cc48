import Hummingbird
import TileSessions

/// `/session/{id}`, to those who don't ask for a WebSocket: others have theirs before a request gets here
/// (`SessionUpgradeHandler`).
struct SessionRoutes: SiteRoutes {
    func add(to router: Router<BasicRequestContext>) {
        router.read("/session") { (_, _) async throws(HTTPProblem) in throw .upgradeRequired }
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
                "A scroll session: by the handshake of a WebSocket (RFC 6455), whose headers are needed, too.",
                parameters: [
                    .path(
                        "id", .string(pattern: "^[A-Za-z0-9_-]{\(lengths.lowerBound),\(lengths.upperBound)}$"),
                        example: "0123456789abcdefghij-_", "A name of the client's choice that nobody can guess."),
                    .query("content", .string, isRequired: true, "A content's name."),
                    .query("format", .one(of: OpenAPIParameter.fileExtensions), "Of the tiles."),
                ],
                answers: [
                    OpenAPIAnswer(status: 101, text: "From here on it is a WebSocket."),
                    refusal(403, "Pages of another site may not open sessions here."), .problem(404),
                    refusal(409, "There is a session of that name."),
                    refusal(426, "It was no handshake of a WebSocket of version 13."),
                ])
        ]
    }
}
