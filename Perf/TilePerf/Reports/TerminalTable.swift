/// A table for a terminal with a line for each replay that passed. `TerminalSummary` describes the others.
public struct TerminalTable: Sendable {
    /// The columns of the names, and of the sparkline, which gets the remaining ones.
    private let nameWidth: Int
    private let sparkWidth: Int

    /// The numbers with the columns that they take, including the space before them.
    private static let columns = [
        ("p50", 6), ("p90", 6), ("p95", 6), ("p99", 6), ("worst", 6), ("budget", 7), ("missed", 7),
    ]
    /// The widest name column. Longer names push the rest of their line to the right.
    private static let longestName = 24
    private static let shortestSpark = 8
    /// The columns of the outcome with two spaces before it.
    private static let outcomeWidth = 12

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - names: The names of all traces.
    ///   - width: The columns of a line.
    public init(_ names: [String], width: Int) {
        nameWidth = min(Self.longestName, names.map(\.count).max() ?? 0)
        let numbers = Self.columns.reduce(0) { $0 + $1.1 }
        sparkWidth = max(Self.shortestSpark, width - nameWidth - 2 - numbers - Self.outcomeWidth)
    }

    /// The heading.
    public var head: String {
        Self.padded("trace", nameWidth) + "  " + Self.padded("ms/frame", sparkWidth)
            + Self.numbers(Self.columns.map(\.0))
    }

    /// Returns the line of a run.
    public func line(_ ledger: Ledger, _ verdict: Verdict) -> String {
        let scores = Scores(ledger, refreshRate: verdict.refreshRate)
        let times = scores.frameTimes
        let costs = times.cost.map { [$0.p50, $0.p90, $0.p95, $0.p99, $0.worst].map(\.short) }
        let figures = (costs ?? ["–", "–", "–", "–", "–"]) + [scores.budget.short, "\(times.missed)"]
        let spark = TerminalSummary.sparkline(ledger, scores.budget, width: sparkWidth)
        return Self.padded(ledger.trace, nameWidth) + "  " + Self.padded(spark, sparkWidth) + Self.numbers(figures)
            + "  " + TerminalSummary.word(verdict.outcome)
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
