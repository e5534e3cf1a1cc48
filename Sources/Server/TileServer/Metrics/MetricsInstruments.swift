import CoreMetrics
import TileEngine

/// The swift-metrics instruments that receive a server's numbers. Each gets the change since the last update.
struct MetricsInstruments {
    private struct Series: Hashable {
        var name: String
        /// The values of the labels.
        var values: [String] = []
    }

    let prometheus: PrometheusBackend
    /// The program's own backend.
    let other: (any MetricsFactory)?
    private var counters: [Series: (counter: Counter, told: Int)] = [:]
    private var meters: [Series: Meter] = [:]
    private var timers: [Series: (timer: Timer, told: LatencyHistogram)] = [:]

    init(prometheus: PrometheusBackend, other: (any MetricsFactory)?) {
        (self.prometheus, self.other) = (prometheus, other)
    }

    private var factory: any MetricsFactory {
        other.map { MultiplexMetricsHandler(factories: [prometheus, $0]) } ?? prometheus
    }

    /// Updates a counter.
    mutating func total(_ name: String, help: String, value: Int) {
        prometheus.describe(name, as: .counter, help: help)
        count(name, labels: [], value: value)
    }

    /// Updates a counter for each value of a label.
    ///
    /// - Parameter isSorted: Whether to sort by the label's values, which is necessary if they appear over time.
    mutating func totals(
        _ name: String, _ help: String, by label: String, isSorted: Bool = false, _ values: [(String, Int)]
    ) {
        totals(name, help, by: [label], isSorted: isSorted, values.map { ([$0.0], $0.1) })
    }

    /// Updates a counter for each combination of the values of several labels.
    mutating func totals(
        _ name: String, _ help: String, by labels: [String], isSorted: Bool = false, _ values: [([String], Int)]
    ) {
        prometheus.describe(name, as: .counter, help: help, isSorted: isSorted)
        for (value, total) in values { count(name, labels: Array(zip(labels, value)), value: total) }
    }

    private mutating func count(_ name: String, labels: [(String, String)], value: Int) {
        let series = Series(name: name, values: labels.map(\.1))
        var known =
            counters[series] ?? (Counter(label: name, dimensions: labels, factory: factory), 0)
        if value > known.told { known.counter.increment(by: value - known.told) }
        known.told = max(known.told, value)
        counters[series] = known
    }

    /// Updates a gauge.
    mutating func level(_ name: String, help: String, value: Int) {
        prometheus.describe(name, as: .gauge, help: help)
        set(name, labels: [], value: value)
    }

    /// Updates a gauge for each value of a label.
    mutating func levels(_ name: String, help: String, by label: String, values: [(String, Int)]) {
        prometheus.describe(name, as: .gauge, help: help)
        for (value, level) in values { set(name, labels: [(label, value)], value: level) }
    }

    private mutating func set(_ name: String, labels: [(String, String)], value: Int) {
        let series = Series(name: name, values: labels.map(\.1))
        let meter = meters[series] ?? Meter(label: name, dimensions: labels, factory: factory)
        meters[series] = meter
        meter.set(value)
    }

    /// Updates a histogram of durations since the start of the server.
    mutating func times(_ name: String, help: String, by label: String? = nil, values: [(String, LatencyHistogram)]) {
        prometheus.describe(name, as: .histogram, help: help)
        for (value, histogram) in values {
            let labels = label.map { [($0, value)] } ?? []
            prometheus.histogram(name, labels).set(histogram)
            guard let other else { continue }
            let series = Series(name: name, values: [value])
            let known =
                timers[series] ?? (Timer(label: name, dimensions: labels, factory: other), LatencyHistogram())
            for (nanoseconds, count) in histogram.growth(since: known.told) {
                for _ in 0..<min(count, Self.maxRecords) { known.timer.recordNanoseconds(nanoseconds) }
            }
            timers[series] = (known.timer, histogram)
        }
    }

    /// The largest number of durations recorded for one bucket at a time. A backend that averages needs no more.
    private static let maxRecords = 1000
}

extension LatencyHistogram {
    /// The durations added since an earlier state, as an approximate duration and a count for each bucket. Each
    /// duration counts as three quarters of its bucket's upper bound, which is the middle of the bucket.
    fileprivate func growth(since old: LatencyHistogram) -> [(nanoseconds: Int64, count: Int)] {
        zip(counts, old.counts).enumerated().compactMap { index, pair in
            guard pair.0 > pair.1 else { return nil }
            let bound = index < Self.bounds.count ? Self.bounds[index] : Self.bounds[Self.bounds.count - 1] * 2
            return (Int64(bound / 4 * 3), Int(pair.0 - pair.1))
        }
    }
}
