import HTTPTypes
import Hummingbird

/// The server's address as a request's client sees it, which is a proxy's where the proxy says so: `X-Forwarded-Proto`,
/// `X-Forwarded-Host` and `X-Forwarded-Prefix`, of each the first value, which is the outermost proxy's.
///
/// Nothing is permitted by these: they say how addresses in the answer begin, and a client that makes them up is told
/// what it made up. Values with other characters than addresses have are passed over.
struct ClientView {
    /// Host and port; nil when the request does not say.
    let host: String?
    private let scheme: String
    private let prefix: String

    init(_ request: Request) {
        func first(_ name: HTTPField.Name) -> String? { request.headers[name].flatMap(Self.outermost) }
        host = Self.host(first(.forwardedHost)) ?? Self.host(request.head.authority)
        let isSecure = first(.forwardedProtocol).map { $0 == "https" } ?? (ClientPresence.current?.isSecure == true)
        scheme = isSecure ? "https" : "http"
        prefix = Self.prefix(first(.forwardedPrefix)) ?? ""
    }

    /// What the server's paths are appended to; without scheme and host when the request does not say its host.
    var base: String { (host.map { "\(scheme)://\($0)" } ?? "") + prefix }

    /// The first of a header's values, which the proxy nearest to the client has set.
    static func outermost(_ values: String) -> String? {
        values.split(separator: ",").first.map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
    }

    /// It is echoed, so it has no characters that mean something elsewhere.
    static func host(_ text: String?) -> String? {
        guard let text, !text.isEmpty, text.utf8.count <= 300,
            text.utf8.allSatisfy({ isAlphanumeric($0) || ".-:[]_".utf8.contains($0) })
        else { return nil }
        return text
    }

    /// A path without the slash at its end; nil for none, and for what is no path of the same host.
    static func prefix(_ text: String?) -> String? {
        guard var text, text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= 300,
            text.utf8.allSatisfy({ isAlphanumeric($0) || "/.-_~%".utf8.contains($0) })
        else { return nil }
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }
}
