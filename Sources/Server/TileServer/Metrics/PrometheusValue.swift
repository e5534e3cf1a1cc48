import CoreMetrics
import Synchronization
import TileEngine
import TileSupport

/// The value of one metric name and its labels.
protocol PrometheusValue: AnyObject, Sendable {
    /// Writes the lines of the value.
    ///
    /// - Parameter labels: The labels without braces, or an empty string for none.
    func write(_ name: String, _ labels: String, to text: inout String)
}

extension PrometheusValue {
    fileprivate func braced(_ labels: String) -> String { labels.isEmpty ? "" : "{\(labels)}" }
}

final class PrometheusCounter: CounterHandler, PrometheusValue {
    private let total = Atomic<Int64>(0)

    func increment(by amount: Int64) { total.add(amount, ordering: .relaxed) }

    func reset() { total.store(0, ordering: .relaxed) }

    func write(_ name: String, _ labels: String, to text: inout String) {
        text += "\(name)\(braced(labels)) \(total.load(ordering: .relaxed))\n"
    }
}

final class PrometheusGauge: MeterHandler, RecorderHandler, PrometheusValue {
    private let level = Lock(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { level.withLock { $0 = value } }
    func increment(by amount: Double) { level.withLock { $0 += amount } }
    func decrement(by amount: Double) { increment(by: -amount) }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }

    func write(_ name: String, _ labels: String, to text: inout String) {
        let level = level.withLock { $0 }
        let number = Int64(exactly: level).map { "\($0)" } ?? "\(level)"
        text += "\(name)\(braced(labels)) \(number)\n"
    }
}

/// A histogram that is written in seconds.
final class PrometheusHistogram: TimerHandler, PrometheusValue {
    private let histogram = Lock(LatencyHistogram())

    func recordNanoseconds(_ duration: Int64) { histogram.withLock { $0.record(UInt64(max(duration, 0))) } }

    func set(_ value: LatencyHistogram) { histogram.withLock { $0 = value } }

    func write(_ name: String, _ labels: String, to text: inout String) {
        let histogram = histogram.withLock { $0 }
        let first = labels.isEmpty ? "" : "\(labels),"
        var sum: UInt64 = 0
        for (bound, count) in zip(LatencyHistogram.bounds, histogram.counts) {
            sum += count
            text += "\(name)_bucket{\(first)le=\"\(Double(bound) / 1e9)\"} \(sum)\n"
        }
        text += "\(name)_bucket{\(first)le=\"+Inf\"} \(histogram.count)\n"
        text += "\(name)_sum\(braced(labels)) \(Double(histogram.sum) / 1e9)\n"
        text += "\(name)_count\(braced(labels)) \(histogram.count)\n"
    }
}
