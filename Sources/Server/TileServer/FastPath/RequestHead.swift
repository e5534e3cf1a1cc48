import Foundation
import TileFormats

/// The parts of a request's head that decide whether the request can be answered at once. Offsets count from the
/// request's first byte.
///
/// This reader precedes the HTTP parser and must never disagree with it about where a request ends. So it accepts only
/// plain heads (one kind of line end, no body, no folded lines, HTTP/1.1), and reports all others as unknown.
struct RequestHead: Equatable {
    /// The number of bytes up to and including the empty line.
    var length: Int
    var isHead = false
    /// The path, without the query.
    var path: Range<Int>
    /// The path with its query.
    var target = 0..<0
    /// Whether a query follows the path.
    var hasQuery = false
    /// The query without its question mark, or empty.
    var query: Range<Int> { hasQuery ? path.upperBound + 1..<target.upperBound : target.upperBound..<target.upperBound }
    /// The value of If-None-Match, or empty.
    var ifNoneMatch = 0..<0
    /// The value of X-Forwarded-For, or empty.
    var forwardedFor = 0..<0
    /// The value of Forwarded, or empty.
    var forwarded = 0..<0
    /// Whether the connection stays open and speaks HTTP after the request.
    var isPlain = true
    /// Whether the request has an `Authorization` header.
    var hasAuthorization = false
    /// The value of Host.
    var host = 0..<0
    /// Whether the request has an `Origin` header: a web page sent it.
    var hasOrigin = false
    private var hosts = 0

    enum Outcome: Equatable {
        case head(RequestHead)
        /// The head does not end within the bytes.
        case incomplete
        /// This reader can't judge the bytes: from here on the connection belongs to the HTTP parser.
        case unknown
    }

    static func read(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        guard let base = bytes.baseAddress else { return .incomplete }
        var position: Int
        var isHead = false
        if bytes.starts(with: "GET ") {
            position = 4
        } else if bytes.starts(with: "HEAD ") {
            position = 5
            isHead = true
        } else {
            return bytes.isStart(of: "GET ") || bytes.isStart(of: "HEAD ") ? .incomplete : .unknown
        }

        // The request line.
        guard let firstLine = line(from: 0, bytes, base) else { return bytes.count > limit ? .unknown : .incomplete }
        guard firstLine.isSound else { return .unknown }
        let pathStart = position
        guard position < firstLine.end, bytes[position] == UInt8(ascii: "/") else { return .unknown }
        var pathEnd = -1
        while position < firstLine.end, case let byte = bytes[position], byte != UInt8(ascii: " ") {
            // Other bytes are not valid in a URL. The parser reports them.
            guard byte > 0x20, byte < 0x7F else { return .unknown }
            if byte == UInt8(ascii: "?"), pathEnd < 0 { pathEnd = position }
            position += 1
        }
        if pathEnd < 0 { pathEnd = position }
        let version = UnsafeRawBufferPointer(rebasing: bytes[position..<firstLine.end])
        guard version.isEqual(to: " HTTP/1.1") else { return .unknown }

        // The header lines.
        var head = RequestHead(length: 0, isHead: isHead, path: pathStart..<pathEnd)
        head.hasQuery = pathEnd < position
        head.target = pathStart..<position
        position = firstLine.next
        while true {
            guard let line = line(from: position, bytes, base) else {
                return bytes.count > limit ? .unknown : .incomplete
            }
            guard line.isSound else { return .unknown }
            if line.end == position {
                head.length = line.next
                // The parser refuses requests with no `Host` header, or two.
                return head.hosts == 1 ? .head(head) : .unknown
            }
            guard head.readField(position..<line.end, in: bytes) else { return .unknown }
            position = line.next
        }
    }

    /// The longest head, in bytes, that is read here. Browsers stay far below.
    private static let limit = 16 << 10

    private struct Line {
        /// The end of the line's text.
        var end: Int
        /// The start of the next line.
        var next: Int
        /// Whether the line ends in CR LF and has no other carriage return.
        var isSound: Bool
    }

    private static func line(from start: Int, _ bytes: UnsafeRawBufferPointer, _ base: UnsafeRawPointer) -> Line? {
        guard let newline = memchr(base + start, 0x0A, bytes.count - start) else { return nil }
        let next = UnsafeRawPointer(newline) - base + 1
        let end = next - 2
        guard end >= start, let firstReturn = memchr(base + start, 0x0D, next - start) else {
            return Line(end: next - 1, next: next, isSound: false)
        }
        return Line(end: end, next: next, isSound: UnsafeRawPointer(firstReturn) - base == end)
    }

