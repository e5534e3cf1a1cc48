/// How often a stage took how long, in buckets that double.
public struct LatencyHistogram: Hashable, Sendable {
    /// Upper bounds of the buckets in nanoseconds: 2¹⁴ (16 µs) to 2³³ (8.6 s). Below, a clock's own noise shows; above,
    /// it is no matter how far.
    public static let bounds = (14...33).map { UInt64(1) << $0 }

    /// How many took at most as long as the bound of the same index and longer than the one before; the last counts
    /// those beyond all bounds.
    public private(set) var counts = [UInt64](repeating: 0, count: bucketCount)
    /// In nanoseconds.
    public private(set) var sum: UInt64 = 0

    public init() {}

    public var count: UInt64 { counts.reduce(0, +) }

    /// Takes constant time.
    public mutating func record(_ nanoseconds: UInt64) {
        counts[Self.bucket(of: nanoseconds)] += 1
        sum += nanoseconds
    }

    /// Which bucket a time is counted in: an index of `counts`.
    package static func bucket(of nanoseconds: UInt64) -> Int {
        // The exponent of the least power of two that is not less.
        let exponent = nanoseconds <= 1 ? 0 : UInt64.bitWidth - (nanoseconds - 1).leadingZeroBitCount
        return min(max(exponent - 14, 0), bucketCount - 1)
    }

    /// Of `counts`.
    package static let bucketCount = 21

    /// Adds what was counted elsewhere.
    ///
    /// - Parameter index: of the bucket, as `bucket(of:)` has it.
    package mutating func add(_ count: UInt64, inBucket index: Int) { counts[index] += count }

    /// Adds to the sum of all times, in nanoseconds.
    package mutating func add(nanoseconds: UInt64) { sum += nanoseconds }
}
