import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TileEngine
import TileFormats
import TileGeometry
import TileGraphics
import TileSessions

/// Answers all that is not a cached tile asked for plainly; and those too, the same way.
struct SiteResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let site: Site
    let engine: TileEngine
    let counters: ServerCounters
    let configuration: TileServerConfiguration
    let caching: TileCaching
    let sessions: SessionBook
    let opening: SiteOpening
    let metrics: ServerMetrics

    func respond(to request: Request, context: Context) async -> Response {
        var response: Response
        do throws(HTTPProblem) {
            response = try await answer(request)
        } catch {
            if error.status == 500 || error.logged != nil {
                context.logger.error("\(request.uri.path): \(error.logged ?? error.message)")
            }
            response = Response(error)
            if let placard = placard(for: error, request) { response.show(placard) }
            if let page = pageForProblem(request) { show(page, in: &response, request) }
        }
        // What operators read is not for other sites' pages.
        if request.uri.path != "/metrics" { response.headers[.accessControlAllowOrigin] = "*" }
        response.headers[.contentTypeOptions] = "nosniff"
        // Neither has a body, and "0" would be the length of the one that it stands for (RFC 9110 section 8.6).
        if response.status == .noContent || response.status == .notModified { response.headers[.contentLength] = nil }
        if request.method == .head { response = response.createHeadResponse() }
        counters.count(response.status.code)
        return response
    }

    private func answer(_ request: Request) async throws(HTTPProblem) -> Response {
        switch request.method {
        case .get, .head: break
        case .options: return Self.preflight
        default: throw .method
        }
        let path = request.uri.path
        if let key = try await tileKey(path) { return try await tile(key, request) }
        try await opened(for: path)

        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        switch (parts.first, parts.count) {
        case ("", 1):
            return try page(ViewerPages.gallery, request)
        case ("session", 2):
            throw .upgradeRequired
        case ("healthz", 1):
            return .healthy
        case ("metrics", 1) where configuration.metricsPort == nil:
            return Response(metrics)
        case ("contents.json", 1):
            return document(ContentDescriptions.contents(site), "application/json", request)
        case ("view", 2):
            // The page shows that its content is being opened; what there is not, or can't be shown, has none.
            guard let place = site.place(parts.last!) else { throw Site.unknown(String(parts.last!)) }
            if place.isSettled { _ = try place.openEntry() }
            return try page(ViewerPages.viewer, request)
        case ("assets", 2):
            return try page(String(parts.last!), request)
        case ("tiles", 2) where parts.last!.hasSuffix(".json"):
            let entry = try site.entry(parts.last!.dropLast(5))
            let description = ContentDescriptions.tileJSON(entry, origin: ClientView(request).base)
            return document(description, "application/json", request)
        case ("dzi", 2) where parts.last!.hasSuffix(".dzi"):
            let entry = try site.entry(parts.last!.dropLast(4))
            let content = entry.content
            let description = DeepZoom.descriptor(of: content.pyramid, fileExtension: content.format.fileExtension)
            return document(Array(description.utf8), "application/xml", request)
        case ("render", 2):
            return try await render(try site.entry(parts.last!), request)
        default:
            throw .notFound("there is nothing at \(path.prefix(200)): / lists what there is")
        }
    }

    /// The tile that a path names; read again only where its content had to be opened first.
    private func tileKey(_ path: String) async throws(HTTPProblem) -> TileKey? {
        let problem: HTTPProblem
        do {
            return try site.tile(atPath: path)
        } catch {
            problem = error
        }
        guard try await opened(for: path) else { throw problem }
        return try site.tile(atPath: path)
    }

    /// Waits until the content is open that a path is about, if it is about one that is not.
    ///
    /// - Returns: Whether it was not.
    @discardableResult
    private func opened(for path: String) async throws(HTTPProblem) -> Bool {
        let parts = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst()
        guard let kind = parts.first, ["tiles", "dzi", "render"].contains(kind), parts.count > 1 else {
            return false
        }
        var id = parts[2]
        // A content may be named as a suffix is: a folder's json.svg.
        let suffix =
            switch (kind, parts.count) {
            case ("tiles", 2): ".json"
            case ("dzi", 2): ".dzi"
            case ("dzi", _): "_files"
            default: ""
            }
        if id.hasSuffix(suffix) { id = id.dropLast(suffix.count) }
        guard let place = site.place(id), !place.isSettled else { return false }
        let opening = opening
        _ = try await whileClientStays(of: place.offer.id) { try await opening.entry(place.offer.id) }
        return true
    }

    // MARK: Tiles

    private func tile(_ key: TileKey, _ request: Request) async throws(HTTPProblem) -> Response {
        if let draft = try await draft(of: key, request) { return draft }
        // The connection's front has asked the cache: it is asked once more, where nobody can put the tile in
        // meanwhile.
        let (tile, wasCached) = try await whileClientStays(of: name(of: key)) { try await engine.answer(key) }
        var response = response(of: tile, key, request)
        if wasCached { return response }
        func milliseconds(_ nanoseconds: UInt64) -> String { String(format: "%.3f", Double(nanoseconds) / 1e6) }
        let times = tile.times
        response.headers[.serverTiming] =
            "queue;dur=\(milliseconds(times.queue)), raster;dur=\(milliseconds(times.raster)), "
            + "encode;dur=\(milliseconds(times.encode))"
        return response
    }

    /// What a viewer gets that moves fast: a draft, unless the tile is ready after all.
    private func draft(of key: TileKey, _ request: Request) async throws(HTTPProblem) -> Response? {
        guard let id = request.headers[.tileSession], let session = sessions.session(id), session.takesDraft(of: key)
        else { return nil }
        if let tile = engine.cached(key) { return response(of: tile, key, request) }
        let draftKey = key.with(.draft)
        let priority = TilePriority(.visible, isDraft: true)
        let draft = try await whileClientStays(of: name(of: key)) { try await engine.tile(draftKey, priority) }
        if let tile = engine.cached(key) { return response(of: tile, key, request) }
        guard case .package(let package) = draft.payload, let ready = package as? ReadyTile else {
            preconditionFailure("the server's engine packages its files")
        }
        // Noted before it is sent, so that it is refined whatever comes next.
        session.gaveDraft(of: key)
        sessions.counters.drafts.add(1, ordering: .relaxed)
        return Response(
            status: .ok,
            headers: [
                .contentType: ready.mediaType, .cacheControl: "no-store", .tileQuality: "draft",
                .accessControlExposeHeaders: "Tile-Quality",
            ],
            body: ResponseBody(byteBuffer: ready.file))
    }

    private func response(of tile: CachedTile, _ key: TileKey, _ request: Request) -> Response {
        guard case .package(let package) = tile.payload, let ready = package as? ReadyTile else {
            preconditionFailure("the server's engine packages its files")
        }
        // Right for this request, and outdated: nobody may keep it.
        let caching = tile.isStale ? "no-store" : self.caching.header(for: key)
        return conditional(
            ready.file, ready.mediaType, tag: ready.entityTag, caching: caching, request)
    }

    private func render(_ entry: Site.Entry, _ request: Request) async throws(HTTPProblem) -> Response {
        let query = try RenderQuery(request.uri.query, of: entry.content.pyramid)
        let file = try await whileClientStays(of: entry.content.id) {
            try await engine.file(of: query.area, in: entry.engineID, as: .png)
        }
        return document(file, "image/png", request)
    }

    private func name(of key: TileKey) -> String { site.entry(of: key.content)?.content.id ?? "" }

    /// The words that take the place of a tile that a page asks for as a picture. Who asks for anything else reads the
    /// text.
    private func placard(for problem: HTTPProblem, _ request: Request) -> TilePlacard? {
        guard let words = problem.placard, request.headers[.accept]?.contains("image/") == true,
            let key = try? site.tile(atPath: request.uri.path),
            let entry = site.entry(of: key.content)
        else { return nil }
        return TilePlacard(side: entry.content.pyramid.tileSize * key.magnification, words: words)
    }

    /// Works for a client until it leaves.
    ///
    /// - Parameter name: Of the content that the work is about; looked for when the work fails.
    private func whileClientStays<Result: Sendable>(
        of name: @autoclosure () -> String, _ work: @escaping @Sendable () async throws -> Result
    ) async throws(HTTPProblem) -> Result {
        do {
            return try await ClientPresence.whilePresent(work)
        } catch let failure as EngineFailure {
            throw HTTPProblem(failure, of: name())
        } catch let problem as HTTPProblem {
            throw problem
        } catch is CancellationError {
            throw .clientLeft
        } catch {
            throw .failed("“\(name())” can't be shown: the server's log says why", logged: "\(error)")
        }
    }

    // MARK: Documents

    private func page(_ name: String, _ request: Request) throws(HTTPProblem) -> Response {
        guard let pages = configuration.pages else {
            throw .notFound("this server was started without its pages: set TILEWORK_VIEWER to their folder")
        }
        guard let file = pages.files[name] else { throw .notFound("there is no file “\(name.prefix(200))”") }
        var response = conditional(
            ByteBuffer(bytes: file.bytes), file.mediaType, tag: file.entityTag, caching: "no-cache", request)
        if file.mediaType.hasPrefix("text/html") {
            response.headers[.contentSecurityPolicy] = Self.contentSecurityPolicy(host: ClientView(request).host)
        }
        return response
    }

    /// The viewer, where a browser asks for it: it says in words what is not there or can't be shown, and leads back.
    /// Who asks for anything else reads the text.
    private func pageForProblem(_ request: Request) -> ViewerPages.File? {
        let path = request.uri.path
        guard request.method == .get || request.method == .head, path.hasPrefix("/view/"),
            path.dropFirst("/view/".count).allSatisfy({ $0 != "/" }),
            request.headers[.accept]?.contains("text/html") == true
        else { return nil }
        return configuration.pages?.files[ViewerPages.viewer]
    }

    /// Puts a page in place of the text. A problem keeps its status.
    private func show(_ page: ViewerPages.File, in response: inout Response, _ request: Request) {
        response.headers[.contentType] = page.mediaType
        response.headers[.contentLength] = nil
        response.headers[.contentSecurityPolicy] = Self.contentSecurityPolicy(host: ClientView(request).host)
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: page.bytes))
    }

    /// The pages need what this server gives and nothing else: scripts, styles, pictures, requests and sessions. Who
    /// shows the viewer in a frame may. Not all browsers count a WebSocket to the page's own host as its own, so it is
    /// named.
    ///
    /// - Parameter host: With its port, if it is known; it has no characters that mean something here.
    static func contentSecurityPolicy(host: String?) -> String {
        let sockets = host.map { $0.contains("[") ? "" : " ws://\($0) wss://\($0)" } ?? ""
        return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'\(sockets); "
            + "base-uri 'none'; form-action 'none'"
    }

    /// What is asked again each time, and sent only when it changed.
    private func document(_ bytes: [UInt8], _ mediaType: String, _ request: Request) -> Response {
        let validator = bytes.withUnsafeBytes { StrongValidator(of: $0) }
        return conditional(
            ByteBuffer(bytes: bytes), mediaType, tag: ReadyTile.entityTag(validator), caching: "no-cache", request)
    }

    /// The file, or 304 when the client has it.
    private func conditional(
        _ file: ByteBuffer, _ mediaType: String, tag: String, caching: String, _ request: Request
    ) -> Response {
        let headers: HTTPFields = [.eTag: tag, .cacheControl: caching]
        if let condition = request.headers[.ifNoneMatch], EntityTagList.names(tag, in: condition) {
            return Response(status: .notModified, headers: headers)
        }
        var response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file))
        response.headers[.contentType] = mediaType
        return response
    }

    /// To a browser that asks, before the request itself, whether another site's page may make it.
    private static let preflight = Response(
        status: .noContent,
        headers: [
            .allow: "GET, HEAD, OPTIONS", .accessControlAllowMethods: "GET, HEAD, OPTIONS",
            .accessControlAllowHeaders: "*", .accessControlMaxAge: "86400",
        ])
}

