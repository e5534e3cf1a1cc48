import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TileEngine
import TileGeometry
import TileGraphics
import TileSessions

/// Answers with tiles, whichever protocol names them.
struct TileAnswers: Sendable {
    let site: Site
    let engine: TileEngine
    let caching: TileCaching
    let sessions: SessionBook
    let opening: SiteOpening
    let problems: ContentProblemLog

    /// The tile that a request's path names, once its content is open.
    ///
    /// - Parameter contentName: A content's name out of the path's second part.
    func answer(
        _ request: Request, contentName: (Substring) -> Substring
    ) async throws(HTTPProblem) -> Response {
        let parts = request.uri.path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return try await tile(ofPathOf: request, content: parts.count > 2 ? contentName(parts[2]) : "")
    }

    /// The tile that a request's path names, once the content is open whose name is in it.
    func tile(ofPathOf request: Request, content: Substring) async throws(HTTPProblem) -> Response {
        try await tile(atPath: request.uri.path, content: content, request)
    }

    /// The tile that a path names, for a request that may have named it otherwise.
    func tile(atPath path: String, content: Substring, _ request: Request) async throws(HTTPProblem) -> Response {
        guard let key = try await key(path, content) else { throw .nothing(at: request) }
        return try await tile(key, request)
    }

    /// The tile that a path names; read again only where its content had to be opened first.
    private func key(_ path: String, _ content: Substring) async throws(HTTPProblem) -> TileKey? {
        let problem: HTTPProblem
        do {
            return try site.tile(atPath: path)
        } catch {
            problem = error
        }
        guard try await opening.wait(for: content) else { throw problem }
        return try site.tile(atPath: path)
    }

    /// A tile, or its draft where a session's viewer moves fast.
    func tile(_ key: TileKey, _ request: Request) async throws(HTTPProblem) -> Response {
        if let draft = try await draft(of: key, request) { return draft }
        // The connection's front has asked the cache: it is asked once more, where nobody can put the tile in
        // meanwhile.
        let content = name(of: key)
        let (tile, wasCached) = try await ClientPresence.work(for: content) {
            try await RequestSpans.tile(key, of: content) { try await engine.answer(key) }
        }
        if let missing = tile.missing { problems.note(name(of: key), missing) }
        var response = response(of: tile, key, request)
        if wasCached { return response }
        func milliseconds(_ nanoseconds: UInt64) -> String { String(format: "%.3f", Double(nanoseconds) / 1e6) }
        let times = tile.times
        response.headers[.serverTiming] =
            "queue;dur=\(milliseconds(times.queue)), raster;dur=\(milliseconds(times.raster)), "
            + "encode;dur=\(milliseconds(times.encode))"
        return response
    }

    /// What a viewer gets that moves fast: a draft, unless the tile is ready after all. Of an archive there are none:
    /// its tiles are there already, and a draft would be more work.
    private func draft(of key: TileKey, _ request: Request) async throws(HTTPProblem) -> Response? {
        guard let id = request.headers[.tileSession], let session = sessions.session(id), session.takesDraft(of: key),
            !(site.entry(of: key.content)?.content.source is any StoredTileSource)
        else { return nil }
        if let tile = engine.cached(key) { return response(of: tile, key, request) }
        let draftKey = key.with(.draft)
        let priority = TilePriority(.visible, isDraft: true)
        let draft = try await ClientPresence.work(for: name(of: key)) { try await engine.tile(draftKey, priority) }
        if let tile = engine.cached(key) { return response(of: tile, key, request) }
        // Noted before it is sent, so that it is refined whatever comes next.
        session.gaveDraft(of: key)
        sessions.counters.drafts.add(1, ordering: .relaxed)
        return self.response(ofDraft: draft)
    }

    /// Of one that is for this viewer and this moment: nobody may keep it, and nothing names it.
    private func response(ofDraft tile: CachedTile) -> Response {
        let ready = ReadyTile.of(tile)
        var headers: HTTPFields = [
            .contentType: ready.mediaType, .cacheControl: "no-store", .tileQuality: "draft",
            .accessControlExposeHeaders: tile.isStandIn ? "Tile-Quality, Tile-Progress" : "Tile-Quality",
        ]
        if tile.isStandIn {
            let progress = (site.entry(of: tile.key.content)?.content.source as? any RefiningTileSource)?.refinement
            headers[.tileProgress] = String(format: "%.3f", progress ?? 1)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ready.file))
    }

    private func response(of tile: CachedTile, _ key: TileKey, _ request: Request) -> Response {
        if tile.isStandIn { return response(ofDraft: tile) }
        let ready = ReadyTile.of(tile)
        // Right for this request, and outdated, or to be tried again: nobody may keep it.
        let caching = tile.mayBeKept ? self.caching.header(for: key) : "no-store"
        return .conditional(ready.file, ready.mediaType, tag: ready.entityTag, caching: caching, to: request)
    }

    private func name(of key: TileKey) -> String { site.entry(of: key.content)?.content.id ?? "" }

    /// Puts a placard in place of the text where a page asks for a tile as a picture. Who asks for anything else reads
    /// the text.
    func show(_ problem: HTTPProblem, in response: inout Response, to request: Request) {
        guard let words = problem.placard, request.headers[.accept]?.contains("image/") == true,
            let key = try? site.tile(atPath: request.uri.path), let entry = site.entry(of: key.content)
        else { return }
        let placard = TilePlacard(side: entry.content.pyramid.tileSize * key.magnification, words: words)
        // Without memory for it, the text stays.
        guard let png = try? placard.png() else { return }
        response.headers[.contentType] = "image/png"
        response.headers[.contentLength] = nil
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: png))
    }
}
