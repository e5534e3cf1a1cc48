import Foundation
import TileFormats

/// A request's head as far as it decides whether the request can be answered at once. Offsets count from the request's
/// first byte.
///
/// This reader is before the real HTTP parser and must never disagree with it about where a request ends. So it takes
/// only what is plain (one line end, no body, no folded lines, HTTP/1.1), and says of all else that it does not know.
struct RequestHead: Equatable {
    /// Up to and including the empty line.
    var length: Int
    var isHead = false
    /// The path, without the query.
    var path: Range<Int>
    /// The path with its query.
    var target = 0..<0
    /// Whether a query follows the path.
    var hasQuery = false
    /// The value of If-None-Match, or empty.
    var ifNoneMatch = 0..<0
    /// The value of X-Forwarded-For, or empty.
    var forwardedFor = 0..<0
    /// The value of Forwarded, or empty.
    var forwarded = 0..<0
    /// Whether the connection is to stay open and speak HTTP after it.
    var isPlain = true
    /// Whether the request says who makes it.
    var hasAuthorization = false
    /// The value of Host.
    var host = 0..<0
    /// Whether a page asks, and the request says of which origin.
    var hasOrigin = false
    private var hosts = 0

    enum Outcome: Equatable {
        case head(RequestHead)
        /// It does not end within the bytes.
        case incomplete
        /// Not for us: from here on the connection is the HTTP parser's.
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
            // What is outside of this is no URL; let the parser say so.
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
                // None, or two, are refused with the parser's.
                return head.hosts == 1 ? .head(head) : .unknown
            }
            guard head.take(position..<line.end, bytes) else { return .unknown }
            position = line.next
        }
    }

    /// Heads that are longer than this are not for us; browsers stay far below.
    private static let limit = 16 << 10

    private struct Line {
        /// Before the line end.
        var end: Int
        /// After it.
        var next: Int
        /// Whether the line ends as it should and has no other carriage return in it.
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

    /// Looks at one header line. Answers false when the request may have a body, or is not plain to read.
    private mutating func take(_ line: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let text = UnsafeRawBufferPointer(rebasing: bytes[line])
        // A name that is followed by blanks is what request smuggling is made of: the parser refuses it.
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
                // Twice is a list in two lines; the parser joins them.
                if !ifNoneMatch.isEmpty { isPlain = false }
                let value = text.value(after: "if-none-match")
                let start = line.upperBound - value.count
                ifNoneMatch = start..<line.upperBound
            }
        case UInt8(ascii: "f"):
            if text.isHeader("forwarded") {
                // Two are one list; the routes join them.
                if !forwarded.isEmpty { isPlain = false }
                forwarded = line.upperBound - text.value(after: "forwarded").count..<line.upperBound
            }
        case UInt8(ascii: "x"):
            if text.isHeader("x-forwarded-for") {
                // Two are one list; the routes join them.
                if !forwardedFor.isEmpty { isPlain = false }
                let value = text.value(after: "x-forwarded-for")
                forwardedFor = line.upperBound - value.count..<line.upperBound
            }
        case UInt8(ascii: "a"):
            // It may grant more than the address does.
            if text.isHeader("authorization") { hasAuthorization = true }
        case 0x20, 0x29:
            // A folded line (a space, or a tab with the bit that is set here).
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

    /// Whether there is a control character, other than a tab.
    fileprivate var hasControls: Bool {
        var position = 0
        // Eight at a time: the bit of a byte is set when the byte is below a space, or DEL.
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

    /// Whether this is a header line of that name, given in lower case.
    fileprivate func isHeader(_ name: StaticString) -> Bool {
        let length = name.utf8CodeUnitCount
        guard count > length, self[length] == UInt8(ascii: ":") else { return false }
        return UnsafeRawBufferPointer(rebasing: self[..<length]).isEqualIgnoringCase(to: name)
    }

    /// What is after the colon and the blanks that follow it.
    fileprivate func value(after name: StaticString) -> UnsafeRawBufferPointer {
        var start = name.utf8CodeUnitCount + 1
        while start < count, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
        return UnsafeRawBufferPointer(rebasing: self[start...])
    }

    /// For ASCII letters, digits and hyphens, given in lower case.
    fileprivate func isEqualIgnoringCase(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return zip(self, UnsafeRawBufferPointer(start: text.utf8Start, count: count)).allSatisfy { $0 | 0x20 == $1 }
    }
}
