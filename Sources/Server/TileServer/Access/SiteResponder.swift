import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Responds before the routes: checks the host and the program's admission, strips the path's prefix, and finds the
/// grant that tells which private contents the request may see. The routes get the prefix as a proxy would pass it, so
/// addresses in answers begin with it.
struct SiteResponder: HTTPResponder {
    let routes: RouterResponder<BasicRequestContext>
    let prefix: PathPrefix
    let access: AccessControl
    let web: WebRules

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        if let host = request.hosts.first(where: { !web.hosts.answer(to: $0) }) {
            return try await refuse(.unknownHost(host), request, context)
        }
        if let admits = access.admits, await !admits(request.forAccess) {
            return try await refuse(.notAdmitted, request, context)
        }
        let path = request.uri.path
        guard let found = Array(path.utf8).withUnsafeBytes({ self.prefix.read($0) }) else {
            return try await refuse(.noGrant, request, context)
        }
        let grant = found.grant ?? self.prefix.grant(authorization: request.headers[.authorization])
        var inner = request
        if found.length > 0 {
            let prefix = String(decoding: path.utf8.prefix(found.length), as: UTF8.self)
            let rest = String(decoding: path.utf8.dropFirst(found.length), as: UTF8.self)
            inner = request.asking(for: rest.isEmpty ? "/" : rest, query: request.uri.query, behind: prefix)
        }
        return try await AccessGrant.$current.withValue(grant) {
            try await routes.respond(to: inner, context: context)
        }
    }

    /// Refuses a request through the routes, which add what every answer has.
    private func refuse(
        _ problem: HTTPProblem, _ request: Request, _ context: BasicRequestContext
    ) async throws -> Response {
        try await AccessGrant.$refusal.withValue(problem) { try await routes.respond(to: request, context: context) }
    }
}

extension HTTPProblem {
    static let notAdmitted = HTTPProblem.forbidden("access denied")
    static let noGrant = HTTPProblem.notFound("not found: the address is wrong or has expired; ask for a new one")
}

extension Request {
    /// The hosts that the request names: in `Host` or `:authority`, and in an absolute address (RFC 9112 section
    /// 3.2.2).
    var hosts: [String] { [head.authority, uri.host].compactMap { $0 } }

    fileprivate var forAccess: AccessPolicy.Request {
        AccessPolicy.Request(path: uri.path, query: uri.query, headers: headers)
    }

    /// Returns this request with another path.
    ///
    /// - Parameter prefix: The part that preceded the path, for addresses in the answer.
    fileprivate func asking(for path: String, query: String? = nil, behind prefix: String = "") -> Request {
        var head = head
        head.path = query.map { "\(path)?\($0)" } ?? path
        if !prefix.isEmpty {
            let outer = ClientView.prefix(head.headerFields[.forwardedPrefix].flatMap(ClientView.outermost)) ?? ""
            head.headerFields[.forwardedPrefix] = outer + prefix
        }
        return Request(head: head, body: body)
    }
}
