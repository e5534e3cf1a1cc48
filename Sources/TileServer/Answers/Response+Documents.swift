import HTTPTypes
import Hummingbird
import NIOCore
import TileEngine

extension Response {
    /// What is sent only when it changed; asked again each time, unless `caching` says how long it may be kept.
    ///
    /// - Complexity: O(n) in the bytes.
    static func document(
        _ bytes: [UInt8], _ mediaType: String, caching: String = "no-cache", to request: Request
    ) -> Response {
        let validator = bytes.withUnsafeBytes { StrongValidator(of: $0) }
        return conditional(
            ByteBuffer(bytes: bytes), mediaType, tag: ReadyTile.entityTag(validator), caching: caching, to: request)
    }

    /// The file, or 304 when the client has it.
    static func conditional(
        _ file: ByteBuffer, _ mediaType: String, tag: String, caching: String, to request: Request
    ) -> Response {
        let headers: HTTPFields = [.eTag: tag, .cacheControl: caching]
        if let condition = request.headers[.ifNoneMatch], EntityTagList.names(tag, in: condition) {
            return Response(status: .notModified, headers: headers)
        }
        var response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file))
        response.headers[.contentType] = mediaType
        return response
    }

    init(_ text: String, _ mediaType: String, caching: String) {
        self.init(
            status: .ok, headers: [.contentType: mediaType, .cacheControl: caching],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// The problem's sentence as plain text. Not to be kept: what is wrong now may be right after the next change.
    init(_ problem: HTTPProblem) {
        self.init("\(problem.message)\n", "text/plain; charset=utf-8", caching: "no-store")
        status = HTTPResponse.Status(code: problem.status, reasonPhrase: problem.reason)
        if let seconds = problem.retryAfter { headers[.retryAfter] = "\(seconds)" }
        if let allow = problem.allow { headers[.allow] = allow }
        if problem.isForWebSockets {
            headers[.upgrade] = "websocket"
            headers[.connection] = "upgrade"
            headers[.secWebSocketVersion] = "13"
        }
    }
}
