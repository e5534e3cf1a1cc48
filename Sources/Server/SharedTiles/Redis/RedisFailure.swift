/// The reason why a Redis command failed. Descriptions never contain a password.
enum RedisFailure: Error, Hashable, CustomStringConvertible {
    /// There is no connection, and the next attempt is later.
    case notConnected
    /// The maximum number of commands is pending.
    case backlog
    /// No answer arrived in time.
    case timedOut(milliseconds: Int64)
    case closed
    case unreachable(String)
    /// The server's answer violates the Redis protocol.
    case violation(String)
    /// The server rejected the password, the database or the channel.
    case refused(String)

    var description: String {
        switch self {
        case .notConnected: "there is no connection"
        case .backlog: "too much waits for its answers"
        case .timedOut(let milliseconds): "no answer within \(milliseconds) ms"
        case .closed: "it closed the connection"
        case .unreachable(let reason): reason
        case .violation(let reason): "it does not speak as Redis does: \(reason)"
        case .refused(let reason): "it refused: \(reason)"
        }
    }
}
