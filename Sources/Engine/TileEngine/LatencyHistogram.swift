/// A histogram of durations in buckets that double.
public struct LatencyHistogram: Hashable, Sendable {
    /// The upper bounds of the buckets in nanoseconds: 2¹⁴ (16 µs) to 2³³ (8.6 s). Shorter times are clock noise;
    /// longer ones need no distinction.
    public static let bounds = (14...33).map { UInt64(1) << $0 }

    /// The number of durations in each bucket: at most the bound of the same index, and more than the one before. The
    /// last counts those beyond all bounds.
    public private(set) var counts = [UInt64](repeating: 0, count: bucketCount)
    /// The sum of all durations, in nanoseconds.
    public private(set) var sum: UInt64 = 0

    public init() {}

    public var count: UInt64 { counts.reduce(0, +) }

    /// Records a duration. Takes constant time.
    public mutating func record(_ nanoseconds: UInt64) {
        counts[Self.bucket(of: nanoseconds)] += 1
        sum += nanoseconds
    }

    /// Returns the bucket that counts a duration: an index of `counts`.
    package static func bucket(of nanoseconds: UInt64) -> Int {
        // The exponent of the smallest power of two that is at least `nanoseconds`.
        let exponent = nanoseconds <= 1 ? 0 : UInt64.bitWidth - (nanoseconds - 1).leadingZeroBitCount
        return min(max(exponent - 14, 0), bucketCount - 1)
    }

    /// The number of elements in `counts`.
    package static let bucketCount = 21

    /// Adds durations that were counted elsewhere.
    ///
    /// - Parameter index: The bucket, as returned by `bucket(of:)`.
    package mutating func add(_ count: UInt64, inBucket index: Int) { counts[index] += count }

    /// Adds to the sum of all durations, in nanoseconds.
    package mutating func add(nanoseconds: UInt64) { sum += nanoseconds }
}
