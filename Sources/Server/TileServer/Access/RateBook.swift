import Synchronization
import TileSessions
import TileSupport

/// The requests that each client may still make: a token bucket for each address.
final class RateBook: Sendable {
    private struct State: Sendable {
        var buckets: [ClientAddress: TokenBucket] = [:]
        /// The number of buckets at which full ones are removed.
        var room = RateBook.leastRoom
    }

    private let policy: Lock<RatePolicy?>
    private let isLimited: Atomic<Bool>
    private let state = Lock(State())
    private let now: @Sendable () -> UInt64
    let refused = Atomic(0)

    private static let leastRoom = 1024

    /// - Parameter policy: nil for no limit.
    init(_ policy: RatePolicy?, now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }) {
        self.policy = Lock(policy)
        isLimited = Atomic(policy != nil)
        self.now = now
    }

    /// From now on.
    func replace(_ new: RatePolicy?) {
        policy.withLock { $0 = new }
        isLimited.store(new != nil, ordering: .relaxed)
    }

    /// Spends a token of a client's bucket.
    ///
    /// - Returns: Whether a token was available.
    /// - Complexity: O(1) on average; a pass over all clients each time that their number has doubled.
    func take(for client: ClientAddress) -> Bool {
        guard isLimited.load(ordering: .relaxed), let policy = policy.withLock({ $0 }) else { return true }
        let now = now()
        return state.withLock { state in
            if state.buckets.count >= state.room {
                state.buckets = state.buckets.filter { $0.value.available(policy, now: now) < policy.burst }
                state.room = max(Self.leastRoom, 2 * state.buckets.count)
            }
            return state.buckets[client, default: TokenBucket(policy, now: now)].spend(policy, now: now)
        }
    }

    /// The seconds until an empty bucket has a token again, at least 1, for `Retry-After`.
    var secondsToToken: Int {
        policy.withLock { policy in policy.map { max(1, Int((1 / $0.perSecond).rounded(.up))) } ?? 1 }
    }

    var clients: Int { state.withLock { $0.buckets.count } }
}

/// How many requests a client may make. Sessions and their pushes are none, opening one is.
public struct RatePolicy: Hashable, Sendable {
    /// Over a long time.
    public var perSecond: Double
    /// At once, after having made none for a while. A viewer that opens asks for some sixty tiles.
    public var burst: Double

    /// Traps unless both are positive and finite.
    public init(perSecond: Double, burst: Double) {
        precondition(perSecond > 0 && perSecond.isFinite, "\(perSecond) requests a second can't be")
        precondition(burst >= 1 && burst.isFinite, "\(burst) requests at once can't be")
        (self.perSecond, self.burst) = (perSecond, burst)
    }
}
