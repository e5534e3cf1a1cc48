import TileSessions

/// Why a request is not answered as it was meant: a status and a sentence that names the parameter and says what to do.
struct HTTPProblem: Error, Hashable {
    var status: Int
    var message: String
    /// Seconds after which asking again makes sense.
    var retryAfter: Int?
    /// Methods that the resource has.
    var allow: String?
    /// The only protocol that the resource speaks.
    var isForWebSockets = false
    /// What the operator reads in the log, and clients do not.
    var logged: String?
    /// What is written where a tile cannot be drawn, for viewers that show pictures and no text.
    var placard: String?

    private init(_ status: Int, _ message: String, retryAfter: Int? = nil, allow: String? = nil) {
        self.status = status
        self.message = message
        self.retryAfter = retryAfter
        self.allow = allow
    }

    static func malformed(_ message: String) -> HTTPProblem { HTTPProblem(400, message) }
    static func notFound(_ message: String) -> HTTPProblem { HTTPProblem(404, message) }
    static func forbidden(_ message: String) -> HTTPProblem { HTTPProblem(403, message) }
    static func tooMany(_ message: String, retryAfter: Int) -> HTTPProblem {
        HTTPProblem(429, message, retryAfter: retryAfter)
    }
    static func tooLarge(_ message: String) -> HTTPProblem { HTTPProblem(413, message) }

    static func failed(_ message: String, logged: String? = nil) -> HTTPProblem {
        var problem = HTTPProblem(500, message)
        problem.logged = logged
        return problem
    }

    static func unavailable(_ message: String, retryAfter: Int, logged: String? = nil) -> HTTPProblem {
        var problem = HTTPProblem(503, message, retryAfter: retryAfter)
        problem.logged = logged
        return problem
    }

    static func opening(_ id: String) -> HTTPProblem {
        .unavailable("“\(id)” is being opened: ask again in a second", retryAfter: 1)
    }

    static let method = HTTPProblem(405, "use GET, HEAD or OPTIONS", allow: "GET, HEAD, OPTIONS")

    /// Nobody is there to read it; the number is what nginx logs in this case.
    static let clientLeft = HTTPProblem(499, "the connection was closed before the answer was ready")

    static let overloaded = HTTPProblem(
        503, "too many tiles are waiting to be drawn: ask again in a second", retryAfter: 1)

    static let upgradeRequired = {
        var problem = HTTPProblem(
            426, "sessions are WebSockets of version 13: open one here, on a connection with no request under way")
        problem.isForWebSockets = true
        return problem
    }()

    init(_ refusal: SessionRefusal) {
        switch refusal {
        case .exists: self.init(409, "there is a session of that name: choose another")
        case .tooManyOfClient:
            self.init(
                429, "your address has as many sessions open as one may have: tiles are served without, too",
                retryAfter: 60)
        case .tooMany:
            self.init(
                503, "as many sessions are open as there may be: tiles are served without, too", retryAfter: 60)
        }
    }

    static let tooManyConnections = HTTPProblem(
        503, "as many connections are open as there may be: ask again in a few seconds", retryAfter: 5)

    static let tooManyConnectionsOfClient = HTTPProblem(
        429, "your address has as many connections open as one may have: close some", retryAfter: 5)

    /// - Parameter seconds: For which its client has waited.
    static func waitedTooLong(seconds: Double) -> HTTPProblem {
        .unavailable(
            "there is so much to do that this was not ready within \(Int(seconds)) s: ask again in a minute",
            retryAfter: 60)
    }

    static let shuttingDown = HTTPProblem(503, "the server is shutting down", retryAfter: 5)
}

extension HTTPProblem {
    /// The status in words, as RFC 9110 has them.
    var reason: String {
        switch status {
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 499: "Client Closed Request"
        case 503: "Service Unavailable"
        default: "Internal Server Error"
        }
    }
}