    /// Reads one header line. Returns false if the request may have a body, or isn't plain.
    private mutating func readField(_ line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
        let text = UnsafeRawBufferPointer(rebasing: bytes[line])
        // Blanks between a name and its colon are a means of request smuggling. The parser refuses them.
        guard let colon = memchr(text.baseAddress!, 0x3A, text.count) else { return false }
        let nameLength = UnsafeRawPointer(colon) - text.baseAddress!
        guard nameLength > 0, text[nameLength - 1] > 0x20, !text.hasControls else { return false }
        switch text[0] | 0x20 {
        case UInt8(ascii: "c"):
            if text.isHeader("content-length") { return false }
            if text.isHeader("connection") {
                isPlain = isPlain && text.value(after: "connection").isEqualIgnoringCase(to: "keep-alive")
            }
        case UInt8(ascii: "h"):
            if text.isHeader("host") {
                hosts += 1
                host = line.upperBound - text.value(after: "host").count..<line.upperBound
            }
        case UInt8(ascii: "o"):
            if text.isHeader("origin") { hasOrigin = true }
        case UInt8(ascii: "t"):
            if text.isHeader("transfer-encoding") || text.isHeader("trailer") || text.isHeader("te") { return false }
        case UInt8(ascii: "u"):
            if text.isHeader("upgrade") { isPlain = false }
        case UInt8(ascii: "e"):
            if text.isHeader("expect") { return false }
        case UInt8(ascii: "i"):
            if text.isHeader("if-none-match") {
                // Two lines form one list; the parser joins them.
                if !ifNoneMatch.isEmpty { isPlain = false }
                let value = text.value(after: "if-none-match")
                let start = line.upperBound - value.count
                ifNoneMatch = start..<line.upperBound
            }
        case UInt8(ascii: "f"):
            if text.isHeader("forwarded") {
                // Two lines form one list; the routes join them.
                if !forwarded.isEmpty { isPlain = false }
                forwarded = line.upperBound - text.value(after: "forwarded").count..<line.upperBound
            }
        case UInt8(ascii: "x"):
            if text.isHeader("x-forwarded-for") {
                // Two lines form one list; the routes join them.
                if !forwardedFor.isEmpty { isPlain = false }
                let value = text.value(after: "x-forwarded-for")
                forwardedFor = line.upperBound - value.count..<line.upperBound
            }
        case UInt8(ascii: "a"):
            // The header may grant more than the address does.
            if text.isHeader("authorization") { hasAuthorization = true }
        case 0x20, 0x29:
            // The line is folded: it starts with a space, or a tab with the bit that is set above.
            return false
        default:
            break
        }
        return true
    }
}

extension UnsafeRawBufferPointer {
    func starts(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && memcmp(baseAddress!, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    fileprivate func isStart(of text: StaticString) -> Bool {
        count < text.utf8CodeUnitCount && memcmp(baseAddress!, text.utf8Start, count) == 0
    }

    /// Whether the bytes contain a control character other than a tab.
    fileprivate var hasControls: Bool {
        var position = 0
        // Eight bytes at a time: a byte's high bit is set if the byte is below a space, or DEL.
        while position + 8 <= count {
            let bytes = loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let ones: UInt64 = 0x0101_0101_0101_0101
            let isLow = (bytes &- ones &* 0x20) & ~bytes
            let flipped = bytes ^ ones &* 0x7F
            let isDelete = (flipped &- ones) & ~flipped
            if (isLow | isDelete) & ones &* 0x80 != 0, hasControls(in: position..<position + 8) { return true }
            position += 8
        }
        return hasControls(in: position..<count)
    }

    private func hasControls(in range: Range<Int>) -> Bool {
        self[range].contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    }

    /// Returns whether this is a header line with a name, given in lower case.
    fileprivate func isHeader(_ name: StaticString) -> Bool {
        let length = name.utf8CodeUnitCount
        guard count > length, self[length] == UInt8(ascii: ":") else { return false }
        return UnsafeRawBufferPointer(rebasing: self[..<length]).isEqualIgnoringCase(to: name)
    }

    /// Returns the bytes after the colon and the blanks that follow it.
    fileprivate func value(after name: StaticString) -> UnsafeRawBufferPointer {
        var start = name.utf8CodeUnitCount + 1
        while start < count, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        return UnsafeRawBufferPointer(rebasing: self[start...])
    }

    /// Compares with a text of ASCII letters, digits and hyphens, given in lower case.
    fileprivate func isEqualIgnoringCase(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return zip(self, UnsafeRawBufferPointer(start: text.utf8Start, count: count)).allSatisfy { $0 | 0x20 == $1 }
    }
}
