import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOWebSocket
import TileEngine
import TileSessions

/// Upgrades a connection from HTTP to a session with the opening handshake of RFC 6455, section 4.2.
struct SessionUpgrade {
    let site: Site
    let registry: SessionRegistry
    let opening: SiteOpening
    /// The gate; nil if every client may see all contents that are not private.
    var gate: FastPathGate?
    var presence = ClientPresence()

    /// Returns a request for a session.
    ///
    /// - Parameter head: The head of a request that `RequestHead` found to be sound, up to its empty line.
    /// - Returns: nil for any other request.
    func request(_ head: UnsafeRawBufferPointer) -> HTTPRequestHead? {
        guard head.starts(with: "GET /") else { return nil }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let target = lines[0].split(separator: " ")
        guard target.count == 3, isSession(String(target[1])) else { return nil }
        var headers = HTTPHeaders()
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers.add(name: String(line[..<colon]), value: value)
        }
        func has(_ name: String, _ token: String) -> Bool {
            headers[canonicalForm: name].contains { $0.lowercased() == token }
        }
        guard has("upgrade", "websocket"), has("connection", "upgrade") else { return nil }
        return HTTPRequestHead(version: .http1_1, method: .GET, uri: String(target[1]), headers: headers)
    }

    /// Whether a target is a session's, after the part that precedes the routes' paths.
    private func isSession(_ target: String) -> Bool {
        // A request with an invalid grant counts as a session's, so that the client learns that the grant has expired.
        guard let gate, let found = Self.prefix(of: target, gate) else { return target.contains("/session/") }
        return target.utf8.dropFirst(found.length).starts(with: "/session/".utf8)
    }

    /// Asks the program whether it admits the request. Returns nil if the program is not asked.
    func admission(of request: HTTPRequestHead, on eventLoop: any EventLoop) -> EventLoopFuture<Bool>? {
        guard let admits = gate?.access.admits else { return nil }
        let parts = request.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let question = AccessPolicy.Request(
            path: String(parts[0]), query: parts.count == 2 ? String(parts[1]) : nil,
            headers: HTTPFields(request.headers, splitCookie: false))
        return eventLoop.makeFutureWithTask { await admits(question) }
    }

    /// Opens the requested session, or throws the reason why it can't.
    func open(_ request: HTTPRequestHead, _ channel: any Channel) throws(HTTPProblem) -> SessionHandler {
        guard let gate else { return try open(request, at: request.uri, channel) }
        if let host = request.headers["Host"].first(where: { !gate.web.hosts.answer(to: $0) }) {
            throw .unknownHost(host)
        }
        guard let found = Self.prefix(of: request.uri, gate) else { throw .noGrant }
        let target = String(decoding: request.uri.utf8.dropFirst(found.length), as: UTF8.self)
        let forwarded = FastPathGate.clients(
            forwardedFor: request.headers["X-Forwarded-For"].joined(separator: ","),
            forwarded: request.headers["Forwarded"].joined(separator: ","))
        let client = gate.client(forwarded: forwarded, presence)
        if let client, !gate.rateLimiter.spend(for: client) {
            throw .tooManyRequests(retryAfter: gate.rateLimiter.secondsToToken)
        }
        let grant = found.grant ?? gate.prefix.grant(authorization: request.headers["Authorization"].first)
        let result = AccessGrant.$current.withValue(grant) {
            Result { () throws(HTTPProblem) in try open(request, at: target, channel, client) }
        }
        return try result.get()
    }

    private static func prefix(of target: String, _ gate: FastPathGate) -> PathPrefix.Found? {
        let path = Array(target.utf8.prefix { $0 != UInt8(ascii: "?") })
        return path.withUnsafeBytes { gate.prefix.read($0) }
    }

    private func open(
        _ request: HTTPRequestHead, at target: String, _ channel: any Channel, _ client: ClientAddress? = nil
    ) throws(HTTPProblem) -> SessionHandler {
        guard request.headers["Sec-WebSocket-Version"] == ["13"] else { throw .upgradeRequired }
        let keys = request.headers["Sec-WebSocket-Key"]
        guard keys.count == 1, Data(base64Encoded: keys[0])?.count == 16 else {
            throw .malformed("Sec-WebSocket-Key must be 16 bytes in Base64")
        }
        guard isAllowed(request.headers) else {
            throw .forbidden("pages of other sites can't open sessions here: allow their origin with --allow-origin")
        }
        let address = try SessionAddress(target, of: site, wish: { opening.wish(for: $0) })
        let mailbox: SessionMailbox
        do {
            mailbox = try registry.open(
                address.id, of: address.content.engineID, as: address.format,
                client: client ?? ClientAddress(channel.remoteAddress))
        } catch {
            throw HTTPProblem(error)
        }
        let session = ScrollSession(
            mailbox, entry: address.content, engine: registry.engine, policy: registry.policy,
            deliveries: address.takesTiles ? deliveries(of: address.content.content.id, to: mailbox.client) : nil)
        return SessionHandler(session, registry: registry, now: channel.eventLoop.now)
    }

    /// Returns the deliveries of tiles that the client did not request, or nil if each request has to be checked for
    /// permission. An operator may change that while the session is open.
    private func deliveries(of content: String, to client: ClientAddress) -> TileDeliveries? {
        guard AccessGrant.current == nil, gate?.access.asks != true else { return nil }
        return TileDeliveries(registry.engine, policy: registry.policy) { [site, gate] in
            guard let gate else { return true }
            return !gate.access.asks && site.slot(for: content) != nil && gate.rateLimiter.spend(for: client)
        }
    }

    /// Returns the header lines of the answer that accepts the upgrade.
    func answer(to request: HTTPRequestHead, _ channel: any Channel) -> EventLoopFuture<HTTPHeaders> {
        let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        return upgrader.buildUpgradeResponse(
            channel: channel, upgradeRequest: request, initialResponseHeaders: HTTPHeaders())
    }

    /// Returns whether the request's origin may open sessions. A request without an origin does not come from a
    /// browser, so it carries no cookies that another site could make a browser send.
    private func isAllowed(_ headers: HTTPHeaders) -> Bool {
        let origins = headers["Origin"]
        guard let origin = origins.first else { return true }
        if origins.count > 1 { return false }
        let web = gate?.web ?? .open
        if web.sessionOrigins.contains(origin) { return true }
        let hosts = headers["Host"]
        guard hosts.count == 1 else { return false }
        return web.isOwn(origin, host: hosts[0], mayForward: presence.mayForward) { headers[$0.rawName].first }
    }
}
