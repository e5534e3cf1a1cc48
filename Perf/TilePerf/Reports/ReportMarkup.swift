import TileSupport

/// The body of a report before its script runs: the trace, the verdict with its rules, the findings, and the elements
/// that the script fills.
struct ReportMarkup {
    let text: String

    /// - Parameter index: The relative URL of the index of all reports; nil if there is none.
    init(_ ledger: Ledger, _ verdict: Verdict, comparesWithBaseline: Bool, index: String?) {
        text = [
            "<main>", Self.head(ledger, verdict, isCompared: comparesWithBaseline, index: index),
            Self.list(verdict.findings),
            ReportPage.sections, "</main>",
        ].joined(separator: "\n")
    }

    private static func head(
        _ ledger: Ledger, _ verdict: Verdict, isCompared: Bool, index: String?
    ) -> String {
        let seconds = Double(ledger.frames.count) / ledger.refreshRate
        let width = ledger.viewportWidth.short
        let facts = [
            "\(ledger.frameText), in \(seconds.short) s",
            "\(ledger.refreshRate.short) Hz",
            "\(width) × \(ledger.viewportHeight.short) pt at \(ledger.scale.short)×",
            ledger.clock == .virtual ? "virtual clock: the same everywhere" : "real clock: this machine’s time",
            isCompared ? "compared with a baseline" : nil,
            "fingerprint <code>\(ledger.fingerprint.escapedForMarkup)</code>",
        ]
        let home = index.map { "<a href=\"\($0.escapedForMarkup)\">All traces</a>" } ?? "Tilework performance report"
        let about = ledger.about.map { "<p class=\"about\">\($0.escapedForMarkup)</p>\n" } ?? ""
        return """
            <header class="head">
            <p class="overline">\(home)</p>
            <div class="headline">
            <h1>\(ledger.trace.escapedForMarkup)</h1>
            \(VerdictMarkup.badge(verdict.outcome))
            </div>
            \(about)\(VerdictMarkup.rules(verdict))
            <ul class="facts">\(facts.compactMap { $0 }.map { "<li>\($0)</li>" }.joined())</ul>
            <noscript><p class="note">Plots, scores and the scrubber need JavaScript, which is part of this file.</p></noscript>
            </header>
            """
    }

    /// The number of findings that are visible at first. The others are folded, so that the plots are near.
    private static let unfolded = 6

    private static func list(_ findings: [Finding]) -> String {
        if findings.isEmpty { return "" }
        // A single one is never folded: the fold would be as tall.
        let shown = findings.count > unfolded + 1 ? unfolded : findings.count
        let rest = findings.count - shown
        let fold =
            "<details>\n<summary>And \(rest) more</summary>\n\(items(findings.dropFirst(shown)))\n</details>\n"
        return """
            <section class="panel findings" aria-labelledby="findings-title">
            <h2 id="findings-title">\(findings.count == 1 ? "1 finding" : "\(findings.count) findings")</h2>
            \(items(findings.prefix(shown)))
            \(rest > 0 ? fold : "")</section>
            """
    }

    private static func items(_ findings: ArraySlice<Finding>) -> String {
        let items = findings.indices.map { index in
            // Findings of one frame are adjacent, and name it once.
            let last = index > findings.startIndex ? findings[index - 1] : nil
            return item(
                findings[index], isNext: last?.kind == findings[index].kind && last?.frame == findings[index].frame)
        }
        return "<ol>\n\(items.joined(separator: "\n"))\n</ol>"
    }

    private static func item(_ finding: Finding, isNext: Bool) -> String {
        let kind = finding.kind == .regression ? "Regression" : "Over budget"
        let says = "<span class=\"says\">\(finding.message.escapedForMarkup)</span>"
        let head = "<span class=\"kind\" data-kind=\"\(finding.kind.rawValue)\">\(kind)</span>"
        let mark = isNext ? " class=\"next\"" : ""
        guard let frame = finding.frame else { return "<li\(mark)><p>\(head)\(says)</p></li>" }
        return "<li\(mark)><a href=\"#frame=\(frame)\" data-frame=\"\(frame)\">\(head)\(says)"
            + "<span class=\"go\">Frame \(frame)</span></a></li>"
    }
}
