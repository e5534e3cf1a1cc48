import HTTPTypes

extension HTTPField.Name {
    /// The session that a request for a tile belongs to.
    static let tileSession = HTTPField.Name("Tile-Session")!
    /// The value is `draft` for a draft. Other tiles lack the field.
    static let tileQuality = HTTPField.Name("Tile-Quality")!
    /// The progress from 0 to 1 of the preparation that a draft is a placeholder for.
    static let tileProgress = HTTPField.Name("Tile-Progress")!
    /// The value is `unshowable` for a content that exists but can't be shown. It is meant for programs; people read
    /// the answer's text.
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
