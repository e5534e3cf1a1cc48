import NIOCore

extension HTTPProblem {
    /// Returns a complete answer after which the connection closes, for handlers that write bytes directly to the
    /// network.
    func lastAnswer(date: HTTPDate) -> ByteBuffer {
        let body = "\(message)\n"
        var lines = [
            "HTTP/1.1 \(status) \(reason)", "Date: \(HTTPDate.text(date.preamble.second))",
            "Content-Type: text/plain; charset=utf-8", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
            "Content-Length: \(body.utf8.count)", "Connection: close",
        ]
        if isForWebSockets { lines.append("Sec-WebSocket-Version: 13") }
        if let seconds = retryAfter { lines.append("Retry-After: \(seconds)") }
        return ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }
}
