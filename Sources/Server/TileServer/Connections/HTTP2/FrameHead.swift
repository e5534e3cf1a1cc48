import NIOCore

/// The header of an HTTP/2 frame (RFC 9113 section 4.1).
struct FrameHead: Equatable {
    /// The length of the payload, in bytes.
    var length: Int
    var kind: UInt8
    var flags: UInt8
    /// The stream identifier; 0 for the connection.
    var stream: Int32

    /// The size of the header itself, in bytes.
    static let size = 9

    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let resetStream: UInt8 = 3
    static let settings: UInt8 = 4
    static let goAway: UInt8 = 7
    static let windowUpdate: UInt8 = 8
    static let continuation: UInt8 = 9

    static let endStream: UInt8 = 0x1
    static let acknowledged: UInt8 = 0x1
    static let endHeaders: UInt8 = 0x4
    static let padded: UInt8 = 0x8
    static let priority: UInt8 = 0x20

    init(_ kind: UInt8, stream: Int32 = 0, flags: UInt8 = 0, length: Int = 0) {
        (self.kind, self.stream, self.flags, self.length) = (kind, stream, flags, length)
    }

    /// Reads a frame header, or returns nil if the buffer has too few bytes from the index on.
    init?(in buffer: ByteBuffer, at index: Int) {
        guard let first = buffer.getInteger(at: index, as: UInt64.self),
            let last = buffer.getInteger(at: index + 8, as: UInt8.self)
        else { return nil }
        length = Int(first >> 40)
        kind = UInt8(truncatingIfNeeded: first >> 32)
        flags = UInt8(truncatingIfNeeded: first >> 24)
        // The first bit is reserved.
        stream = Int32(truncatingIfNeeded: (first & 0x7F_FFFF) << 8 | UInt64(last))
    }

    func has(_ flag: UInt8) -> Bool { flags & flag != 0 }

    func write(to buffer: inout ByteBuffer) {
        buffer.writeInteger(UInt64(length) << 40 | UInt64(kind) << 32 | UInt64(flags) << 24 | UInt64(stream) >> 8)
        buffer.writeInteger(UInt8(truncatingIfNeeded: stream))
    }

    /// Writes a frame whose length is known only after its payload was written.
    static func write(
        _ kind: UInt8, stream: Int32, flags: UInt8, to buffer: inout ByteBuffer, payload: (inout ByteBuffer) -> Void
    ) {
        let start = buffer.writerIndex
        FrameHead(kind, stream: stream, flags: flags).write(to: &buffer)
        payload(&buffer)
        let length = buffer.writerIndex - start - size
        buffer.setInteger(UInt16(truncatingIfNeeded: length >> 8), at: start)
        buffer.setInteger(UInt8(truncatingIfNeeded: length), at: start + 2)
    }
}

/// The reason for which an HTTP/2 connection ends (RFC 9113 section 7).
enum ConnectionError: UInt32 {
    case `protocol` = 1
    case flowControl = 3
    case streamClosed = 5
    case compression = 9
    case enhanceYourCalm = 11
}
