import Hummingbird
import TileEngine
import TileGeometry

/// The route for a picture of any rect as PNG.
///
///     /render/{id}?x=&y=&width=&height=&scale=
///
/// The query may be a `RasterQuery`, too.
struct RenderRoutes: SiteRoutes {
    let context: RouteContext

    func add(to router: Router<BasicRequestContext>) {
        router.read("/render") { (id, request) async throws(HTTPProblem) in
            try await context.opening.wait(for: id)
            let entry = try context.site.entry(id)
            let query = try RenderQuery(request.uri.query, of: entry.content.pyramid)
            let file = try await context.site.shown(entry, by: request.uri.query) {
                (entry) async throws(HTTPProblem) in
                try await ClientPresence.work(for: entry.content.id) {
                    try await context.engine.file(of: query.area, in: entry.engineID, as: .png)
                }
            }
            return .document(file, "image/png", to: request)
        }
    }

    var paths: [OpenAPIPath] {
        let side = JSONSchema.integer(1...RenderQuery.longestSide)
        let reach = JSONSchema.integer(-TilePyramid.largestExtent...TilePyramid.largestExtent)
        return [
            OpenAPIPath(
                "/render/{id}", "render", tag: "Pictures", "A picture of any rect of a content, at any scale.",
                parameters: [
                    .id, .query("x", reach, isRequired: true, example: 0),
                    .query("y", reach, isRequired: true, example: 0),
                    .query("width", side, isRequired: true, example: 64),
                    .query("height", side, isRequired: true, example: 64),
                    .query("scale", .number(above: 0), "Pixels per unit. The default is 1."),
                ] + OpenAPIParameter.raster, answers: .document("The picture.", "image/png") + [.problem(413)] + .drawn)
        ]
    }
}
