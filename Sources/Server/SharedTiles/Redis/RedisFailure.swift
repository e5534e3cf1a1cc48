/// Why Redis is not to be had now. No description holds a password.
enum RedisFailure: Error, Hashable, CustomStringConvertible {
    /// There is no connection, and none is tried before a while.
    case notConnected
    /// As much as may waits for answers.
    case backlog
    /// No answer came in time.
    case timedOut(milliseconds: Int64)
    case closed
    case unreachable(String)
    /// It answered what Redis does not.
    case violation(String)
    /// It refused the password, the database or the channel.
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
