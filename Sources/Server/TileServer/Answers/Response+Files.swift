import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import TileArchives

extension Response {
    /// A file that is read while it is sent, or the part of it that the request asks for; 304 when the client has it.
    /// However large it is, a few pieces of it are in memory at a time.
    ///
    /// - Parameter tag: The file's entity tag, with its quotes.
    static func file(
        _ file: any RangedFile, _ mediaType: String, tag: String, caching: String, to request: Request
    ) -> Response {
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: caching, .acceptRanges: "bytes",
            // For other sites' pages, which read archives in parts.
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
        case .unsatisfiable: return beyond(length, headers)
        }
        headers[.contentType] = mediaType
        return Response(status: status, headers: headers, body: body(of: file, part))
    }

    /// To who asks for bytes that are not there.
    static func beyond(_ length: Int, _ headers: HTTPFields) -> Response {
        var headers = headers
        headers[.contentRange] = "bytes */\(length)"
        headers[.cacheControl] = "no-store"
        return Response(status: .rangeNotSatisfiable, headers: headers)
    }

    /// Bytes that are read at a time: few enough for a thousand slow clients, and enough for one that takes a
    /// gigabyte a second to be worth 16,000 reads.
    private static let pieceLength = 64 << 10

    private static func body(of file: any RangedFile, _ part: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: part.count) { writer in
            var at = part.lowerBound
            while at < part.upperBound {
                let (start, count) = (at, min(pieceLength, part.upperBound - at))
                // A disk may have to be waited for.
                let piece = try await NIOThreadPool.singleton.runIfActive {
                    ByteBuffer(bytes: try file.read(at: UInt64(start), count: count))
                }
                // It comes back when the client has taken most of what was written before.
                try await writer.write(piece)
                at += count
            }
            try await writer.finish(nil)
        }
    }
}
