import HTTPTypes

extension HTTPField.Name {
    /// Which session a request for a tile belongs to.
    static let tileSession = HTTPField.Name("Tile-Session")!
    /// `draft`, where it is one.
    static let tileQuality = HTTPField.Name("Tile-Quality")!
    /// From 0 to 1, of a draft that stands in for what is still being prepared: how far that is.
    static let tileProgress = HTTPField.Name("Tile-Progress")!
    /// `unshowable` for a content that exists but can't be shown. For programs; people read the answer's text.
    static let problem = HTTPField.Name("Tilework-Problem")!
    static let requestID = HTTPField.Name("X-Request-Id")!
    static let serverTiming = HTTPField.Name("Server-Timing")!
    static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto")!
    static let forwarded = HTTPField.Name("Forwarded")!
    static let forwardedPort = HTTPField.Name("X-Forwarded-Port")!
    static let forwardedHost = HTTPField.Name("X-Forwarded-Host")!
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
    static let forwardedPrefix = HTTPField.Name("X-Forwarded-Prefix")!
    static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy")!
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let contentTypeOptions = HTTPField.Name("X-Content-Type-Options")!
}
