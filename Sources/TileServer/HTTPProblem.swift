/// Why a request is not answered as it was meant: a status and a sentence that names the parameter and says what to do.
struct HTTPProblem: Error, Hashable {
    var status: Int
    var message: String
    /// Seconds after which asking again makes sense.
    var retryAfter: Int?
    /// Methods that the resource has.
    var allow: String?

    private init(_ status: Int, _ message: String, retryAfter: Int? = nil, allow: String? = nil) {
        self.status = status
        self.message = message
        self.retryAfter = retryAfter
        self.allow = allow
    }

    static func malformed(_ message: String) -> HTTPProblem { HTTPProblem(400, message) }
    static func notFound(_ message: String) -> HTTPProblem { HTTPProblem(404, message) }
    static func tooLarge(_ message: String) -> HTTPProblem { HTTPProblem(413, message) }
    static func failed(_ message: String) -> HTTPProblem { HTTPProblem(500, message) }

    static let method = HTTPProblem(405, "use GET, HEAD or OPTIONS", allow: "GET, HEAD, OPTIONS")

    /// Nobody is there to read it; the number is what nginx logs in this case.
    static let clientLeft = HTTPProblem(499, "the connection was closed before the answer was ready")

    static let overloaded = HTTPProblem(
        503, "too many tiles are waiting to be drawn: ask again in a second", retryAfter: 1)

    static let shuttingDown = HTTPProblem(503, "the server is shutting down", retryAfter: 5)
}
