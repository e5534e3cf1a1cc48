import NIOCore

/// An encoded command: an array of strings.
struct RedisCommand {
    private(set) var encoded: ByteBuffer

    init(_ parts: Part...) { self.init(parts) }

    init(_ parts: [Part]) {
        encoded = ByteBuffer()
        encoded.reserveCapacity(parts.reduce(16) { $0 + $1.byteCount + 16 })
        encoded.writeString("*\(parts.count)\r\n")
        for part in parts {
            encoded.writeString("$\(part.byteCount)\r\n")
            switch part {
            case .text(let text): encoded.writeString(text)
            case .bytes(var bytes): encoded.writeBuffer(&bytes)
            }
            encoded.writeString("\r\n")
        }
    }

    enum Part: ExpressibleByStringInterpolation {
        case text(String)
        case bytes(ByteBuffer)

        init(stringLiteral text: String) { self = .text(text) }

        var byteCount: Int {
            switch self {
            case .text(let text): text.utf8.count
            case .bytes(let bytes): bytes.readableBytes
            }
        }
    }
}
