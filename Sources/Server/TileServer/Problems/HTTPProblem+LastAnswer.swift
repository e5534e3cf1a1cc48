import NIOCore

extension HTTPProblem {
    /// The body of an answer: the message on a line of plain text.
    var text: String { "\(message)\n" }

    /// The media type of `text`.
    static let mediaType = "text/plain; charset=utf-8"

    /// The `Cache-Control` of an answer. Clients must not cache it: the problem may be gone after the next change.
    static let caching = "no-store"

    /// The headers of an answer that ends with `text`, after which the connection closes.
    var lastHeaders: [(name: String, value: String)] {
        [
            ("Content-Type", Self.mediaType), ("Cache-Control", Self.caching),
            ("X-Content-Type-Options", "nosniff"), ("Content-Length", "\(text.utf8.count)"), ("Connection", "close"),
        ]
    }

    /// Returns a complete answer after which the connection closes, for handlers that write bytes directly to the
    /// network.
    func lastAnswer(date: HTTPDate) -> ByteBuffer {
        var lines = ["HTTP/1.1 \(status) \(reason)", "Date: \(HTTPDate.text(date.preamble.second))"]
        lines += lastHeaders.map { "\($0.name): \($0.value)" }
        if isForWebSockets { lines.append("Sec-WebSocket-Version: 13") }
        if let seconds = retryAfter { lines.append("Retry-After: \(seconds)") }
        return ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n" + text)
    }
}
