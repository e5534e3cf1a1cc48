import Foundation
import NIOCore
import NIOHTTP1
import NIOWebSocket
import TileEngine
import TileSessions

/// Turns a connection from HTTP to a session: the opening handshake of RFC 6455, section 4.2.
struct SessionUpgrade {
    let site: Site
    let book: SessionBook
    let opening: SiteOpening

    /// A request for a session.
    ///
    /// - Parameter head: The head of a request that `RequestHead` found to be sound, up to its empty line.
    /// - Returns: nil for what is none.
    static func request(_ head: UnsafeRawBufferPointer) -> HTTPRequestHead? {
        guard head.starts(with: "GET /session/") else { return nil }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let target = lines[0].split(separator: " ")
        guard target.count == 3 else { return nil }
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

    /// Opens the session that is asked for, or says why not.
    func open(_ request: HTTPRequestHead, _ channel: any Channel) throws(HTTPProblem) -> SessionHandler {
        guard request.headers["Sec-WebSocket-Version"] == ["13"] else { throw .upgradeRequired }
        let keys = request.headers["Sec-WebSocket-Key"]
        guard keys.count == 1, Data(base64Encoded: keys[0])?.count == 16 else {
            throw .malformed("Sec-WebSocket-Key must be 16 bytes in Base64")
        }
        guard isAllowed(request.headers) else {
            throw .forbidden("pages of another site may not open sessions here: its origin must be allowed")
        }
        let address = try SessionAddress(request.uri, of: site, wish: { opening.wish(for: $0) })
        let standing: SessionStanding
        do {
            standing = try book.open(
                address.id, of: address.content.engineID, as: address.format,
                client: ClientAddress(channel.remoteAddress))
        } catch {
            throw HTTPProblem(error)
        }
        let session = ScrollSession(standing, entry: address.content, engine: book.engine, policy: book.policy)
        return SessionHandler(session, book: book, now: channel.eventLoop.now)
    }

    /// The header lines of the answer that grants it.
    func answer(to request: HTTPRequestHead, _ channel: any Channel) -> EventLoopFuture<HTTPHeaders> {
        let upgrader = NIOWebSocketServerUpgrader(
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
            upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
        return upgrader.buildUpgradeResponse(
            channel: channel, upgradeRequest: request, initialResponseHeaders: HTTPHeaders())
    }

    /// What is not a browser has no origin, and no cookies of another's that it could be made to send.
    private func isAllowed(_ headers: HTTPHeaders) -> Bool {
        let origins = headers["Origin"]
        guard let origin = origins.first else { return true }
        if origins.count > 1 { return false }
        if book.policy.allowedOrigins.contains(origin) { return true }
        // A proxy may have taken TLS off, so the scheme can't be compared; and may ask by another name, but then it
        // says by which it was asked. No page can make a browser say so.
        let hosts = headers["Host"]
        guard hosts.count == 1, let url = Self.authority(of: origin) else { return false }
        let forwarded = headers["X-Forwarded-Host"].first.flatMap(ClientView.outermost)
        return [hosts[0], forwarded].compactMap { $0?.lowercased() }.contains { host in
            url.authority == host || "\(url.authority):\(url.defaultPort)" == host
                || url.authority == "\(host):\(url.defaultPort)"
        }
    }

    /// Host and port of an origin of the web, in lower case; nil for `null` and others.
    private static func authority(of origin: String) -> (authority: String, defaultPort: Int)? {
        let origin = origin.lowercased()
        for (scheme, port) in [("http://", 80), ("https://", 443)] where origin.hasPrefix(scheme) {
            return (String(origin.dropFirst(scheme.count)), port)
        }
        return nil
    }
}
