import Hummingbird
import TileFormats

/// Tile Map Service.
///
///     /tms/1.0.0                                  the maps that are open
///     /tms/1.0.0/{id}                             one of them
///     /tms/1.0.0/{id}/{z}/{x}/{y}.{format}        y from the bottom of the world
struct TileMapRoutes: SiteRoutes {
    let site: Site
    let opening: SiteOpening
    let answers: TileAnswers

    private static let folder = "/tms/1.0.0"

    func add(to router: Router<BasicRequestContext>) {
        router.readAll(below: Self.folder) { (request) async throws(HTTPProblem) in
            let address = "\(ClientView(request).base)\(Self.folder)"
            var parts = request.uri.path.dropFirst(Self.folder.count)
                .split(separator: "/", omittingEmptySubsequences: false)
            // Both with a slash at the end and without: the specification writes both.
            if parts.last == "" { parts.removeLast() }
            if parts.count <= 1 {
                return .document(Array(list(address).utf8), "text/xml", to: request)
            }
            guard parts.count == 2 else { return try await tile(parts, request) }
            try await opening.wait(for: parts[1])
            let content = try site.entry(parts[1]).content
            let map = TileMapService.map(
                TileMapService.Map(id: content.id, title: content.title), pyramid: content.pyramid,
                service: address, fileExtension: content.format.fileExtension,
                mediaType: content.format.mediaType)
            return .document(Array(map.utf8), "text/xml", to: request)
        }
    }

    /// A tile; nothing, and no mistake, for one of the world that the content does not reach: the map's box is the
    /// world, and GDAL reads all of it.
    private func tile(_ parts: [Substring], _ request: Request) async throws(HTTPProblem) -> Response {
        do throws(HTTPProblem) {
            return try await answers.tile(ofPathOf: request, content: parts[1])
        } catch {
            guard error.status == 404, parts.count == 5, let content = site.place(parts[1])?.entry?.content,
                let level = Int(parts[2]), (0...content.pyramid.maxLevel).contains(level),
                let column = Int(parts[3]), let row = Int(parts[4].prefix { $0 != "." }),
                (0..<1 << level).contains(column), (0..<1 << level).contains(row)
            else { throw error }
            return Response(status: .noContent, headers: [.cacheControl: "no-cache"])
        }
    }

    private func list(_ address: String) -> String {
        TileMapService.list(
            site.visibleEntries.map { TileMapService.Map(id: $0.content.id, title: $0.content.title) }, address: address
        )
    }

    func show(_ problem: HTTPProblem, in response: inout Response, to request: Request) {
        if request.uri.path.hasPrefix("\(Self.folder)/") { answers.show(problem, in: &response, to: request) }
    }
}
