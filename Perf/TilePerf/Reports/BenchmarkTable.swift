/// Runs in Go's benchmark format, which benchstat reads: a line for each run of a trace, its figures with their units.
///
/// Format: "Proposal: Go Benchmark Data Format" (golang.org/design/14313-benchmark-format).
public struct BenchmarkTable: Sendable {
    public private(set) var text = "goos: linux\npkg: tilework/perf\n"

    public init() {}

    /// Adds a line for a run, judged by a budget of a refresh rate in Hz; the ledger's if nil.
    public mutating func add(_ ledger: Ledger, refreshRate: Double? = nil) {
        let scores = Scores(ledger, refreshRate: refreshRate)
        let (times, sums) = (scores.frameTimes, ledger.totals)
        var figures: [(Double, String)] = []
        if let cost = times.cost {
            figures = [
                (cost.mean * 1e6, "ns/op"), (cost.p50 * 1e6, "p50-ns"), (cost.p90 * 1e6, "p90-ns"),
                (cost.p95 * 1e6, "p95-ns"), (cost.p99 * 1e6, "p99-ns"), (cost.worst * 1e6, "worst-ns"),
            ]
        }
        if let lag = scores.lag {
            figures += [(lag.p50, "lag-p50-ms"), (lag.p99, "lag-p99-ms"), (lag.worst, "lag-worst-ms")]
        }
        figures += [
            (times.longestStall, "stall-ms"), (scores.roughness, "roughness-pt"),
            (scores.checkerboard.blank.severity, "blank"), (scores.checkerboard.coarse.severity, "coarse"),
            (scores.checkerboard.stale.severity, "stale"), (Double(times.missed), "missed-frames"),
            (times.hitchRatio, "hitch-ms/s"),
            (scores.checkerboard.total.severity, "checkerboard"),
            (Double(sums[.rasterMicroseconds]) * 1000, "raster-ns"), (Double(sums[.draws]), "draws"),
            (Double(sums[.operationsReplayed]), "operations"), (Double(sums[.tilesFull]), "full-tiles"),
            (Double(sums[.tilesDraft]), "draft-tiles"), (Double(sums[.tilesWasted]), "wasted-tiles"),
        ]
        if let sharp = scores.timeToSharp { figures.append((sharp, "sharp-ms")) }
        let values = figures.map { "\($0.0.short)\t\($0.1)" }.joined(separator: "\t")
        text += "BenchmarkTrace/\(ledger.trace)\t\(times.shown)\t\(values)\n"
    }
}
