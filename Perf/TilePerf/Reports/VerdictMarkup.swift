import TileSupport

/// A verdict in HTML: a badge with its outcome, and the rules that it follows from.
enum VerdictMarkup {
    /// The paths of signs, in a square of 16 units.
    private enum Sign: String {
        case tick = "M3 8.5 6.5 12 13 4.5"
        case bang = "M8 3v6M8 12.2v.3"
        case cross = "M4 4l8 8M12 4l-8 8"
        case dash = "M4 8h8"
    }

    static func badge(_ outcome: Verdict.Outcome) -> String {
        let sign: Sign =
            switch outcome {
            case .regression: .cross
            case .overBudget: .bang
            case .notJudged: .dash
            case .passed: .tick
            }
        return badge(outcome.title, verdict: outcome.rawValue, sign: sign)
    }

    /// The badge of a trace that could not be replayed or read.
    static var errorBadge: String { badge("Error", verdict: "error", sign: .cross) }

    private static func badge(_ title: String, verdict name: String, sign: Sign) -> String {
        "<p class=\"verdict\" data-verdict=\"\(name)\"><svg viewBox=\"0 0 16 16\" aria-hidden=\"true\">"
            + "<path d=\"\(sign.rawValue)\"/></svg>\(title)</p>"
    }

    /// The reason for a verdict, and each rule with what the run did.
    static func rules(_ verdict: Verdict) -> String {
        let rate = verdict.refreshRate
        let budget = "Budget: \((1000 / rate).short) ms per frame, \(rate.short) Hz."
        let items = verdict.rules.map { rule in
            let (sign, state): (Sign, String) =
                switch rule.state {
                case .kept: (.tick, "kept")
                case .broken: (.cross, "broken")
                case .unset: (.dash, "not judged")
                }
            return "<li data-state=\"\(rule.state.rawValue)\"><svg viewBox=\"0 0 16 16\" role=\"img\" "
                + "aria-label=\"\(state)\"><path d=\"\(sign.rawValue)\"/></svg>\(rule.text.escapedForMarkup)</li>"
        }
        return """
            <div class="judged" aria-label="Rules of the verdict" role="group">
            <p>\(verdict.summary.escapedForMarkup) <span class="of">\(budget)</span></p>
            <ul class="rules">\(items.joined())</ul>
            </div>
            """
    }
}
