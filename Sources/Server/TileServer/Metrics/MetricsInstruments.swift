import CoreMetrics
import TileEngine

/// The instruments of swift-metrics that a server's numbers are told to, each by how it has changed since the last
/// time.
struct MetricsInstruments {
    private struct Series: Hashable {
        var name: String
        /// The values of its labels.
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

    /// A number that only grows.
    mutating func total(_ name: String, _ help: String, _ value: Int) {
        prometheus.describe(name, .counter, help)
        count(name, [], value)
    }

    /// The same for each value of a label.
    ///
    /// - Parameter isSorted: for values that come with time.
    mutating func totals(
        _ name: String, _ help: String, by label: String, isSorted: Bool = false, _ values: [(String, Int)]
    ) {
        totals(name, help, by: [label], isSorted: isSorted, values.map { ([$0.0], $0.1) })
    }

    /// The same for each values of several labels.
    mutating func totals(
        _ name: String, _ help: String, by labels: [String], isSorted: Bool = false, _ values: [([String], Int)]
    ) {
        prometheus.describe(name, .counter, help, isSorted: isSorted)
        for (value, total) in values { count(name, Array(zip(labels, value)), total) }
    }

    private mutating func count(_ name: String, _ labels: [(String, String)], _ value: Int) {
        let series = Series(name: name, values: labels.map(\.1))
        var known =
            counters[series] ?? (Counter(label: name, dimensions: labels, factory: factory), 0)
        if value > known.told { known.counter.increment(by: value - known.told) }
        known.told = max(known.told, value)
        counters[series] = known
    }

    /// A number that grows and shrinks.
    mutating func level(_ name: String, _ help: String, _ value: Int) {
        prometheus.describe(name, .gauge, help)
        set(name, [], value)
    }

    /// The same for each value of a label.
    mutating func levels(_ name: String, _ help: String, by label: String, _ values: [(String, Int)]) {
        prometheus.describe(name, .gauge, help)
        for (value, level) in values { set(name, [(label, value)], level) }
    }

    private mutating func set(_ name: String, _ labels: [(String, String)], _ value: Int) {
        let series = Series(name: name, values: labels.map(\.1))
        let meter = meters[series] ?? Meter(label: name, dimensions: labels, factory: factory)
        meters[series] = meter
        meter.set(value)
    }

    /// How long something took, in all since the server's start.
    mutating func times(_ name: String, _ help: String, by label: String? = nil, _ values: [(String, LatencyHistogram)])
    {
        prometheus.describe(name, .histogram, help)
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

    /// Of one bucket at a time: a program's backend that averages does it as well over fewer.
    private static let maxRecords = 1000
}

extension LatencyHistogram {
    /// What came since an earlier state: about how many nanoseconds, and how often. A bucket's times count as three
    /// quarters of its upper bound, the middle of what it holds.
    fileprivate func growth(since old: LatencyHistogram) -> [(nanoseconds: Int64, count: Int)] {
        zip(counts, old.counts).enumerated().compactMap { index, pair in
            guard pair.0 > pair.1 else { return nil }
            let bound = index < Self.bounds.count ? Self.bounds[index] : Self.bounds[Self.bounds.count - 1] * 2
            return (Int64(bound / 4 * 3), Int(pair.0 - pair.1))
        }
    }
}
