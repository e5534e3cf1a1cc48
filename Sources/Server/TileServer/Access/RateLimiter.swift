import Synchronization
import TileSessions
import TileSupport

/// A rate limiter with one token bucket for each client address.
final class RateLimiter: Sendable {
    private struct State: Sendable {
        var buckets: [ClientAddress: TokenBucket] = [:]
        /// The number of buckets at which full ones are removed.
        var room = RateLimiter.leastRoom
    }

    private let policy: Lock<RatePolicy?>
    private let isLimited: Atomic<Bool>
    private let state = Lock(State())
    private let now: @Sendable () -> UInt64
    let refused = Atomic(0)

    private static let leastRoom = 1024

    /// - Parameter policy: The limit, or nil for none.
    init(_ policy: RatePolicy?, now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }) {
        self.policy = Lock(policy)
        isLimited = Atomic(policy != nil)
        self.now = now
    }

    /// Replaces the limit for all later requests.
    func replace(_ new: RatePolicy?) {
        policy.withLock { $0 = new }
        isLimited.store(new != nil, ordering: .relaxed)
    }

    /// Spends a token from a client's bucket.
    ///
    /// - Returns: Whether a token was available.
    /// - Complexity: O(1) on average, with a pass over all clients each time their number has doubled.
    func spend(for client: ClientAddress) -> Bool {
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

    /// Returns whether a client's bucket has a token. Spends none.
    func hasToken(for client: ClientAddress) -> Bool {
        guard isLimited.load(ordering: .relaxed), let policy = policy.withLock({ $0 }) else { return true }
        let now = now()
        return state.withLock { $0.buckets[client].map { $0.available(policy, now: now) >= 1 } ?? true }
    }

    /// The seconds until an empty bucket has a token again, at least 1, for `Retry-After`.
    var secondsToToken: Int {
        policy.withLock { policy in policy.map { max(1, Int((1 / $0.perSecond).rounded(.up))) } ?? 1 }
    }

    var clients: Int { state.withLock { $0.buckets.count } }
}

/// A limit on the requests of one client, or on the frames of one connection. Opening a session counts as a request,
/// and so does each tile that a session delivers; its other messages don't.
public struct RatePolicy: Hashable, Sendable {
    /// The sustained rate, in requests or frames a second.
    public var perSecond: Double
    /// The number of requests that a client may make at once after a pause. A viewer that opens requests about sixty
    /// tiles.
    public var burst: Double

    /// Creates a limit. Traps unless both numbers are finite, the rate is positive, and the burst is at least 1.
    public init(perSecond: Double, burst: Double) {
        precondition(perSecond > 0 && perSecond.isFinite, "\(perSecond) requests a second can't be")
        precondition(burst >= 1 && burst.isFinite, "\(burst) requests at once can't be")
        (self.perSecond, self.burst) = (perSecond, burst)
    }
}
