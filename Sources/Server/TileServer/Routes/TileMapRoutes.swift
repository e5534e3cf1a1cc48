import Hummingbird
import TileFormats

/// Routes for the Tile Map Service.
///
///     /tms/1.0.0                                  all open maps
///     /tms/1.0.0/{id}                             one map
///     /tms/1.0.0/{id}/{z}/{x}/{y}.{format}        y from the bottom of the world
struct TileMapRoutes: TileFolderRoutes {
    let context: RouteContext
    static var tileFolder: String { folder }

    private static let folder = "/tms/1.0.0"

    func add(to router: Router<BasicRequestContext>) {
        router.readAll(below: Self.folder) { (request) async throws(HTTPProblem) in
            let address = "\(ClientView(request).base)\(Self.folder)"
            var parts = request.uri.path.dropFirst(Self.folder.count)
                .split(separator: "/", omittingEmptySubsequences: false)
            // The specification writes paths both with and without a final slash.
            if parts.last == "" { parts.removeLast() }
            if parts.count <= 1 {
                return .document(Array(list(address).utf8), "text/xml", to: request)
            }
            guard parts.count == 2 else { return try await tile(parts, request) }
            try await context.opening.wait(for: parts[1])
            let content = try context.site.entry(parts[1]).content
            let map = TileMapService.map(
                Self.map(content), pyramid: content.pyramid,
                service: address, fileExtension: content.format.fileExtension,
                mediaType: content.format.mediaType)
            return .document(Array(map.utf8), "text/xml", to: request)
        }
    }

    var paths: [OpenAPIPath] {
        [
            OpenAPIPath(
                Self.folder, "tileMaps", tag: Self.tag, "All open maps.",
                answers: .document("A tile map service.", "text/xml")),
            OpenAPIPath(
                "\(Self.folder)/{id}", "tileMap", tag: Self.tag, "A map.", parameters: [.id],
                answers: .document("A tile map.", "text/xml") + .ofContent),
            OpenAPIPath(
                "\(Self.folder)/{id}/{z}/{x}/{y}.{format}", "tileMapTile", tag: Self.tag, "A tile.",
                parameters: [
                    .id, .level("z"), .coordinate("x"), .coordinate("y", "Counted from the bottom."), .fileExtension,
                    .tileSession,
                ],
                answers: .tile + [
                    OpenAPIAnswer(
                        status: 204, text: "Outside the content.", headers: [.cacheControl])
                ]),
        ]
    }

    private static let tag = "TMS"

    /// Returns a tile. Outside the content but inside the world it answers 204 instead of an error, because the map's
    /// box is the whole world and GDAL reads all of it.
    private func tile(_ parts: [Substring], _ request: Request) async throws(HTTPProblem) -> Response {
        do throws(HTTPProblem) {
            return try await context.answers.tile(ofPathOf: request, content: parts[1])
        } catch {
            guard error.status == 404, let entry = context.site.slot(for: parts[1])?.entry,
                isOfWorld(parts.dropFirst(2), entry)
            else { throw error }
            return Response(status: .noContent, headers: [.cacheControl: "no-cache"])
        }
    }

    /// Whether a tile's name is valid and within the square that is the world.
    private func isOfWorld(_ name: ArraySlice<Substring>, _ entry: Site.Entry) -> Bool {
        guard name.count == 3, let last = name.last?.split(separator: ".", maxSplits: 1), last.count == 2,
            Array(last[1].utf8).withUnsafeBytes({ entry.format(forExtension: $0) }) != nil,
            let level = Int(name[name.startIndex]), (0...entry.content.pyramid.maxLevel).contains(level),
            let column = Int(name[name.startIndex + 1]), let row = Int(last[0])
        else { return false }
        return (0..<1 << level).contains(column) && (0..<1 << level).contains(row)
    }

    private static func map(_ content: ServedContent) -> TileMapService.Map {
        TileMapService.Map(id: IdentifierEncoding.encoded(content.id), title: content.title)
    }

    private func list(_ address: String) -> String {
        TileMapService.list(context.site.visibleEntries.map { Self.map($0.content) }, address: address)
    }
}
