import Hummingbird
import TileFormats
import TileGeometry

/// Routes for Deep Zoom.
///
///     /dzi/{id}.dzi
///     /dzi/{id}_files/{level}/{column}_{row}.{format}
struct DeepZoomRoutes: TileFolderRoutes {
    let context: RouteContext
    static let tileFolder = "/dzi"

    func add(to router: Router<BasicRequestContext>) {
        router.read("/dzi", suffix: ".dzi", otherwise: tile, description)
        router.readAll(below: "/dzi", tile)
    }

    var paths: [OpenAPIPath] {
        [
            OpenAPIPath(
                "/dzi/{id}.dzi", "deepZoom", tag: Self.tag, "The description of a content.", parameters: [.id],
                answers: .document("A DZI file.", "application/xml") + .ofContent),
            OpenAPIPath(
                "/dzi/{id}_files/{level}/{column}_{row}.{format}", "deepZoomTile", tag: Self.tag, "A tile.",
                parameters: [
                    // Level 0 is a single pixel.
                    .id, .level("level", deepest: TilePyramid.deepestSquareLevel + 12), .coordinate("column"),
                    .coordinate("row"), .fileExtension, .tileSession,
                ], answers: .tile),
        ]
    }

    private static let tag = "Deep Zoom"

    @Sendable
    private func tile(_ request: Request) async throws(HTTPProblem) -> Response {
        // The name of a content may itself end in the suffix.
        try await context.answers.answer(request) { $0.hasSuffix("_files") ? $0.dropLast("_files".count) : $0 }
    }

    @Sendable
    private func description(_ id: Substring, _ request: Request) async throws(HTTPProblem) -> Response {
        try await context.opening.wait(for: id)
        let content = try context.site.entry(id).content
        let description = DeepZoom.descriptor(of: content.pyramid, fileExtension: content.format.fileExtension)
        return .document(Array(description.utf8), "application/xml", to: request)
    }
}
