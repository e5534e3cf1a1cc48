import NIOCore

/// A reply from Redis, in version 2 of its protocol.
///
/// - SeeAlso: Redis serialization protocol specification, RESP2.
enum RedisReply: Hashable {
    case text(String)
    case error(RedisError)
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

/// An error that Redis answers. Its first word is the error's code, in capitals.
struct RedisError: Hashable {
    let text: String
    /// Whether Redis has reached its memory limit and stores nothing.
    let isOutOfMemory: Bool

    init(_ text: String) {
        self.text = text
        let words = text.split(separator: " ")
        // Before version 7, a script's error has the code ERR, followed by that of the command that failed.
        isOutOfMemory = words.first == "OOM" || words.first == "ERR" && words.contains("-OOM")
    }
}
