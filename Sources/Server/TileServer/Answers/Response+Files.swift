import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import TileArchives
import TileSupport

extension Response {
    /// Returns a file, or the requested range of it, that is read while it is sent; 304 if the client already has it.
    /// However large the file is, only a few pieces of it are in memory at a time.
    ///
    /// - Parameter tag: The file's entity tag, with its quotes.
    static func file(
        _ file: any RangedFile, _ mediaType: String, tag: String, caching: String, to request: Request
    ) -> Response {
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: caching, .acceptRanges: "bytes",
            // Pages of other origins that read archives in parts need these.
            .accessControlExposeHeaders: "Accept-Ranges, Content-Range, ETag",
        ]
        if let condition = request.headers[.ifNoneMatch], EntityTagList.names(tag, in: condition) {
            return Response(status: .notModified, headers: headers)
        }
        let length = Int(clamping: file.byteCount)
        var (status, part) = (HTTPResponse.Status.ok, 0..<length)
        let range = request.method == .get ? request.headers[.range] : nil
        switch ByteRange(range, ifRange: request.headers[.ifRange], of: length, tag: tag) {
        case .all: break
        case .part(let asked):
            (status, part) = (.partialContent, asked)
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"
        case .unsatisfiable: return beyondEnd(ofBytes: length, headers)
        }
        headers[.contentType] = mediaType
        return Response(status: status, headers: headers, body: body(of: file, part))
    }

    /// Returns 416 for a range that begins beyond the end of a file.
    ///
    /// - Parameter headers: The headers of the file, which the response keeps.
    static func beyondEnd(ofBytes count: Int, _ headers: HTTPFields) -> Response {
        var response = Response(HTTPProblem.beyondEnd(ofBytes: count))
        for field in headers where response.headers[field.name] == nil { response.headers.append(field) }
        response.headers[.contentRange] = "bytes */\(count)"
        return response
    }

    /// The bytes that are read at a time: few enough for a thousand slow clients, and enough that a client that reads a
    /// gigabyte a second costs 16,000 reads.
    private static let pieceLength = 64 << 10

    private static func body(of file: any RangedFile, _ part: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: part.count) { writer in
            var at = part.lowerBound
            while at < part.upperBound {
                let (start, count) = (at, min(pieceLength, part.upperBound - at))
                // A disk read may block, so it runs on the thread pool.
                let piece = try await NIOThreadPool.singleton.runIfActive {
                    ByteBuffer(bytes: try file.read(at: UInt64(start), count: count))
                }
                // The call returns when the client has taken most of what was written before.
                try await writer.write(piece)
                at += count
            }
            try await writer.finish(nil)
        }
    }
}
