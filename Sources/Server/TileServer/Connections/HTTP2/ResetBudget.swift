import NIOCore
import TileSessions

/// The unanswered streams that a client may reset.
enum ResetBudget {
    /// The connection's own: a trusted proxy's, over which many clients come.
    case connection(TokenBucket, RatePolicy)
    /// Shared by all connections of a client, so that a new connection is not a new budget.
    case client(ClientAddress, RateBook)

    /// Spends one reset.
    ///
    /// - Returns: Whether the budget allowed for it.
    mutating func spend(now: NIODeadline) -> Bool {
        switch self {
        case .connection(var bucket, let policy):
            let isAllowed = bucket.spend(policy, now: now.uptimeNanoseconds)
            self = .connection(bucket, policy)
            return isAllowed
        case .client(let client, let book): return book.take(for: client)
        }
    }
}
