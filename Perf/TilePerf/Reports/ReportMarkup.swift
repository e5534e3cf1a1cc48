/// The page of a report before its script runs: what it is about, the verdict, and places for all else.
struct ReportMarkup {
    let text: String

    init(_ ledger: Ledger, _ findings: [Finding]?, comparesWithBaseline: Bool) {
        text = [
            "<main>", Self.head(ledger, findings, comparesWithBaseline), Self.list(findings ?? []),
            ReportPage.sections, "</main>",
        ].joined(separator: "\n")
    }

    private static func head(_ ledger: Ledger, _ findings: [Finding]?, _ isCompared: Bool) -> String {
        let (name, words, mark) = verdict(findings)
        let seconds = Double(ledger.frames.count) / ledger.refreshRate
        let width = ledger.viewportWidth.short
        let facts = [
            "\(ledger.frameText), in \(seconds.short) s",
            "\(ledger.refreshRate.short) Hz",
            "\(width) × \(ledger.viewportHeight.short) pt at \(ledger.scale.short)×",
            ledger.clock == .virtual ? "virtual clock: the same everywhere" : "real clock: this machine’s time",
            isCompared ? "beside a baseline" : nil,
            "fingerprint <code>\(ledger.fingerprint.inMarkup)</code>",
        ]
        return """
            <header class="head">
            <p class="overline">Tilework performance report</p>
            <div class="headline">
            <h1>\(ledger.trace.inMarkup)</h1>
            <p class="verdict" data-verdict="\(name)">
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="\(mark)"/></svg>\(words)</p>
            </div>
            <ul class="facts">\(facts.compactMap { $0 }.map { "<li>\($0)</li>" }.joined())</ul>
            <noscript><p class="note">Plots, scores and the scrubber need JavaScript. It is all in this file.</p></noscript>
            </header>
            """
    }

    private static func verdict(_ findings: [Finding]?) -> (name: String, words: String, mark: String) {
        let (tick, bang, cross) = ("M3 8.5 6.5 12 13 4.5", "M8 3v6M8 12.2v.3", "M4 4l8 8M12 4l-8 8")
        guard let findings else { return ("none", "Not judged", "M4 8h8") }
        if findings.contains(where: { $0.kind == .regression }) { return ("regression", "Regression", cross) }
        return findings.isEmpty ? ("ok", "Within budget", tick) : ("over", "Over budget", bang)
    }

    /// How many findings stand on the page; the others are folded, so that the plots are near.
    private static let unfolded = 6

    private static func list(_ findings: [Finding]) -> String {
        if findings.isEmpty { return "" }
        // Never one alone: its fold would take its place.
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
            // What is of one frame stands together, and names it once.
            let last = index > findings.startIndex ? findings[index - 1] : nil
            return item(
                findings[index], isNext: last?.kind == findings[index].kind && last?.frame == findings[index].frame)
        }
        return "<ol>\n\(items.joined(separator: "\n"))\n</ol>"
    }

    private static func item(_ finding: Finding, isNext: Bool) -> String {
        let kind = finding.kind == .regression ? "Regression" : "Over budget"
        let says = "<span class=\"says\">\(finding.message.inMarkup)</span>"
        let head = "<span class=\"kind\" data-kind=\"\(finding.kind.rawValue)\">\(kind)</span>"
        let mark = isNext ? " class=\"next\"" : ""
        guard let frame = finding.frame else { return "<li\(mark)><p>\(head)\(says)</p></li>" }
        return "<li\(mark)><a href=\"#frame=\(frame)\" data-frame=\"\(frame)\">\(head)\(says)"
            + "<span class=\"go\">Frame \(frame)</span></a></li>"
    }
}
