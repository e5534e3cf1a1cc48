import Hummingbird

/// The description of all that the routes have, for clients that are made of it and for who looks it up.
///
///     /openapi.json
struct DescriptionRoutes: SiteRoutes {
    private let document: OpenAPIDocument
    let paths: [OpenAPIPath]

    private static let path = "/openapi.json"

    /// - Parameter routes: all others.
    init(of routes: [any SiteRoutes]) {
        paths = [
            OpenAPIPath(
                Self.path, "description", tag: "Operators", "This description.",
                answers: .document("OpenAPI 3.1.", "application/json"))
        ]
        document = OpenAPIDocument(routes.flatMap(\.paths) + paths)
    }

    func add(to router: Router<BasicRequestContext>) {
        router.read(Self.path) { (request) async throws(HTTPProblem) in
            .document(document.bytes(server: ClientView(request).base), "application/json", to: request)
        }
    }
}
