import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TileEngine
import TileGeometry
import TileGraphics
import TileSessions

/// Answers tile requests of every protocol.
struct TileAnswers: Sendable {
    let site: Site
    let engine: TileEngine
    let caching: TileCaching
    let sessions: SessionRegistry
    let opening: SiteOpening
    let problems: ContentProblemLog

    /// Returns the tile that a request's path names, and opens its content first if necessary.
    ///
    /// - Parameter contentName: Returns the name of the content from the second component of the path.
    func answer(
        _ request: Request, contentName: (Substring) -> Substring
    ) async throws(HTTPProblem) -> Response {
        let parts = request.uri.path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return try await tile(ofPathOf: request, content: parts.count > 2 ? contentName(parts[2]) : "")
    }

    /// Returns the tile that a request's path names, and opens the named content first if necessary.
    func tile(ofPathOf request: Request, content: Substring) async throws(HTTPProblem) -> Response {
        try await tile(atPath: request.uri.path, content: content, request)
    }

    /// Returns the tile at a path, for a request whose own path may differ.
    func tile(atPath path: String, content: Substring, _ request: Request) async throws(HTTPProblem) -> Response {
        guard let key = try await key(path, content) else { throw .nothing(at: request) }
        return try await tile(key, request)
    }

    /// Returns the tile at a path, with the bands and the range that the request's query chooses, if any.
    func shownTile(
        atPath path: String, content: Substring, _ request: Request
    ) async throws(HTTPProblem) -> Response {
        guard let key = try await key(path, content) else { throw .nothing(at: request) }
        guard let query = request.uri.query, let entry = site.entry(of: key.content) else {
            return try await tile(key, request)
        }
        return try await site.shown(entry, by: query) { (entry) async throws(HTTPProblem) in
            try await tile(
                TileKey(
                    entry.engineID, key.tile, magnification: key.magnification, cropped: key.isCropped, as: key.output),
                request)
        }
    }

    /// Returns the key of the tile that a path names. Parses the path a second time only if the content had to be
    /// opened first.
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

    /// Returns a tile, or its draft if the session's viewer is moving fast.
    func tile(_ key: TileKey, _ request: Request) async throws(HTTPProblem) -> Response {
        if let draft = try await draft(of: key, request) { return draft }
        // The front of the connection has checked the cache. The engine checks it once more, in a place where no other
        // thread can add the tile in between.
        let content = name(of: key)
        let (tile, wasCached) = try await ClientPresence.work(for: content) {
            try await RequestSpans.tile(key, of: content) { try await engine.answer(key) }
        }
        if let missing = tile.missing { note(missing, key) }
        var response = response(of: tile, key, request)
        if wasCached { return response }
        func milliseconds(_ nanoseconds: UInt64) -> String { String(format: "%.3f", Double(nanoseconds) / 1e6) }
        let times = tile.times
        response.headers[.serverTiming] =
            "queue;dur=\(milliseconds(times.queue)), raster;dur=\(milliseconds(times.raster)), "
            + "encode;dur=\(milliseconds(times.encode))"
        return response
    }

    /// Logs that a part of a tile is missing. Viewers of a file that turns out to be damaged get its new description;
    /// if damage was found when the file was opened, the log and the viewers have that.
    private func note(_ missing: MissingPart, _ key: TileKey) {
        guard missing == .damaged, let entry = site.entry(of: key.content) else {
            return problems.note(name(of: key), missing)
        }
        guard entry.findDamage() else { return }
        problems.note(name(of: key), missing)
        sessions.replaced(key.content)
    }

    /// Returns a draft for a viewer that is moving fast, the final tile if that is ready after all, or nil if no draft
    /// is wanted. Tiles of an archive have no drafts: they exist already, and a draft would be more work.
    private func draft(of key: TileKey, _ request: Request) async throws(HTTPProblem) -> Response? {
        guard let id = request.headers[.tileSession], let session = sessions.session(id), session.takesDraft(of: key),
            !(site.entry(of: key.content)?.content.source is any StoredTileSource)
        else { return nil }
        if let tile = engine.cached(key) { return response(of: tile, key, request) }
        let draftKey = key.with(.draft)
        let priority = TilePriority(.visible, isDraft: true)
        let draft = try await ClientPresence.work(for: name(of: key)) { try await engine.tile(draftKey, priority) }
        if let tile = engine.cached(key) { return response(of: tile, key, request) }
        // Noted before the draft is sent, so that the tile is refined whatever happens next.
        session.gaveDraft(of: key)
        sessions.counters.drafts.add(1, ordering: .relaxed)
        return self.response(ofDraft: draft)
    }

    /// Returns a response with a draft. A draft is for this viewer and this moment, so clients must not cache it, and
    /// it has no entity tag.
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
        // A tile that may not be kept is right for this request but outdated or incomplete. Clients must not cache it.
        let caching = tile.mayBeKept ? self.caching.header(for: key) : "no-store"
        return .conditional(ready.file, ready.mediaType, tag: ready.entityTag, caching: caching, to: request)
    }

    private func name(of key: TileKey) -> String { site.entry(of: key.content)?.content.id ?? "" }

    /// Replaces the text of a problem with a drawn error message if the request is for a tile and accepts images. Other
    /// requests keep the text.
    func show(_ problem: HTTPProblem, in response: inout Response, to request: Request) {
        guard let words = problem.errorTileText, request.headers[.accept]?.contains("image/") == true,
            let key = try? site.tile(atPath: request.uri.path), let entry = site.entry(of: key.content)
        else { return }
        let errorTile = ErrorTile(side: entry.content.pyramid.tileSize * key.magnification, words: words)
        // The text stays if there is no memory for the picture.
        guard let png = try? errorTile.png() else { return }
        response.headers[.contentType] = "image/png"
        response.headers[.contentLength] = nil
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: png))
    }
}
