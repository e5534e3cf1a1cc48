/// An answer with a given status: its meaning, media types and headers.
struct OpenAPIAnswer: Hashable, Sendable {
    struct Content: Hashable, Sendable {
        let mediaType: String
        /// The schema; nil for media types that have none, such as pictures, XML and pages.
        let schema: JSONSchema?
    }

    let status: Int
    let text: String
    var content: [Content] = []
    var headers: [OpenAPIHeader] = []
    /// The name under which operations refer to the answer; nil if each operation describes it inline.
    var component: String?

    /// Returns the full description. A description for HEAD has no content.
    func json(forHead: Bool) -> JSONValue {
        var members: [String: JSONValue] = ["description": .string(text)]
        if !headers.isEmpty {
            members["headers"] = .object(
                Dictionary(uniqueKeysWithValues: headers.map { ($0.rawValue, $0.reference) }))
        }
        if !content.isEmpty, !forHead {
            members["content"] = .object(
                Dictionary(
                    uniqueKeysWithValues: content.map { content in
                        (content.mediaType, content.schema.map { ["schema": $0.value] } ?? [:])
                    }))
        }
        return .object(members)
    }

    /// Returns the description for an operation: a reference, or the full description if the answer has no component.
    func reference(forHead: Bool) -> JSONValue {
        guard let component else { return json(forHead: forHead) }
        return ["$ref": .string("#/components/responses/\(component)\(forHead ? Self.headSuffix : "")")]
    }

    static let headSuffix = "Head"
}

/// A header of answers.
enum OpenAPIHeader: String, CaseIterable, Sendable {
    case eTag = "ETag"
    case cacheControl = "Cache-Control"
    case location = "Location"
    case retryAfter = "Retry-After"
    case tileQuality = "Tile-Quality"
    case tileProgress = "Tile-Progress"
    case serverTiming = "Server-Timing"
    case problem = "Tilework-Problem"

    var reference: JSONValue { ["$ref": .string("#/components/headers/\(rawValue)")] }

    private var text: String {
        switch self {
        case .eTag: "Changes exactly when the bytes change. Drafts have none."
        case .cacheControl: "How long the response may be cached."
        case .location: "The new address."
        case .retryAfter: "Seconds to wait before trying again."
        case .tileQuality: "“draft” for a draft."
        case .problem: "“unshowable” if the content can't be shown, “unknown” if no content has the name; else absent."
        case .tileProgress: "How much of an image is prepared, from 0 to 1, for a draft until it is."
        case .serverTiming: "Drawing times in milliseconds, if the tile was drawn for this request."
        }
    }

    var json: JSONValue {
        let schema: JSONSchema = self == .retryAfter ? .count : .string
        return [
            "description": .string(text), "schema": schema.value,
            "required": .boolean(self == .cacheControl || self == .location || self == .retryAfter),
        ]
    }
}

extension [OpenAPIAnswer] {
    /// Returns the answers that `Response.document` creates.
    static func document(_ text: String, _ mediaTypes: String..., schema: JSONSchema? = nil) -> Self {
        let content = mediaTypes.map { OpenAPIAnswer.Content(mediaType: $0, schema: schema) }
        return [
            OpenAPIAnswer(status: 200, text: text, content: content, headers: [.eTag, .cacheControl]),
            .unchanged,
        ]
    }

    /// Returns the answer of a text for operators, which is never cached.
    static func plainText(_ text: String) -> Self {
        [
            OpenAPIAnswer(
                status: 200, text: text, content: [.init(mediaType: "text/plain", schema: .string)],
                headers: [.cacheControl])
        ]
    }

    static func redirect(_ status: Int, _ text: String) -> Self {
        [OpenAPIAnswer(status: status, text: text, headers: [.location, .cacheControl])]
    }

    /// The answers that `TileAnswers` creates.
    static let tile: Self =
        [
            OpenAPIAnswer(
                status: 200, text: "The tile.", content: pictures,
                headers: [.eTag, .cacheControl, .tileQuality, .tileProgress, .serverTiming], component: "Tile"),
            .unchanged,
        ] + renamed + [404, 500, 503].map { .problem($0, isTile: true) }

    static let pictures = ["image/png", "image/webp", "image/jpeg", "image/avif", "image/jxl"].map {
        OpenAPIAnswer.Content(mediaType: $0, schema: nil)
    }

    /// The further answers of a path that names a content: it may not exist, may be opening, or can't be opened.
    static let ofContent: Self = renamed + [.problem(404), .problem(503)]
    static let renamed: Self = redirect(302, "The content has another name now.")
    /// The further answers of a path that draws a picture for the request.
    static let drawn: Self = ofContent + [.problem(500)]
}

extension OpenAPIAnswer {
    /// The answer to a range request.
    static let part = OpenAPIAnswer(
        status: 206, text: "The requested range.", headers: [.eTag, .cacheControl], component: "Part")
    static let beyond = OpenAPIAnswer(
        status: 416, text: "The range lies beyond the end. The text gives the length.",
        content: [Content(mediaType: "text/plain", schema: .string)], headers: [.eTag, .cacheControl],
        component: "Beyond")

    static let unchanged = OpenAPIAnswer(
        status: 304, text: "Not modified.", headers: [.eTag, .cacheControl], component: "Unchanged")

    /// Returns the answer to a request that fails with an `HTTPProblem`.
    ///
    /// - Parameter isTile: Whether clients that accept pictures get a picture of the message (`TileAnswers.show`).
    static func problem(_ status: Int, isTile: Bool = false) -> OpenAPIAnswer {
        let text =
            switch status {
            case 400: "Malformed request. The text names the invalid part and valid values."
            case 403: "Access denied."
            case 404: "Not found, or the content can't be shown. The text gives the reason."
            case 413: "More pixels than allowed in one request."
            case 429: "Too many connections, sessions, or requests from one address."
            case 503: "Still opening, overloaded, or shutting down. Try again."
            default: "Internal error. The server's log has the reason."
            }
        var content = [Content(mediaType: "text/plain", schema: .string)]
        if isTile { content.append(Content(mediaType: "image/png", schema: nil)) }
        return OpenAPIAnswer(
            status: status, text: text, content: content,
            headers: [.cacheControl] + (status == 429 || status == 503 ? [.retryAfter] : [])
                + (status == 404 ? [.problem] : []),
            component: "\(isTile ? "Tile" : "Problem")\(status)")
    }

    /// The further answers of every path: malformed requests, and requests that are refused before they reach a route.
    static let ofAllPaths: [OpenAPIAnswer] = [
        .problem(400), .problem(403), .problem(429), .problem(503),
    ]
}
