import NIOCore

/// What Redis answers, in version 2 of its protocol.
///
/// - SeeAlso: Redis serialization protocol specification, RESP2.
enum RedisReply: Hashable {
    case text(String)
    case error(String)
    case integer(Int64)
    case bytes(ByteBuffer)
    case array([RedisReply])
    /// A string or an array that there is not.
    case null

    /// What it says as text; nil for what is none.
    var string: String? {
        switch self {
        case .text(let text): text
        case .bytes(let bytes): String(buffer: bytes)
        case .error, .integer, .array, .null: nil
        }
    }
}
