/// A replay as a few lines for a terminal.
public struct TerminalSummary: Sendable {
    public let text: String

    /// The most findings that are printed, so that they fit a screen. Other reports hold all of them.
    private static let maxFindings = 12

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - ledger: The run.
    ///   - width: The columns of a line.
    ///   - rest: The reports that contain all findings, as a clause.
    ///   - wraps: Whether findings are wrapped too. In a pipe each stays on one line, so that it can be searched.
    public init(
        _ ledger: Ledger, _ verdict: Verdict, width: Int, rest: String = "are in the other reports",
        wraps: Bool = false
    ) {
        let scores = Scores(ledger, refreshRate: verdict.refreshRate)
        let (times, findings) = (scores.frameTimes, verdict.findings)
        var lines = [Self.line(ledger.trace, Self.word(verdict.outcome), width: width)]
        lines.append("  " + Self.sparkline(ledger, scores.budget, width: width - 2))
        let clock = ledger.clock == .virtual ? "virtual" : "real"
        if let cost = times.cost {
            lines.append(
                "  \(clock) ms per frame: p50 \(cost.p50.short)  p90 \(cost.p90.short)  "
                    + "p95 \(cost.p95.short)  p99 \(cost.p99.short)  worst \(cost.worst.short), budget \(scores.budget.short)"
            )
        }
        // The signs are those of the sparkline.
        lines.append(
            "  \(ledger.frameText), \(times.missed) missed\(times.missed > 0 ? " (!)" : ""), "
                + "\(times.dropped) dropped\(times.dropped > 0 ? " (×)" : "")")
        lines.append(
            "  hitches \(times.hitchRatio.short) ms/s  "
                + "checkerboard \(scores.checkerboard.total.severity.short) √(px·ms)  sharp after "
                + (scores.timeToSharp.map { "\($0.short) ms" } ?? "never"))
        let sums = ledger.totals
        lines.append(
            "  tiles \(sums[.tilesFull]) full, \(sums[.tilesDraft]) draft, \(sums[.tilesWasted]) wasted, "
                + "\(sums[.tilesLate]) late  draw(_:) \(sums[.draws])  views made \(sums[.tileViewsMade])")
        if let frame = ledger.frames.max(by: { $0.observedWork < $1.observedWork }), frame.observedWork > 0 {
            for change in frame.observed.sorted(by: { $0.work > $1.work }).prefix(3) {
                lines += Self.wrapped("  \(change.text) in frame \(frame.number)", width)
            }
        }
        lines += Self.wrapped("  " + Self.rules(verdict), width)
        for finding in findings.prefix(Self.maxFindings) {
            lines += wraps ? Self.wrapped("  ✗ \(finding.message)", width) : ["  ✗ \(finding.message)"]
        }
        if findings.count > Self.maxFindings {
            lines.append("  ✗ and \(findings.count - Self.maxFindings) more, which \(rest)")
        }
        text = lines.joined(separator: "\n")
    }

    /// An outcome as one word or two, in capitals if it fails the run.
    public static func word(_ outcome: Verdict.Outcome) -> String {
        switch outcome {
        case .regression, .overBudget: outcome.title.uppercased()
        case .notJudged, .passed: outcome.title.lowercased()
        }
    }

    /// The rules of a verdict, and which of them are kept.
    private static func rules(_ verdict: Verdict) -> String {
        if verdict.outcome == .notJudged { return "not judged: " + verdict.summary }
        let set = verdict.rules.filter { $0.state != .unset }.map { ($0.state == .kept ? "✓ " : "✗ ") + $0.text }
        let open = verdict.rules.filter { $0.state == .unset }.map { $0.quantity?.title ?? $0.subject }
        return "judged by: "
            + (set + (open.isEmpty ? [] : ["no rule for " + open.joined(separator: ", ")]))
            .joined(separator: " · ")
    }

    /// Returns a line with a name at its beginning and an outcome at its end.
    public static func line(_ name: String, _ verdict: String, width: Int) -> String {
        let dots = max(1, width - name.count - verdict.count - 2)
        return "\(name) \(String(repeating: "·", count: dots)) \(verdict)"
    }

    /// Breaks a text between words. Lines after the first are indented.
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

    /// Draws the most expensive frame of each stretch as a bar. Full height is the budget, `!` more than the budget,
    /// `×` a dropped refresh.
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
