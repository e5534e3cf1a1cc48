import Hummingbird
import TileFormats

/// Routes for Zoomify.
///
///     /zoomify/{id}/ImageProperties.xml
///     /zoomify/{id}/TileGroup{n}/{level}-{column}-{row}.{format}
struct ZoomifyRoutes: TileFolderRoutes {
    let context: RouteContext
    static var tileFolder: String { folder }

    private static let folder = "/zoomify"

    func add(to router: Router<BasicRequestContext>) {
        router.readAll(below: Self.folder) { (request) async throws(HTTPProblem) in
            let parts = request.uri.path.dropFirst(Self.folder.count + 1)
                .split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1] == Zoomify.descriptionName else {
                return try await context.answers.answer(request) { $0 }
            }
            try await context.opening.wait(for: parts[0])
            let description = Zoomify.description(of: try context.site.entry(parts[0]).content.pyramid)
            return .document(Array(description.utf8), "application/xml", to: request)
        }
    }

    var paths: [OpenAPIPath] {
        [
            OpenAPIPath(
                "\(Self.folder)/{id}/\(Zoomify.descriptionName)", "zoomify", tag: Self.tag,
                "The description of a content.", parameters: [.id],
                answers: .document("The properties.", "application/xml") + .ofContent),
            OpenAPIPath(
                "\(Self.folder)/{id}/TileGroup{group}/{level}-{column}-{row}.{format}", "zoomifyTile", tag: Self.tag,
                "A tile.",
                parameters: [
                    .id, .path("group", .integer, example: 0, "Ignored: it follows from the other parts."),
                    .level("level"),
                    .coordinate("column"),
                    .coordinate("row"), .fileExtension, .tileSession,
                ], answers: .tile),
        ]
    }

    private static let tag = "Zoomify"
}
