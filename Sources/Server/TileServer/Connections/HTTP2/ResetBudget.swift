import NIOCore
import TileSessions

/// The unanswered streams that a client may reset.
enum ResetBudget {
    /// A budget of the connection alone. Used for a trusted proxy, whose connections carry many clients.
    case connection(TokenBucket, RatePolicy)
    /// Shared by all connections of a client, so that a new connection is not a new budget.
    case client(ClientAddress, RateLimiter)

    /// Spends one reset.
    ///
    /// - Returns: Whether the budget allowed for it.
    mutating func spend(now: NIODeadline) -> Bool {
        switch self {
        case .connection(var bucket, let policy):
            let isAllowed = bucket.spend(policy, now: now.uptimeNanoseconds)
            self = .connection(bucket, policy)
            return isAllowed
        case .client(let client, let limiter): return limiter.spend(for: client)
        }
    }

    /// Returns whether a reset would be within the budget. Spends none.
    func hasRoom(now: NIODeadline) -> Bool {
        switch self {
        case .connection(let bucket, let policy): bucket.available(policy, now: now.uptimeNanoseconds) >= 1
        case .client(let client, let limiter): limiter.hasToken(for: client)
        }
    }
}
