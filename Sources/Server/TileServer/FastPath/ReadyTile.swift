import NIOCore
import TileEngine

/// A tile ready for sending: header lines and file are in one buffer, so an answer only hands the buffer to the socket.
///
///     ETag, Cache-Control, CORS │ Content-Type, Content-Length, empty line │ the file
///     ◄──── of a 304 too ──────►
///     ◄──────────────── of an answer to HEAD ─────────────────────────────►
///
/// The status line and the date are not part of it, because they change.
final class ReadyTile: TilePackage {
    let buffer: ByteBuffer
    let validatorLength: Int
    let headLength: Int
    let entityTag: String
    let mediaType: String
    let cacheControl: String

    init(
        key: TileKey, file: [UInt8], validator: StrongValidator, cacheControl: String, web: WebRules = .open
    ) {
        guard case .encoded(let format) = key.output else { preconditionFailure("pixels are not sent") }
        entityTag = Self.entityTag(validator)
        mediaType = format.mediaType
        self.cacheControl = cacheControl
        let validators = """
            ETag: \(entityTag)\r
            Cache-Control: \(cacheControl)\r
            \(web.tileLines)\r

            """
        let type = """
            Content-Type: \(mediaType)\r
            Content-Length: \(file.count)\r
            \r

            """
        validatorLength = validators.utf8.count
        headLength = validatorLength + type.utf8.count
        var buffer = ByteBuffer()
        buffer.reserveCapacity(headLength + file.count)
        buffer.writeString(validators)
        buffer.writeString(type)
        buffer.writeBytes(file)
        self.buffer = buffer
    }

    /// Returns the package that the server's engine has made of a tile's file.
    static func of(_ tile: CachedTile) -> ReadyTile {
        guard case .package(let package) = tile.payload, let ready = package as? ReadyTile else {
            preconditionFailure("the server's engine packages its files")
        }
        return ready
    }

    var byteCount: Int { buffer.storageCapacity }

    /// The file without the header lines. It shares the buffer's memory.
    var file: ByteBuffer { buffer.getSlice(at: headLength, length: buffer.readableBytes - headLength)! }

    static func entityTag(_ validator: StrongValidator) -> String {
        let digits = String(validator.number, radix: 16)
        return "\"\(String(repeating: "0", count: 16 - digits.count))\(digits)\""
    }
}

extension ReadyTile {
    /// Header lines of an answer to HEAD, with the empty line.
    var head: ByteBuffer { buffer.getSlice(at: 0, length: headLength)! }

    /// Header lines of a 304, with the empty line.
    var validatorLines: ByteBuffer {
        var lines = buffer.getSlice(at: 0, length: validatorLength)!
        lines.writeStaticString("\r\n")
        return lines
    }

    /// Returns whether an If-None-Match header with these bytes contains the tile's entity tag, or is `*`.
    func isNamed(in condition: UnsafeRawBufferPointer) -> Bool {
        !condition.isEmpty && EntityTagList(condition).names(entityTag)
    }
}
