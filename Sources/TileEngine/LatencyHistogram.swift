/// How often a stage took how long, in buckets that double.
public struct LatencyHistogram: Hashable, Sendable {
    /// Upper bounds of the buckets in nanoseconds: 2¹⁴ (16 µs) to 2³³ (8.6 s). Below, a clock's own noise shows; above,
    /// it is no matter how far.
    public static let bounds = (14...33).map { UInt64(1) << $0 }

    /// How many took at most as long as the bound of the same index and longer than the one before; the last counts
    /// those beyond all bounds.
    public private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    /// In nanoseconds.
    public private(set) var sum: UInt64 = 0

    public init() {}

    public var count: UInt64 { counts.reduce(0, +) }

    /// Takes constant time.
    public mutating func record(_ nanoseconds: UInt64) {
        // The exponent of the least power of two that is not less.
        let exponent = nanoseconds <= 1 ? 0 : UInt64.bitWidth - (nanoseconds - 1).leadingZeroBitCount
        counts[min(max(exponent - 14, 0), Self.bounds.count)] += 1
        sum += nanoseconds
    }
}
