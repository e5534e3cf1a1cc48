import Synchronization
import TileSessions
import TileSupport

/// How many requests clients may make: a bucket of tokens for each, which fills at a rate and holds so many.
final class RateBook: Sendable {
    private struct Bucket: Sendable {
        var tokens: Double
        /// When it held so many, on the server's clock, in nanoseconds.
        var moment: UInt64
    }

    private struct State: Sendable {
        var buckets: [ClientAddress: Bucket] = [:]
        /// How many there may be before full ones are looked for.
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

    /// Takes a token of a client's.
    ///
    /// - Returns: whether there was one. O(1), but for a pass over all clients each time that they doubled.
    func take(for client: ClientAddress) -> Bool {
        guard isLimited.load(ordering: .relaxed), let policy = policy.withLock({ $0 }) else { return true }
        let now = now()
        return state.withLock { state in
            if state.buckets.count >= state.room {
                state.buckets = state.buckets.filter { Self.tokens($0.value, now, policy) < policy.burst }
                state.room = max(Self.leastRoom, 2 * state.buckets.count)
            }
            let tokens = state.buckets[client].map { Self.tokens($0, now, policy) } ?? policy.burst
            let isThere = tokens >= 1
            state.buckets[client] = Bucket(tokens: isThere ? tokens - 1 : tokens, moment: now)
            return isThere
        }
    }

    private static func tokens(_ bucket: Bucket, _ now: UInt64, _ policy: RatePolicy) -> Double {
        let seconds = Double(now &- min(bucket.moment, now)) / 1e9
        return min(policy.burst, bucket.tokens + seconds * policy.perSecond)
    }

    /// Seconds until a client that has none has a token again, at least 1: what `Retry-After` can say.
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
