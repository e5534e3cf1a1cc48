import HTTPTypes
import Hummingbird

/// A middleware that turns errors of routes into answers: the message, or a replacement that a route provides.
struct ProblemAnswers: RouterMiddleware {
    let routes: [any SiteRoutes]
    let problems: ContentProblemLog

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let problem: HTTPProblem
        do {
            return try await next(request, context)
        } catch let error as HTTPProblem {
            problem = error
        } catch let error as HTTPError where error.status == .notFound {
            // The router throws for a path without a route.
            problem = .nothing(at: request)
        } catch {
            problem = .failed("internal error: see the server's log", logged: "\(error)")
        }
        if let content = problem.unshowable {
            // The failure of a content that could not be opened was reported when it occurred.
            if let reason = problem.logged { problems.note(content, failure: reason) }
        } else if problem.status == 500 || problem.logged != nil {
            let path = GrantRedaction.redacted(request.uri.path)
            context.logger.error("\(path): \(problem.logged ?? problem.message)")
        }
        let addresses = problem.names?.addresses(for: request) ?? []
        if problem.names?.isRedirect == true, let address = addresses.first {
            return Response(status: .found, headers: [.location: address, .cacheControl: "no-cache"])
        }
        var response = Response(problem)
        if !addresses.isEmpty {
            response.headers[.link] = addresses.map { "<\($0)>; rel=\"alternate\"" }.joined(separator: ", ")
        }
        for group in routes { group.show(problem, in: &response, to: request) }
        return response
    }
}

extension HTTPProblem {
    static func nothing(at request: Request) -> HTTPProblem {
        .notFound("nothing at \(request.uri.path.prefix(200)): see / for all contents")
    }
}
