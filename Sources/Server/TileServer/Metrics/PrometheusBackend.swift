import CoreMetrics
import TileEngine
import TileSupport

/// A swift-metrics backend that writes its values in the Prometheus text format, version 0.0.4.
///
/// Metrics appear in the order in which they were described, and undescribed ones last.
final class PrometheusBackend: MetricsFactory {
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// All values of one metric name.
    private struct Family {
        var kind: Kind
        var help: String?
        /// Whether values are sorted by their labels.
        var isSorted = false
        /// The values, in order of creation.
        var series: [(labels: String, value: any PrometheusValue)] = []
        var index: [String: Int] = [:]
    }

    private struct Families {
        var names: [String] = []
        var all: [String: Family] = [:]

        mutating func describe(_ name: String, as kind: Kind, help: String?) {
            if all[name] == nil {
                names.append(name)
                all[name] = Family(kind: kind)
            }
            if let help { all[name]!.help = help }
        }
    }

    private let families = Lock(Families())

    /// Describes a metric, even if it has no values yet.
    ///
    /// - Parameter isSorted: Whether its values are sorted by their labels instead of by creation.
    func describe(_ name: String, as kind: Kind, help: String, isSorted: Bool = false) {
        families.withLock {
            $0.describe(name, as: kind, help: help)
            $0.all[name]!.isSorted = isSorted
        }
    }

    /// The current values as text.
    ///
    /// - Complexity: O(n) for n values.
    var text: String {
        families.withLock { families in
            var text = ""
            for name in families.names {
                guard let family = families.all[name] else { continue }
                if let help = family.help { text += "# HELP \(name) \(help)\n" }
                text += "# TYPE \(name) \(family.kind.rawValue)\n"
                let series = family.isSorted ? family.series.sorted { $0.labels < $1.labels } : family.series
                for (labels, value) in series { value.write(name, labels, to: &text) }
            }
            return text
        }
    }

    private func value<Value: PrometheusValue>(
        _ name: String, _ kind: Kind, _ labels: [(String, String)], _ make: @Sendable () -> Value
    ) -> Value {
        let text = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        return families.withLock { families in
            families.describe(name, as: kind, help: nil)
            if let index = families.all[name]!.index[text],
                let known = families.all[name]!.series[index].value as? Value
            {
                return known
            }
            let made = make()
            families.all[name]!.index[text] = families.all[name]!.series.count
            families.all[name]!.series.append((text, made))
            return made
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
    }

    /// Returns a histogram that is set as a whole, unlike those that timers fill.
    func histogram(_ name: String, _ labels: [(String, String)]) -> PrometheusHistogram {
        value(name, .histogram, labels) { PrometheusHistogram() }
    }

    // MARK: MetricsFactory

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        value(label, .counter, dimensions) { PrometheusCounter() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        value(label, .gauge, dimensions) { PrometheusGauge() }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        value(label, .gauge, dimensions) { PrometheusGauge() }
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        histogram(label, dimensions)
    }

    // Values are kept, because a counter that goes back to 0 looks like a restart.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
