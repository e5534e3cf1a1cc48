import Hummingbird

/// The route for the OpenAPI description of all routes, for people and for client generators.
///
///     /openapi.json
struct DescriptionRoutes: SiteRoutes {
    private let document: OpenAPIDocument
    let paths: [OpenAPIPath]

    private static let path = "/openapi.json"

    /// - Parameter routes: All other routes.
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
