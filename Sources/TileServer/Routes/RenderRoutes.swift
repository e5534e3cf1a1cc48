import Hummingbird
import TileEngine

/// Any rect as PNG.
///
///     /render/{id}?x=&y=&width=&height=&scale=
struct RenderRoutes: SiteRoutes {
    let site: Site
    let engine: TileEngine
    let opening: SiteOpening

    func add(to router: Router<BasicRequestContext>) {
        router.read("/render") { (id, request) async throws(HTTPProblem) in
            try await opening.wait(for: id)
            let entry = try site.entry(id)
            let query = try RenderQuery(request.uri.query, of: entry.content.pyramid)
            let file = try await ClientPresence.work(for: entry.content.id) {
                try await engine.file(of: query.area, in: entry.engineID, as: .png)
            }
            return .document(file, "image/png", to: request)
        }
    }
}
