import NIOCore

/// A reply from Redis, in version 2 of its protocol.
///
/// - SeeAlso: Redis serialization protocol specification, RESP2.
enum RedisReply: Hashable {
    case text(String)
    case error(String)
    case integer(Int64)
    case bytes(ByteBuffer)
    case array([RedisReply])
    /// A null string or array.
    case null

    /// The reply as text; nil if it is not text.
    var string: String? {
        switch self {
        case .text(let text): text
        case .bytes(let bytes): String(buffer: bytes)
        case .error, .integer, .array, .null: nil
        }
    }
}
