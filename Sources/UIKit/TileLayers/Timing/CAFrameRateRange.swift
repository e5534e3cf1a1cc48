/// A range of rates, in calls per second.
public struct CAFrameRateRange: Hashable, Sendable {
    public var minimum: Float
    public var maximum: Float
    /// The preferred rate; nil for any.
    public var preferred: Float?

    public init(minimum: Float, maximum: Float) { self.init(minimum: minimum, maximum: maximum, preferred: nil) }

    public init(minimum: Float, maximum: Float, preferred: Float?) {
        precondition(
            minimum.isFinite && maximum.isFinite && minimum >= 0 && minimum <= maximum
                && preferred.map { $0 == 0 || minimum...maximum ~= $0 } ?? true,
            "rates from \(minimum) to \(maximum), at best \(preferred ?? 0), can't be")
        self.minimum = minimum
        self.maximum = maximum
        self.preferred = preferred
    }

    /// Any rate.
    public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)
}
