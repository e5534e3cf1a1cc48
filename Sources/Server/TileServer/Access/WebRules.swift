import HTTPTypes
import Hummingbird
import NIOCore

/// A `WebPolicy` as it applies to one server.
struct WebRules: Sendable {
    /// The origins whose pages may read answers.
    let readers: WebPolicy.Names
    /// The origins whose pages may open sessions.
    let sessionOrigins: WebPolicy.Names
    /// The names that the server answers to.
    let hosts: KnownHosts
    let resourcePolicy: WebPolicy.ResourcePolicy
    let referrerPolicy: WebPolicy.ReferrerPolicy
    /// The directive of `Content-Security-Policy`; nil if every site may show the pages in a frame.
    let frameAncestors: String?
    /// Whether answers depend on the origin of the requesting page.
    let dependOnOrigin: Bool
    /// Whether requests need no check, because all origins and hosts are allowed.
    let areOpen: Bool

    /// - Parameters:
    ///   - reach: The reach of the server where the policy has none.
    ///   - host: The name or address that the server listens on; nil for a socket.
    init(_ policy: WebPolicy = WebPolicy(), reach: WebPolicy.Reach, host: String? = nil) {
        let isLocal = (policy.reach ?? reach) == .thisMachine
        readers = isLocal ? policy.origins : .all
        sessionOrigins = policy.origins
        hosts = isLocal ? KnownHosts(policy.hosts, listening: host) : .all
        dependOnOrigin = readers != .all
        areOpen = readers == .all && hosts == .all
        resourcePolicy = policy.resourcePolicy ?? (readers == .listed([]) ? .sameSite : .crossOrigin)
        referrerPolicy = policy.referrerPolicy
        switch policy.frameAncestors {
        case .all: frameAncestors = nil
        case .listed(var ancestors):
            if case .listed(let origins) = policy.origins { ancestors.formUnion(origins) }
            frameAncestors = (["frame-ancestors 'self'"] + ancestors.sorted()).joined(separator: " ")
        }
    }

    /// Rules that let every page read answers, and answer to every name.
    static let open = WebRules(reach: .network)

    /// Adds the fields that tell browsers which pages may use an answer.
    ///
    /// - Parameter isPublic: Whether pages of other sites may use it at all.
    func addFields(to headers: inout HTTPFields, for request: Request, isPublic: Bool) {
        guard isPublic else {
            headers[.resourcePolicy] = WebPolicy.ResourcePolicy.sameOrigin.rawValue
            return
        }
        if dependOnOrigin {
            headers[.vary] = headers[.vary].map { "\($0), Origin" } ?? "Origin"
            if let origin = request.headers[.origin], mayRead(origin, request) {
                headers[.accessControlAllowOrigin] = origin
            }
        } else {
            headers[.accessControlAllowOrigin] = "*"
        }
        headers[.resourcePolicy] = resourcePolicy.rawValue
    }

    /// The fields that `addFields` adds to a tile for requests without an origin, as lines without the last line end.
    var tileLines: String {
        (dependOnOrigin ? "Vary: Origin" : "Access-Control-Allow-Origin: *")
            + "\r\nCross-Origin-Resource-Policy: \(resourcePolicy.rawValue)"
    }

    private func mayRead(_ origin: String, _ request: Request) -> Bool {
        readers.contains(origin)
            || isOwn(origin, host: request.head.authority, mayForward: ClientPresence.current?.mayForward ?? true) {
                request.headers[$0]
            }
    }

    /// Returns whether an origin is the server's own: its host and port are those of the request, or those that a proxy
    /// reports as requested, or another known name of this machine with the same port.
    ///
    /// The scheme is not compared, because a proxy may end TLS.
    ///
    /// - Parameters:
    ///   - host: The value of `Host`.
    ///   - mayForward: Whether the request's forwarded headers count. No page can make a browser send them in a
    ///     handshake, or to another site without asking first.
    ///   - header: Returns the value of a header of the request.
    func isOwn(_ origin: String, host: String?, mayForward: Bool, _ header: (HTTPField.Name) -> String?) -> Bool {
        guard let host = host?.lowercased(), let url = Self.authority(of: origin) else { return false }
        let isSecure = origin.lowercased().hasPrefix("https://")
        let forwarded =
            mayForward ? ClientView.Forwarded(header).authority(of: host, isSecure: isSecure)?.lowercased() : nil
        let isAsked = [host, forwarded].compactMap { $0 }.contains { host in
            url.authority == host || "\(url.authority):\(url.defaultPort)" == host
                || url.authority == "\(host):\(url.defaultPort)"
        }
        if isAsked { return true }
        guard hosts != .all, let own = HostName(host), let other = HostName(url.authority) else { return false }
        return hosts.contains(other) && (own.port ?? url.defaultPort) == (other.port ?? url.defaultPort)
    }

    /// Returns the host and port of a web origin in lower case, or nil for `null` and for other schemes.
    private static func authority(of origin: String) -> (authority: String, defaultPort: Int)? {
        let origin = origin.lowercased()
        for (scheme, port) in [("http://", 80), ("https://", 443)] where origin.hasPrefix(scheme) {
            return (String(origin.dropFirst(scheme.count)), port)
        }
        return nil
    }
}

extension HTTPProblem {
    /// A request for a host that is not this server (RFC 9110 section 15.5.20).
    static func unknownHost(_ host: String) -> HTTPProblem {
        .misdirected(
            "unknown host “\(host.prefix(200))”: use localhost, or start the server with --allowed-host and this name"
        )
    }
}
