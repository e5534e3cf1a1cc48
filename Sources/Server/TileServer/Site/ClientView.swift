import HTTPTypes
import Hummingbird

/// The server's address as a request's client sees it, which is a proxy's where the proxy says so: by
/// `X-Forwarded-Proto`, `X-Forwarded-Host`, `X-Forwarded-Port` and `X-Forwarded-Prefix`, of each the first value, which
/// is the outermost proxy's, or by `Forwarded` (RFC 7239) where the first two are not there.
///
/// Nothing is permitted by these: they say how addresses in the answer begin, and a client that makes them up is told
/// what it made up. Where trusted proxies are configured, those of other clients are ignored nevertheless, because an
/// answer may be kept by a cache for others. Values with characters that addresses do not have are ignored.
struct ClientView {
    /// Host and port; nil when the request does not say.
    let host: String?
    private let scheme: String
    private let prefix: String

    init(_ request: Request) {
        let isSecure = ClientPresence.current?.isSecure == true
        let forwarded: Forwarded
        if ClientPresence.current?.mayForward ?? true {
            forwarded = Forwarded { request.headers[$0] }
        } else {
            forwarded = Forwarded { _ in nil }
        }
        scheme = forwarded.scheme.map { $0 == "https" ? "https" : "http" } ?? (isSecure ? "https" : "http")
        host = forwarded.authority(of: request.head.authority, isSecure: scheme == "https")
        // A folder that the server itself is at is put in front of the path by this header, too.
        prefix = Self.prefix(request.headers[.forwardedPrefix].flatMap(Self.outermost)) ?? ""
    }

    /// What the server's paths are appended to; without scheme and host when the request does not say its host.
    var base: String { (host.map { "\(scheme)://\($0)" } ?? "") + prefix }

    /// The parts of an address that a proxy says.
    struct Forwarded {
        let scheme: String?
        private let host: String?
        private let port: Int?

        /// - Parameter value: Gives a header's value.
        init(_ value: (HTTPField.Name) -> String?) {
            let standard = value(.forwarded).map { ForwardedHeader($0) }
            scheme = (value(.forwardedProtocol).flatMap(ClientView.outermost) ?? standard?.scheme)?.lowercased()
            host = ClientView.host(value(.forwardedHost).flatMap(ClientView.outermost) ?? standard?.host)
            port = value(.forwardedPort).flatMap(ClientView.outermost).flatMap { Int($0) }.flatMap {
                (1...65535).contains($0) ? $0 : nil
            }
        }

        /// Host and port as the client asked for them. A port that a host names is right; one that is not named is what
        /// the proxy says, unless that is the scheme's own.
        func authority(of requested: String?, isSecure: Bool) -> String? {
            guard let host = host ?? ClientView.host(requested) else { return nil }
            guard let port, !Self.hasPort(host), port != (isSecure ? 443 : 80) else { return host }
            return "\(host):\(port)"
        }

        /// Behind the brackets of an IPv6 address.
        private static func hasPort(_ host: String) -> Bool {
            guard let colon = host.lastIndex(of: ":") else { return false }
            return host.lastIndex(of: "]").map { $0 < colon } ?? true
        }
    }

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
        guard var text, text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= 2000,
            text.utf8.allSatisfy({ isAlphanumeric($0) || "/.-_~%*".utf8.contains($0) })
        else { return nil }
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }
}
