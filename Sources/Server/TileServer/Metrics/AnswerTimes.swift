import Synchronization
import TileEngine

/// A `LatencyHistogram` that many threads update at once without a lock, at the cost of two additions for each time.
///
/// A reader may see a time that is counted in its bucket but not yet in the sum.
final class AnswerTimes: Sendable {
    private let buckets = InlineArray<21, Atomic<UInt64>> { _ in Atomic(0) }
    private let sum = Atomic<UInt64>(0)

    func record(_ nanoseconds: UInt64) {
        buckets[LatencyHistogram.bucket(of: nanoseconds)].add(1, ordering: .relaxed)
        sum.add(nanoseconds, ordering: .relaxed)
    }

    /// The number of recorded times.
    var count: Int {
        var count: UInt64 = 0
        for index in 0..<LatencyHistogram.bucketCount { count += buckets[index].load(ordering: .relaxed) }
        return Int(count)
    }

    func add(to histogram: inout LatencyHistogram) {
        for index in 0..<LatencyHistogram.bucketCount {
            histogram.add(buckets[index].load(ordering: .relaxed), inBucket: index)
        }
        histogram.add(nanoseconds: sum.load(ordering: .relaxed))
    }
}
