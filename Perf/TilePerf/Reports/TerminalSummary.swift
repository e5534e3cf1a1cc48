/// A replay in a few lines for a terminal.
public struct TerminalSummary: Sendable {
    public let text: String
    /// `ok`, `REGRESSION` or `OVER BUDGET`; `shown` of a run in real time, which nobody judges by itself.
    public let verdict: String

    /// More are in the other reports; these leave the rest on the screen.
    private static let maxFindings = 12

    /// - Parameters:
    ///   - ledger: the run.
    ///   - findings: what judging found.
    ///   - refreshRate: of the budget, in Hz; nil for the ledger's.
    ///   - width: of a line, in columns.
    ///   - rest: which reports hold all findings; a clause.
    ///   - wraps: whether findings too are kept within it. Those who search for them want each on a line.
    public init(
        _ ledger: Ledger, _ findings: [Finding], refreshRate: Double? = nil, width: Int,
        rest: String = "other reports hold", wraps: Bool = false
    ) {
        let scores = Scores(ledger, refreshRate: refreshRate)
        let times = scores.frameTimes
        verdict = Self.verdict(ledger, findings)
        var lines = [Self.line(ledger.trace, verdict, width)]
        lines.append("  " + Self.sparkline(ledger, scores.budget, width: width - 2))
        let clock = ledger.clock == .virtual ? "virtual" : "real"
        if let cost = times.cost {
            lines.append(
                "  \(clock) ms a frame: p50 \(cost.p50.short)  p90 \(cost.p90.short)  "
                    + "p95 \(cost.p95.short)  p99 \(cost.p99.short)  worst \(cost.worst.short) of \(scores.budget.short)"
            )
        }
        // With the signs that stand for them in the line above.
        lines.append(
            "  \(ledger.frameText), \(times.missed) missed\(times.missed > 0 ? " (!)" : ""), "
                + "\(times.dropped) dropped\(times.dropped > 0 ? " (×)" : "")")
        lines.append(
            "  hitches \(times.hitchRatio.short) ms/s  "
                + "checkerboard \(scores.checkerboard.total.severity.short)  sharp after "
                + (scores.timeToSharp.map { "\($0.short) ms" } ?? "–"))
        let sums = ledger.totals
        lines.append(
            "  tiles \(sums[.tilesFull]) full, \(sums[.tilesDraft]) draft, \(sums[.tilesWasted]) wasted, "
                + "\(sums[.tilesLate]) late  draw(_:) \(sums[.draws])  views made \(sums[.tileViewsMade])")
        for finding in findings.prefix(Self.maxFindings) {
            lines += wraps ? Self.wrapped("  ✗ \(finding.message)", width) : ["  ✗ \(finding.message)"]
        }
        if findings.count > Self.maxFindings {
            lines.append("  ✗ and \(findings.count - Self.maxFindings) more, which \(rest)")
        }
        text = lines.joined(separator: "\n")
    }

    private static func verdict(_ ledger: Ledger, _ findings: [Finding]) -> String {
        if findings.isEmpty { return ledger.clock == .virtual ? "ok" : "shown" }
        return findings.contains { $0.kind == .regression } ? "REGRESSION" : "OVER BUDGET"
    }

    /// A name and what became of it, at both ends of a line.
    public static func line(_ name: String, _ verdict: String, _ width: Int) -> String {
        let dots = max(1, width - name.count - verdict.count - 2)
        return "\(name) \(String(repeating: "·", count: dots)) \(verdict)"
    }

    /// Broken between words; what follows the first line is set in.
    static func wrapped(_ text: String, _ width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = "    " + word
            } else {
                line += (line.isEmpty ? "  " : " ") + word
            }
        }
        return lines + [line]
    }

    /// The costliest frame of each stretch: full height is the budget, `!` more than that, `×` a dropped refresh.
    static func sparkline(_ ledger: Ledger, _ budget: Double, width: Int) -> String {
        let bars = Array("▁▂▃▄▅▆▇█")
        let frames = ledger.frames
        let columns = min(width, frames.count)
        guard columns > 0 else { return "" }
        return String(
            (0..<columns).map { column -> Character in
                let part = frames[column * frames.count / columns..<(column + 1) * frames.count / columns]
                if part.contains(where: { $0.isPresented && $0.cost > budget }) { return "!" }
                if part.contains(where: { $0.state == .dropped }) { return "×" }
                guard let cost = part.filter(\.isPresented).map(\.cost).max() else { return " " }
                return bars[min(7, Int(cost / budget * 8))]
            })
    }
}
