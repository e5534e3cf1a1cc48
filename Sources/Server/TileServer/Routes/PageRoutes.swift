import HTTPTypes
import Hummingbird
import NIOCore

/// The gallery and the list that it shows, the viewer, and their scripts and styles.
struct PageRoutes: SiteRoutes {
    let site: Site
    let pages: ViewerPages?
    let web: WebRules

    func add(to router: Router<BasicRequestContext>) {
        router.read("/") { (request) async throws(HTTPProblem) in try page(ViewerPages.gallery, request) }
        router.read("/contents.json") { (request) async throws(HTTPProblem) in
            .document(ContentDescriptions.contents(site), "application/json", to: request)
        }
        router.read("/view") { (id, request) async throws(HTTPProblem) in
            // The viewer has a page for a content that is still opening, but none for one that doesn't exist or can't
            // be shown.
            guard let slot = site.unsettledSlot(for: id) ?? site.slot(for: id) else { throw site.problem(named: id) }
            if let pages = slot.pages {
                // A redirect relative to this address works behind proxies, too.
                return Response(
                    status: .found,
                    headers: [
                        .location: IdentifierEncoding.encoded(pages.firstID), .cacheControl: "no-cache",
                    ])
            }
            if slot.isSettled { _ = try slot.openEntry() }
            return try page(ViewerPages.viewer, request)
        }
        router.read("/assets") { (name, request) async throws(HTTPProblem) in try page(String(name), request) }
    }

    var paths: [OpenAPIPath] {
        [
            OpenAPIPath(
                "/", "gallery", tag: Self.tag, "The gallery.",
                answers: .document("A page.", "text/html") + [.problem(404)]),
            OpenAPIPath(
                "/contents.json", "contents", tag: Self.tag, "All contents, as listed by the gallery.",
                answers: .document("The list.", "application/json", schema: .contents)),
            OpenAPIPath(
                "/view/{id}", "viewer", tag: Self.tag, "The viewer.", parameters: [.id],
                answers: .document("A page.", "text/html") + .redirect(302, "Redirects to a document's first page.") + [
                    OpenAPIAnswer(
                        status: 404, text: "Not found. The answer is a page if text/html is accepted.",
                        content: [
                            .init(mediaType: "text/plain", schema: .string), .init(mediaType: "text/html", schema: nil),
                        ], headers: [.cacheControl])
                ]),
            OpenAPIPath(
                "/assets/{name}", "asset", tag: Self.tag, "A script or style sheet of the pages.",
                parameters: [.path("name", .string(pattern: "^[A-Za-z0-9_.-]+$"), example: "main.js")],
                answers: .document("A file.", "text/html", "text/javascript", "text/css", "image/svg+xml", "image/png")
                    + [.problem(404)]),
        ]
    }

    private static let tag = "Pages"

    /// Replaces the message by the viewer's page if a browser asks for a page of the viewer. The page shows the problem
    /// and links back. Other clients get the text.
    func show(_ problem: HTTPProblem, in response: inout Response, to request: Request) {
        let path = request.uri.path
        guard request.method == .get || request.method == .head, path.hasPrefix("/view/"),
            path.dropFirst("/view/".count).allSatisfy({ $0 != "/" }),
            request.headers[.accept]?.contains("text/html") == true, let page = pages?.files[ViewerPages.viewer]
        else { return }
        response.headers[.contentType] = page.mediaType
        response.headers[.contentLength] = nil
        protect(&response, request)
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: page.bytes))
    }

    private func page(_ name: String, _ request: Request) throws(HTTPProblem) -> Response {
        guard let pages else {
            throw .notFound("this server has no viewer")
        }
        guard let file = pages.files[name] else { throw .notFound("no such file: “\(name.prefix(200))”") }
        var response = Response.conditional(
            ByteBuffer(bytes: file.bytes), file.mediaType, tag: file.entityTag, caching: "no-cache", to: request)
        if file.mediaType.hasPrefix("text/html") {
            protect(&response, request)
        }
        return response
    }

    /// Adds the fields that tell browsers what a page may do, and which pages may show it in a frame.
    private func protect(_ response: inout Response, _ request: Request) {
        let policy = Self.contentSecurityPolicy(host: ClientView(request).host)
        response.headers[.contentSecurityPolicy] = [policy, web.frameAncestors].compactMap { $0 }.joined(
            separator: "; ")
        response.headers[.referrerPolicy] = web.referrerPolicy.rawValue
    }

    /// Returns the policy for the pages. They need only what this server provides: scripts, styles, pictures, requests
    /// and sessions. Some browsers do not count a WebSocket to the page's own host as its own, so the policy names it.
    ///
    /// - Parameter host: The host with its port, if it is known. It contains no characters with a meaning in the
    ///   policy.
    static func contentSecurityPolicy(host: String?) -> String {
        let sockets = host.map { $0.contains("[") ? "" : " ws://\($0) wss://\($0)" } ?? ""
        return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'\(sockets); "
            + "base-uri 'none'; form-action 'none'"
    }
}
