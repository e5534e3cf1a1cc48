import HTTPTypes
import NIOCore
import TileEngine
import TileSessions

/// Decides which cached tiles a connection's client gets at once. Other requests fall through to the routes, which
/// answer or refuse them.
struct FastPathGate: Sendable {
    let prefix: PathPrefix
    let access: AccessControl
    let rateLimiter: RateLimiter
    let proxies: TrustedProxies
    let web: WebRules
    let unreadable: UnreadableClientLog
    /// The access log for requests that are answered at once; nil if there is none.
    let log: AccessLog?

    /// A tile, and the protocol that the request uses.
    typealias Named = (key: TileKey, served: ServedProtocol)

    /// Returns the tile that a path names, if everyone who knows the path may have it.
    func tile(atPath path: UnsafeRawBufferPointer, hasAuthorization: Bool, of site: Site) -> Named? {
        // The routes ask the program, which takes time, and check the header's grant.
        guard !access.asks, !hasAuthorization, let found = prefix.read(path) else { return nil }
        if found.length == 0 { return site.namedTile(atPath: path) }
        let rest = UnsafeRawBufferPointer(rebasing: path[found.length...])
        return AccessGrant.$current.withValue(found.grant) { site.namedTile(atPath: rest) }
    }

    /// Returns whether the headers of a request for a cached tile leave nothing for the routes to decide: the host is
    /// known, and the answer is the same for every origin.
    func admitsAtOnce(_ head: RequestHead, _ bytes: UnsafeRawBufferPointer) -> Bool {
        if web.areOpen { return true }
        guard !head.hasOrigin || !web.dependOnOrigin else { return false }
        var host = UnsafeRawBufferPointer(rebasing: bytes[head.host])
        while host.last == 0x20 || host.last == 0x09 { host = UnsafeRawBufferPointer(rebasing: host.dropLast()) }
        return web.hosts.answer(to: host)
    }

    /// Charges the client's rate limit for a request. Returns whether the limit allows the request.
    func admits(_ head: RequestHead, in bytes: UnsafeRawBufferPointer, from presence: ClientPresence) -> Bool {
        admits(forwarded: forwarded(head, in: bytes, from: presence), presence)
    }

    /// - Parameter forwarded: The clients that proxies name, as a value of `X-Forwarded-For`; empty if none does.
    func admits(forwarded: String, _ presence: ClientPresence) -> Bool {
        client(forwarded: forwarded, presence).map(rateLimiter.spend) ?? true
    }

    /// Returns the client that limits apply to: the one that a trusted proxy names, or else the connection's peer.
    /// Clients with unreadable addresses count together as the peer. Returns nil if the peer is unknown.
    func client(forwarded: String, _ presence: ClientPresence) -> ClientAddress? {
        guard presence.isProxy else { return presence.client }
        switch proxies.client(in: forwarded) {
        case .unnamed: return presence.client
        case .address(let address): return ClientAddress(address)
        case .unreadable(let text):
            unreadable.note(text, from: presence.address)
            return presence.client
        }
    }

    /// Returns the access log's entry for a request, or nil if there is no log.
    func entry(
        of head: RequestHead, in bytes: UnsafeRawBufferPointer, from presence: ClientPresence
    ) -> AccessEntry? {
        guard log != nil else { return nil }
        return AccessEntry(
            id: RequestID(), client: clientName(forwarded: forwarded(head, in: bytes, from: presence), presence),
            method: head.isHead ? "HEAD" : "GET", target: String(decoding: bytes[head.target], as: UTF8.self),
            status: 200, bytes: 0, nanoseconds: 0)
    }

    /// Returns the client's address as text for logs, or `-` if it is unknown.
    func clientName(forwarded: String, _ presence: ClientPresence) -> String {
        let named = presence.isProxy ? proxies.address(in: forwarded)?.ipAddress : nil
        return (named ?? presence.address) ?? "-"
    }

    private func forwarded(
        _ head: RequestHead, in bytes: UnsafeRawBufferPointer, from presence: ClientPresence
    ) -> String {
        guard presence.isProxy else { return "" }
        return Self.clients(
            forwardedFor: String(decoding: bytes[head.forwardedFor], as: UTF8.self),
            forwarded: String(decoding: bytes[head.forwarded], as: UTF8.self))
    }

    /// The clients that proxies name in `X-Forwarded-For`, or without it in `Forwarded` (RFC 7239).
    static func clients(forwardedFor: String, forwarded: String) -> String {
        forwardedFor.isEmpty && !forwarded.isEmpty ? ForwardedHeader(forwarded).clients : forwardedFor
    }

    /// The clients that proxies name in a request's headers.
    static func clients(in headers: HTTPFields) -> String {
        clients(forwardedFor: headers[.forwardedFor] ?? "", forwarded: headers[.forwarded] ?? "")
    }
}

extension Site {
    /// - Returns: nil if the path names no tile.
    func namedTile(atPath path: UnsafeRawBufferPointer) -> FastPathGate.Named? {
        (try? tile(atPath: path)).map { ($0, ServedProtocol(path: path)) }
    }
}