extension HTTPField.Name {
    /// Which session a request for a tile belongs to.
    static let tileSession = HTTPField.Name("Tile-Session")!
    /// `draft`, where it is one.
    static let tileQuality = HTTPField.Name("Tile-Quality")!
    static let serverTiming = HTTPField.Name("Server-Timing")!
    static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto")!
    static let forwardedHost = HTTPField.Name("X-Forwarded-Host")!
    static let forwardedPrefix = HTTPField.Name("X-Forwarded-Prefix")!
    static let contentTypeOptions = HTTPField.Name("X-Content-Type-Options")!
}

extension Response {
    /// For Prometheus.
    init(_ metrics: ServerMetrics) {
        self.init(metrics.text, "text/plain; version=0.0.4; charset=utf-8", caching: "no-store")
    }

    static let healthy = Response("ok\n", "text/plain; charset=utf-8", caching: "no-store")

    /// Puts a picture in place of the text. A problem keeps its status.
    fileprivate mutating func show(_ placard: TilePlacard) {
        // Without memory for it, the text stays.
        guard let png = try? placard.png() else { return }
        headers[.contentType] = "image/png"
        headers[.contentLength] = nil
        body = ResponseBody(byteBuffer: ByteBuffer(bytes: png))
    }

    fileprivate init(_ text: String, _ mediaType: String, caching: String) {
        self.init(
            status: .ok, headers: [.contentType: mediaType, .cacheControl: caching],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// The problem's sentence as plain text. Not to be kept: what is wrong now may be right after the next change.
    init(_ problem: HTTPProblem) {
        self.init("\(problem.message)\n", "text/plain; charset=utf-8", caching: "no-store")
        status = HTTPResponse.Status(code: problem.status, reasonPhrase: problem.reason)
        if let seconds = problem.retryAfter { headers[.retryAfter] = "\(seconds)" }
        if let allow = problem.allow { headers[.allow] = allow }
        if problem.isForWebSockets {
            headers[.upgrade] = "websocket"
            headers[.connection] = "upgrade"
            headers[.secWebSocketVersion] = "13"
        }
    }
}
