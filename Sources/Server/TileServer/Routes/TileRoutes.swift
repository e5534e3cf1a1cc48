import HTTPTypes
import Hummingbird

/// Routes for XYZ tiles and TileJSON.
///
///     /tiles.json                                 all open contents
///     /tiles/{id}.json
///     /tiles/{id}/{z}/{x}/{y}[@2x].{format}
///     /tiles/{id}/{z}/{x}/{y}[@2x]                in the format preferred by Accept
///
/// Tiles of raster images take `RasterQuery`.
struct TileRoutes: TileFolderRoutes {
    let context: RouteContext
    static let tileFolder = "/tiles"

    func add(to router: Router<BasicRequestContext>) {
        router.read("/tiles.json") { (request) async throws(HTTPProblem) in
            let origin = ClientView(request).base
            let documents = context.site.visibleEntries.map { ContentDescriptions.tileJSON($0, origin: origin) }
            return .document(
                Array("[".utf8) + documents.joined(separator: Array(",\n".utf8)) + Array("]\n".utf8),
                "application/json",
                to: request)
        }
        router.read("/tiles", suffix: ".json", otherwise: tile, description)
        router.readAll(below: "/tiles", tile)
    }

    var paths: [OpenAPIPath] {
        let name: [OpenAPIParameter] =
            [
                .id, .level("z"), .coordinate("x"), .coordinate("y"), .fileExtension, .tileSession,
            ] + OpenAPIParameter.raster
        return [
            OpenAPIPath(
                "/tiles.json", "tileJSONs", tag: Self.tag, "TileJSON of all open contents.",
                answers: .document("TileJSON 3.0.0 of each.", "application/json", schema: .array(of: .tileJSON))),
            OpenAPIPath(
                "/tiles/{id}.json", "tileJSON", tag: Self.tag, "TileJSON of a content.", parameters: [.id],
                answers: .document("TileJSON 3.0.0.", "application/json", schema: .tileJSON)
                    + .redirect(302, "A document's first page, or the content's new name.")
                    + [.problem(404), .problem(503)]),
            OpenAPIPath(
                "/tiles/{id}/{z}/{x}/{y}.{format}", "tile", tag: Self.tag, "A tile.", parameters: name, answers: .tile),
            OpenAPIPath(
                "/tiles/{id}/{z}/{x}/{y}@2x.{format}", "doubledTile", tag: Self.tag,
                "A tile at twice the resolution.", parameters: name, answers: .tile),
            OpenAPIPath(
                "/tiles/{id}/{z}/{x}/{y}", "negotiatedTile", tag: Self.tag,
                "A tile in the format preferred by Accept. y may end in @2x.",
                parameters: [.id, .level("z"), .coordinate("x"), .coordinate("y"), .tileSession]
                    + OpenAPIParameter.raster, answers: .tile),
        ]
    }

    private static let tag = "XYZ and TileJSON"

    @Sendable
    private func tile(_ request: Request) async throws(HTTPProblem) -> Response {
        let path = request.uri.path
        guard let name = path.split(separator: "/").last, !name.contains("."), path.split(separator: "/").count == 5,
            !path.hasSuffix("/")
        else {
            let parts = path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
            return try await context.answers.shownTile(
                atPath: path, content: parts.count > 2 ? parts[2] : "", request)
        }
        return try await negotiatedTile(path, request)
    }

    /// Returns a tile at an address that does not name a format.
    private func negotiatedTile(_ path: String, _ request: Request) async throws(HTTPProblem) -> Response {
        let id = path.split(separator: "/")[1]
        try await context.opening.wait(for: id)
        let content = try context.site.entry(id).content
        let chosen = TileNegotiation.fileExtension(
            request.headers[.accept], own: content.format.fileExtension, isPhotograph: content.isPhotograph)
        var response = try await context.answers.shownTile(atPath: "\(path).\(chosen)", content: id, request)
        response.headers[.vary] = "Accept"
        return response
    }

    @Sendable
    private func description(_ id: Substring, _ request: Request) async throws(HTTPProblem) -> Response {
        try await context.opening.wait(for: id)
        if let pages = context.site.slot(for: id)?.pages {
            // A document that was listed before it was opened redirects to its first page.
            return Response(
                status: .found,
                headers: [.location: "\(IdentifierEncoding.encoded(pages.firstID)).json", .cacheControl: "no-cache"])
        }
        let description = ContentDescriptions.tileJSON(try context.site.entry(id), origin: ClientView(request).base)
        return .document(description, "application/json", to: request)
    }
}
