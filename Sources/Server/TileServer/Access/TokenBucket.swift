import TileSupport

/// A budget that refills at a constant rate up to a burst: a token bucket.
struct TokenBucket: Sendable {
    /// The tokens that the bucket held at `moment`.
    private var tokens: Double
    /// The time of the last change, in nanoseconds on the owner's clock.
    private var moment: UInt64

    /// A full bucket.
    ///
    /// - Parameter now: The current time in nanoseconds.
    init(_ policy: RatePolicy, now: UInt64) { (tokens, moment) = (policy.burst, now) }

    /// Returns the tokens available at a time. A clock that went back adds none.
    func available(_ policy: RatePolicy, now: UInt64) -> Double {
        let seconds = Double(now &- min(moment, now)) / 1e9
        return min(policy.burst, tokens + seconds * policy.perSecond)
    }

    /// Spends one token.
    ///
    /// - Returns: Whether a token was available.
    mutating func spend(_ policy: RatePolicy, now: UInt64) -> Bool {
        tokens = available(policy, now: now)
        moment = now
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }
}
