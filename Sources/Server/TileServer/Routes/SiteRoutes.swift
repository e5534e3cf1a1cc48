import HTTPTypes
import Hummingbird

/// A protocol or a page family: its routes in one file, and its own look for problems.
protocol SiteRoutes: Sendable {
    func add(to router: Router<BasicRequestContext>)

    /// What `add(to:)` adds, as `/openapi.json` has it.
    var paths: [OpenAPIPath] { get }

    /// Puts a picture or a page in place of a problem's text. The status stays.
    func show(_ problem: HTTPProblem, in response: inout Response, to request: Request)
}

extension SiteRoutes {
    func show(_ problem: HTTPProblem, in response: inout Response, to request: Request) {}
}

/// Paths as they are written. Hummingbird's router drops empty parts; here `/view/plan/` is not `/view/plan`.
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
    /// - Parameter otherwise: Answers at paths that differ from this by empty parts.
    func read(
        _ folder: String, suffix: String = "",
        otherwise: @escaping Answer = { (request) async throws(HTTPProblem) in throw .nothing(at: request) },
        _ answer: @escaping NamedAnswer
    ) {
        @Sendable func respond(to request: Request, _: BasicRequestContext) async throws -> Response {
            // Of the request as it is now: a query may have had it mean another content.
            let path = request.uri.path
            guard path.hasPrefix("\(folder)/"), path.hasSuffix(suffix) else { return try await otherwise(request) }
            let name = path.dropFirst(folder.count + 1).dropLast(suffix.count)
            guard !name.contains("/") else { return try await otherwise(request) }
            return try await answer(name, request)
        }
        on("\(folder)/{name}\(suffix)", respond)
        if suffix.isEmpty { on(folder, respond) }
    }

    /// Answers GET and HEAD at all paths below a folder that no other route has.
    func readAll(below folder: String, _ answer: @escaping Answer) {
        // Without more than empty parts below it, the router takes it for the folder itself.
        for path in [folder, "\(folder)/**"] {
            on(path) { request, _ in
                let path = request.uri.path
                // Answers go by what is behind the folder's name.
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
