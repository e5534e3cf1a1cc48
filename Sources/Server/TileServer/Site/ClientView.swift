import HTTPTypes
import Hummingbird

/// The server's address as the client of a request sees it.
///
/// Behind a proxy it comes from `X-Forwarded-Proto`, `X-Forwarded-Host`, `X-Forwarded-Port` and `X-Forwarded-Prefix`,
/// each with its first value, which is the outermost proxy's, or from `Forwarded` (RFC 7239) if the first two are
/// missing.
///
/// These headers grant nothing: they determine how addresses in the answer begin, and a client that invents them gets
/// its inventions back. If trusted proxies are configured, the headers of other clients are still ignored, because a
/// cache may keep an answer for others. Values with characters that are not allowed in addresses are ignored.
struct ClientView {
    /// The host and port; nil if the request does not name them.
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
        // This header also gives the prefix at which the server itself is mounted.
        prefix = Self.prefix(request.headers[.forwardedPrefix].flatMap(Self.outermost)) ?? ""
    }

    /// The base of the server's addresses; without scheme and host if the request does not name its host.
    var base: String { (host.map { "\(scheme)://\($0)" } ?? "") + prefix }

    /// The parts of the address that a proxy reports.
    struct Forwarded {
        let scheme: String?
        private let host: String?
        private let port: Int?

        /// - Parameter value: Returns the value of a header.
        init(_ value: (HTTPField.Name) -> String?) {
            let standard = value(.forwarded).map { ForwardedHeader($0) }
            scheme = (value(.forwardedProtocol).flatMap(ClientView.outermost) ?? standard?.scheme)?.lowercased()
            host = ClientView.host(value(.forwardedHost).flatMap(ClientView.outermost) ?? standard?.host)
            port = value(.forwardedPort).flatMap(ClientView.outermost).flatMap { Int($0) }.flatMap {
                (1...65535).contains($0) ? $0 : nil
            }
        }

        /// Returns the host and port that the client requested. A port in the host takes precedence; otherwise the
        /// proxy's port is added, unless it is the scheme's default.
        func authority(of requested: String?, isSecure: Bool) -> String? {
            guard let host = host ?? ClientView.host(requested) else { return nil }
            guard let port, !Self.hasPort(host), port != (isSecure ? 443 : 80) else { return host }
            return "\(host):\(port)"
        }

        /// Whether the host has a port, after the brackets of an IPv6 address if there are any.
        private static func hasPort(_ host: String) -> Bool {
            guard let colon = host.lastIndex(of: ":") else { return false }
            return host.lastIndex(of: "]").map { $0 < colon } ?? true
        }
    }

    /// Returns the first of a header's values, which the proxy nearest to the client has set.
    static func outermost(_ values: String) -> String? {
        values.split(separator: ",").first.map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
    }

    /// Returns a host that is safe to echo, or nil if it has characters with a meaning elsewhere.
    static func host(_ text: String?) -> String? {
        guard let text, !text.isEmpty, text.utf8.count <= 300,
            text.utf8.allSatisfy({ isAlphanumeric($0) || ".-:[]_".utf8.contains($0) })
        else { return nil }
        return text
    }

    /// Returns a path without its final slash, or nil if it is missing or not a path on the same host.
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
