import TileSessions
import TileSupport

/// The reason why a request fails: a status and a message that names the parameter and says what to do.
struct HTTPProblem: Error, Hashable {
    var status: Int
    var message: String
    /// Seconds to wait before trying again.
    var retryAfter: Int?
    /// The methods that the resource supports.
    var allow: String?
    /// Whether the resource speaks only WebSocket.
    var isForWebSockets = false
    /// A message for the operator's log that clients do not see.
    var logged: String?
    /// The content that can't be shown until its file is replaced; nil for other problems.
    var unshowable: String?
    /// Whether no content that the request may see has the requested name.
    var isUnknownContent = false
    /// The text drawn in place of a tile that can't be drawn, for viewers that show only pictures.
    var errorTileText: String?
    /// The requested name if it isn't an identifier, with the identifiers that it could mean.
    var names: Names?

    /// A name that isn't an identifier.
    struct Names: Hashable {
        var asked: String
        /// The identifiers of the contents that the name could mean and that the request may see.
        var meant: [String]
        /// Whether the request is answered with a redirect, because the name means exactly one content.
        var isRedirect: Bool
    }

    private init(_ status: Int, _ message: String, retryAfter: Int? = nil, allow: String? = nil) {
        self.status = status
        self.message = message
        self.retryAfter = retryAfter
        self.allow = allow
    }

    static func malformed(_ message: String) -> HTTPProblem { HTTPProblem(400, message) }
    static func notFound(_ message: String) -> HTTPProblem { HTTPProblem(404, message) }
    /// Returns the problem of a content that exists but can't be shown.
    ///
    /// - Parameter reason: A reason for clients, without a path.
    static func unshowable(_ id: String, _ reason: String, logged: String? = nil) -> HTTPProblem {
        var problem = HTTPProblem(404, "“\(id)” can't be shown: \(reason)")
        problem.unshowable = id
        problem.logged = logged
        return problem
    }
    /// Returns the problem of a name that no content has.
    static func unknownContent(_ name: String) -> HTTPProblem {
        var problem = HTTPProblem(404, "no content named “\(name.prefix(200))”: see / for all contents")
        problem.isUnknownContent = true
        return problem
    }
    static func misdirected(_ message: String) -> HTTPProblem { HTTPProblem(421, message) }
    static func forbidden(_ message: String) -> HTTPProblem { HTTPProblem(403, message) }
    static func tooMany(_ message: String, retryAfter: Int) -> HTTPProblem {
        HTTPProblem(429, message, retryAfter: retryAfter)
    }
    static let addressTooLong = HTTPProblem(414, "the address is too long: use a shorter path or query")
    static let headersTooLarge = HTTPProblem(
        431, "the request's headers are too large: send fewer or shorter headers, or delete cookies")
    static func tooLarge(_ message: String) -> HTTPProblem { HTTPProblem(413, message) }
    /// Returns the problem of a range that begins beyond the end of a file.
    static func beyondEnd(ofBytes count: Int) -> HTTPProblem {
        HTTPProblem(416, "the range lies beyond the end: the file has \(GroupedNumber.counted(count, "byte"))")
    }

    /// Returns the redirect from a content's former or additional name to its identifier.
    static func moved(from name: String, to id: String) -> HTTPProblem {
        var problem = HTTPProblem(302, "“\(name.prefix(200))” is now named “\(id)”")
        problem.names = Names(asked: name, meant: [id], isRedirect: true)
        return problem
    }

    /// Returns the problem of a name that could mean several contents.
    ///
    /// - Parameter contents: The contents that the request may see, with the paths of their files.
    static func ambiguous(_ name: String, _ contents: [(id: String, path: String)]) -> HTTPProblem {
        let listed = contents.prefix(Self.maxListed).map { $0.path.isEmpty ? $0.id : "\($0.id) (\($0.path))" }
        let rest = contents.count - listed.count
        let more = rest > 0 ? "one of \(GroupedNumber.text(rest)) more" : nil
        let choices = ChoiceList.text(listed + [more].compactMap(\.self))
        var problem = HTTPProblem(404, "“\(name.prefix(200))” could mean several contents: use \(choices)")
        problem.names = Names(
            asked: name, meant: contents.prefix(Self.maxListed).map(\.id), isRedirect: false)
        return problem
    }

    private static let maxListed = 20

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
        .unavailable("“\(id)” is still opening: try again in a second", retryAfter: 1)
    }

    static let method = HTTPProblem(405, "use GET, HEAD, or OPTIONS", allow: "GET, HEAD, OPTIONS")

    /// The problem of a client that has closed its connection, so it is only logged. nginx logs the same number.
    static let clientLeft = HTTPProblem(499, "the connection was closed before the answer was ready")

    static let overloaded = HTTPProblem(
        503, "too many tiles are waiting to be drawn: try again in a second", retryAfter: 1)

    static let upgradeRequired = {
        var problem = HTTPProblem(
            426, "this address opens a WebSocket (version 13): send an upgrade request on an idle connection")
        problem.isForWebSockets = true
        return problem
    }()

    init(_ refusal: SessionRefusal) {
        switch refusal {
        case .exists: self.init(409, "a session with this name exists: choose another name")
        case .tooManyOfClient:
            self.init(
                429, "too many sessions from your address: tiles also load without a session",
                retryAfter: 60)
        case .tooMany:
            self.init(
                503, "too many sessions are open: tiles also load without a session", retryAfter: 60)
        }
    }

    static let tooManyConnections = HTTPProblem(
        503, "too many connections are open: try again in a few seconds", retryAfter: 5)

    static let tooManyConnectionsOfClient = HTTPProblem(
        429, "too many connections from your address: close some", retryAfter: 5)

    /// - Parameter seconds: The time that the client has waited.
    static func waitedTooLong(seconds: Double) -> HTTPProblem {
        .unavailable(
            "the server is busy and did not answer within \(Int(seconds)) s: try again in a minute",
            retryAfter: 60)
    }

    static let shuttingDown = HTTPProblem(503, "the server is shutting down", retryAfter: 5)
}

extension HTTPProblem {
    /// The reason phrase of the status in RFC 9110.
    var reason: String {
        switch status {
        case 302: "Found"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 416: "Range Not Satisfiable"
        case 421: "Misdirected Request"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 499: "Client Closed Request"
        case 503: "Service Unavailable"
        default: "Internal Server Error"
        }
    }
}
