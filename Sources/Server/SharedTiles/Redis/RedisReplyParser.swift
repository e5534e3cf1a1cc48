import NIOCore

/// An incremental parser that splits a byte stream into replies.
///
/// Its memory is bounded: a reply that declares a length above `Limits` closes the connection before anything is stored
/// for it.
struct RedisReplyParser {
    struct Limits {
        /// The maximum bytes of a string.
        var string: Int
        /// The maximum bytes of a line: a length, a number, or an error message.
        var line = 8192
        var elements = 64
        var depth = 4
    }

    private let limits: Limits
    private var buffer = ByteBuffer()

    init(limits: Limits) { self.limits = limits }

    mutating func append(_ bytes: inout ByteBuffer) {
        if buffer.readableBytes == 0 { buffer = bytes } else { buffer.writeBuffer(&bytes) }
    }

    /// Returns the next complete reply; nil if more bytes are needed.
    ///
    /// - Throws: `.violation` for an invalid reply.
    mutating func next() throws(RedisFailure) -> RedisReply? {
        // The cursor is a copy, so an incomplete reply leaves the buffer unchanged.
        var cursor = buffer
        guard let reply = try read(&cursor, depth: 0) else { return nil }
        buffer = cursor
        // Frees the bytes that were read.
        if buffer.readableBytes == 0 { buffer = ByteBuffer() } else { buffer.discardReadBytes() }
        return reply
    }

    private func read(_ cursor: inout ByteBuffer, depth: Int) throws(RedisFailure) -> RedisReply? {
        guard let line = try line(&cursor) else { return nil }
        guard let kind = line.first else { throw .violation("an empty line") }
        let rest = line.dropFirst()
        switch kind {
        case UInt8(ascii: "+"): return .text(String(decoding: rest, as: UTF8.self))
        case UInt8(ascii: "-"): return .error(RedisError(String(decoding: rest, as: UTF8.self)))
        case UInt8(ascii: ":"): return .integer(try number(rest))
        case UInt8(ascii: "$"):
            guard let count = try count(rest, limit: limits.string) else { return .null }
            guard cursor.readableBytes >= count + 2 else { return nil }
            let bytes = cursor.readSlice(length: count)!
            guard cursor.readBytes(length: 2) == [0x0D, 0x0A] else { throw .violation("a string without an end") }
            return .bytes(bytes)
        case UInt8(ascii: "*"):
            guard let count = try count(rest, limit: limits.elements) else { return .null }
            guard depth < limits.depth else { throw .violation("arrays within arrays") }
            var elements: [RedisReply] = []
            for _ in 0..<count {
                guard let element = try read(&cursor, depth: depth + 1) else { return nil }
                elements.append(element)
            }
            return .array(elements)
        default: throw .violation("a reply of kind \(kind)")
        }
    }

    /// Returns a line without its terminator; nil if it is incomplete.
    private func line(_ cursor: inout ByteBuffer) throws(RedisFailure) -> ByteBufferView? {
        let view = cursor.readableBytesView
        guard let end = view.prefix(limits.line).firstIndex(of: 0x0D) else {
            if view.count >= limits.line { throw .violation("a line of more than \(limits.line) bytes") }
            return nil
        }
        guard end + 1 < view.endIndex else { return nil }
        guard view[end + 1] == 0x0A else { throw .violation("a line that does not end as lines do") }
        let line = view[..<end]
        cursor.moveReaderIndex(forwardBy: line.count + 2)
        return line
    }

    private func number(_ digits: ByteBufferView) throws(RedisFailure) -> Int64 {
        guard digits.count <= 20, let number = Int64(String(decoding: digits, as: UTF8.self)) else {
            throw .violation("a number that is none")
        }
        return number
    }

    /// Returns a count; nil for −1, which means null.
    private func count(_ digits: ByteBufferView, limit: Int) throws(RedisFailure) -> Int? {
        let count = try number(digits)
        if count == -1 { return nil }
        guard (0...Int64(limit)).contains(count) else { throw .violation("\(count) of what may be \(limit) at most") }
        return Int(count)
    }
}
