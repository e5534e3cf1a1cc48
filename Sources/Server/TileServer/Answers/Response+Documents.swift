import HTTPTypes
import Hummingbird
import NIOCore
import TileEngine

extension Response {
    /// Returns a document as a conditional response. Clients revalidate it each time, unless `caching` says how long
    /// they may keep it.
    ///
    /// - Complexity: O(n) in the bytes.
    static func document(
        _ bytes: [UInt8], _ mediaType: String, caching: String = "no-cache", to request: Request
    ) -> Response {
        let validator = bytes.withUnsafeBytes { StrongValidator(of: $0) }
        return conditional(
            ByteBuffer(bytes: bytes), mediaType, tag: ReadyTile.entityTag(validator), caching: caching, inParts: true,
            to: request)
    }

    /// Returns a file, or 304 if the client already has it.
    ///
    /// - Parameter inParts: Whether clients may request a range of the file. Compressible text is always sent whole.
    static func conditional(
        _ file: ByteBuffer, _ mediaType: String, tag: String, caching: String, inParts: Bool = false,
        to request: Request
    ) -> Response {
        var headers: HTTPFields = [.eTag: tag, .cacheControl: caching]
        let varies = CompressedDocuments.varies(mediaType, file.readableBytes)
        let isCompressed = varies && CompressedDocuments.areTaken(request.headers[.acceptEncoding])
        if varies { headers[.vary] = "Accept-Encoding" }
        if isCompressed { headers[.eTag] = CompressedDocuments.tag(tag) }
        if let condition = request.headers[.ifNoneMatch], EntityTagList.names(headers[.eTag]!, in: condition) {
            return Response(status: .notModified, headers: headers)
        }
        var body = file
        if isCompressed {
            body = CompressedDocuments.compressed(file, tag: tag)
            headers[.contentEncoding] = "gzip"
        }
        guard inParts, !varies else { return found(body, type: mediaType, headers: headers) }
        headers[.acceptRanges] = "bytes"
        let range = request.method == .get ? request.headers[.range] : nil
        switch ByteRange(range, ifRange: request.headers[.ifRange], of: file.readableBytes, tag: tag) {
        case .all: return found(body, type: mediaType, headers: headers)
        case .part(let part):
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.readableBytes)"
            let bytes = file.getSlice(at: file.readerIndex + part.lowerBound, length: part.count)!
            var response = found(bytes, type: mediaType, headers: headers)
            response.status = .partialContent
            return response
        case .unsatisfiable: return beyondEnd(ofBytes: file.readableBytes, headers)
        }
    }

    private static func found(_ bytes: ByteBuffer, type mediaType: String, headers: HTTPFields) -> Response {
        var response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
        response.headers[.contentType] = mediaType
        return response
    }

    init(_ text: String, _ mediaType: String, caching: String) {
        self.init(
            status: .ok, headers: [.contentType: mediaType, .cacheControl: caching],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Creates a plain-text response with the problem's message.
    init(_ problem: HTTPProblem) {
        self.init(problem.text, HTTPProblem.mediaType, caching: HTTPProblem.caching)
        status = HTTPResponse.Status(code: problem.status, reasonPhrase: problem.reason)
        if problem.unshowable != nil { headers[.problem] = "unshowable" }
        if problem.isUnknownContent { headers[.problem] = "unknown" }
        if let seconds = problem.retryAfter { headers[.retryAfter] = "\(seconds)" }
        if let allow = problem.allow { headers[.allow] = allow }
        if problem.isForWebSockets {
            headers[.upgrade] = "websocket"
            headers[.connection] = "upgrade"
            headers[.secWebSocketVersion] = "13"
        }
    }
}
