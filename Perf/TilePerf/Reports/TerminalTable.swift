/// Many replays on one screen of a terminal: a line for each that is well. Of others `TerminalSummary` says more.
public struct TerminalTable: Sendable {
    /// In columns: of the names, and of the sparkline, which gets what is left.
    private let nameWidth: Int
    private let sparkWidth: Int

    /// Of the numbers, with the space before them.
    private static let columns = [
        ("p50", 6), ("p90", 6), ("p95", 6), ("p99", 6), ("worst", 6), ("budget", 7), ("missed", 7),
    ]
    /// Longer names push the rest of their line to the right.
    private static let longestName = 24
    private static let shortestSpark = 8

    /// - Parameters:
    ///   - names: of all traces.
    ///   - width: of a line, in columns.
    public init(_ names: [String], width: Int) {
        nameWidth = min(Self.longestName, names.map(\.count).max() ?? 0)
        let numbers = Self.columns.reduce(0) { $0 + $1.1 }
        sparkWidth = max(Self.shortestSpark, width - nameWidth - 2 - numbers - 4)
    }

    /// What the columns are.
    public var head: String {
        Self.padded("trace", nameWidth) + "  " + Self.padded("ms a frame", sparkWidth)
            + Self.numbers(Self.columns.map(\.0))
    }

    /// The line of a run, judged by a budget of a refresh rate in Hz; the ledger's if nil.
    public func line(_ ledger: Ledger, refreshRate: Double? = nil) -> String {
        let scores = Scores(ledger, refreshRate: refreshRate)
        let times = scores.frameTimes
        let costs = times.cost.map { [$0.p50, $0.p90, $0.p95, $0.p99, $0.worst].map(\.short) }
        let figures = (costs ?? ["–", "–", "–", "–", "–"]) + [scores.budget.short, "\(times.missed)"]
        let spark = TerminalSummary.sparkline(ledger, scores.budget, width: sparkWidth)
        return Self.padded(ledger.trace, nameWidth) + "  " + Self.padded(spark, sparkWidth) + Self.numbers(figures)
            + (ledger.clock == .virtual ? "  ok" : "")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func numbers(_ texts: [String]) -> String {
        zip(texts, columns).map { text, column in
            String(repeating: " ", count: max(1, column.1 - text.count)) + text
        }.joined()
    }
}
