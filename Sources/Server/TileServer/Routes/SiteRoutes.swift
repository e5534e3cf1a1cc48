import HTTPTypes
import Hummingbird

/// The routes of one protocol or page family, and its own presentation of problems.
protocol SiteRoutes: Sendable {
    func add(to router: Router<BasicRequestContext>)

    /// The paths that `add(to:)` adds, as described in `/openapi.json`.
    var paths: [OpenAPIPath] { get }

    /// Replaces a problem's text by a picture or a page. The status stays.
    func show(_ problem: HTTPProblem, in response: inout Response, to request: Request)
}

extension SiteRoutes {
    func show(_ problem: HTTPProblem, in response: inout Response, to request: Request) {}
}

/// Routes that match paths exactly. Hummingbird's router ignores empty components; here `/view/plan/` differs from
/// `/view/plan`.
extension Router<BasicRequestContext> {
    typealias Answer = @Sendable (Request) async throws(HTTPProblem) -> Response
    typealias NamedAnswer = @Sendable (_ name: Substring, Request) async throws(HTTPProblem) -> Response

    /// Answers GET and HEAD at one path.
    func read(_ path: String, _ answer: @escaping Answer) {
        on(path) { request, _ in
            guard request.uri.path == path else { throw HTTPProblem.nothing(at: request) }
            return try await answer(request)
        }
    }

    /// Answers GET and HEAD at `{folder}/{name}{suffix}`. The name may be empty.
    ///
    /// - Parameter otherwise: Answers at paths that differ from this by empty components.
    func read(
        _ folder: String, suffix: String = "",
        otherwise: @escaping Answer = { (request) async throws(HTTPProblem) in throw .nothing(at: request) },
        _ answer: @escaping NamedAnswer
    ) {
        @Sendable func respond(to request: Request, _: BasicRequestContext) async throws -> Response {
            // Uses the current path: a query may have changed it to that of a variant.
            let path = request.uri.path
            guard path.hasPrefix("\(folder)/"), path.hasSuffix(suffix) else { return try await otherwise(request) }
            let name = path.dropFirst(folder.count + 1).dropLast(suffix.count)
            guard !name.contains("/") else { return try await otherwise(request) }
            return try await answer(name, request)
        }
        on("\(folder)/{name}\(suffix)", respond)
        if suffix.isEmpty { on(folder, respond) }
    }

    /// Answers GET and HEAD at all paths below a folder that no other route matches.
    func readAll(below folder: String, _ answer: @escaping Answer) {
        // The router treats a path with only empty components below the folder as the folder itself.
        for path in [folder, "\(folder)/**"] {
            on(path) { request, _ in
                let path = request.uri.path
                // Handlers parse the part behind the folder's name.
                guard path == folder || path.hasPrefix("\(folder)/") else { throw HTTPProblem.nothing(at: request) }
                return try await answer(request)
            }
        }
    }

    private func on(
        _ path: String, _ respond: @escaping @Sendable (Request, BasicRequestContext) async throws -> Response
    ) {
        for method in [HTTPRequest.Method.get, .head] { on(RouterPath(path), method: method, use: respond) }
    }
}
