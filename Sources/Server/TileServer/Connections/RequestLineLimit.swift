import NIOCore
import NIOHTTP1

/// A handler before the HTTP parser that rejects request lines that are too long, which the parser reports like long
/// headers (RFC 9112 section 3: such a request is answered with 414).
///
/// It follows only the lines of heads. `RequestRules` ignores everything after a request with a body.
final class RequestLineLimit: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The error of a request line that is too long.
    struct Failure: Error {}

    private enum Stage {
        /// The bytes of the request line so far.
        case requestLine(length: Int)
        /// The bytes of a header line so far.
        case header(length: Int)
        /// The request line is too long, so no more bytes are passed on.
        case failed
    }

    private var stage = Stage.requestLine(length: 0)

    /// The longest request line, in bytes. It is below the parser's limit of 80 KB for an address, and far above the
    /// 8,000 bytes that RFC 9112 asks for.
    static let maxLength = 64 << 10

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .failed = stage { return }
        let bytes = unwrapInboundIn(data)
        guard let count = follow(bytes) else { return context.fireChannelRead(data) }
        // Requests before the failed one are answered first.
        if count > 0, let before = bytes.getSlice(at: bytes.readerIndex, length: count) {
            context.fireChannelRead(wrapInboundOut(before))
        }
        context.fireErrorCaught(Failure())
    }

    /// Follows the lines in the bytes.
    ///
    /// - Returns: The number of bytes before a request line that is too long; nil if there is none.
    private func follow(_ bytes: ByteBuffer) -> Int? {
        bytes.withUnsafeReadableBytes { bytes in
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
                add(bytes[start..<(end ?? bytes.count)].count { $0 != UInt8(ascii: "\r") }, endsLine: end != nil)
                if case .failed = stage { return start }
                start = end.map { $0 + 1 } ?? bytes.count
            }
            return nil
        }
    }

    /// Adds a part of a line, without its end.
    private func add(_ count: Int, endsLine: Bool) {
        switch stage {
        case .requestLine(let length):
            // Empty lines before a request are allowed (RFC 9112 section 2.2).
            let whole = length + count
            stage =
                whole > Self.maxLength
                ? .failed : endsLine && whole > 0 ? .header(length: 0) : .requestLine(length: whole)
        case .header(let length):
            let whole = length + count
            stage = !endsLine ? .header(length: whole) : whole == 0 ? .requestLine(length: 0) : .header(length: 0)
        case .failed: break
        }
    }
}
