/// The judgment of a run: an outcome, the rules that it follows from, and the findings that break them.
///
/// Reports, the terminal, the JSON ledger and the exit code all show this value. No other code decides whether a run is
/// good.
public struct Verdict: Hashable, Sendable {
    /// The possible outcomes, the most severe first.
    public enum Outcome: String, Codable, CaseIterable, Sendable {
        /// A count differs from the ledger, or a controller outlives its use.
        case regression
        /// A limit of the trace is exceeded.
        case overBudget
        /// No rule applies: there is no ledger to compare with and no limit, or the run was in real time.
        case notJudged
        /// Every rule that applies is kept.
        case passed

        /// The outcome as a heading.
        public var title: String {
            switch self {
            case .regression: "Regression"
            case .overBudget: "Over budget"
            case .notJudged: "Not judged"
            case .passed: "Passed"
            }
        }
    }

    /// A rule that a run is judged by.
    public struct Rule: Hashable, Sendable {
        public enum State: String, Codable, Sendable {
            case kept, broken
            /// The rule does not apply to this run.
            case unset
        }

        /// `counts`, `leaks`, or the name of a limit.
        public var subject: String
        public var state: State
        /// The value and limit of a limited quantity; nil for other rules, and where there is none.
        public var value: Double?
        public var limit: Double?

        public init(subject: String, state: State, value: Double? = nil, limit: Double? = nil) {
            (self.subject, self.state, self.value, self.limit) = (subject, state, value, limit)
        }
    }

    /// The subjects of rules that are not limits.
    static let (counts, leaks) = ("counts", "leaks")

    public var rules: [Rule]
    public var findings: [Finding]
    /// The refresh rate of the budget, in Hz.
    public var refreshRate: Double
    /// Whether the run was in real time, which is judged only beside another build.
    public var isRealTime: Bool

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - limits: The limits of the run's trace.
    ///   - findings: The findings of `CountJudge`, `LeakJudge` and `BudgetJudge`.
    ///   - comparesCounts: Whether counts were compared with a ledger.
    public init(_ ledger: Ledger, limits: Trace.Limits, findings: [Finding], comparesCounts: Bool) {
        refreshRate = limits.refreshRate ?? ledger.refreshRate
        isRealTime = ledger.clock == .real
        self.findings = isRealTime ? [] : findings
        let isJudged = !isRealTime
        let leaks = self.findings.contains { $0.isLeak }
        let differs = self.findings.contains { $0.kind == .regression && !$0.isLeak }
        rules = [
            Rule(
                subject: Self.counts, state: differs ? .broken : isJudged && comparesCounts ? .kept : .unset)
        ]
        if ledger.leaks != nil {
            rules.append(Rule(subject: Self.leaks, state: leaks ? .broken : isJudged ? .kept : .unset))
        }
        for check in LimitCheck.all(Scores(ledger, refreshRate: refreshRate), limits) {
            let isFound = self.findings.contains { $0.kind == .overBudget && $0.subject == check.quantity.rawValue }
            let state: Rule.State =
                if isFound || (isJudged && check.isExceeded) {
                    .broken
                } else {
                    check.limit == nil || !isJudged ? .unset : .kept
                }
            rules.append(
                Rule(subject: check.quantity.rawValue, state: state, value: check.value, limit: check.limit))
        }
    }

    /// The verdict of a ledger that was stored without one.
    public init(unjudged ledger: Ledger) {
        self.init(ledger, limits: Trace.Limits(), findings: [], comparesCounts: false)
    }

    /// Returns this verdict with its counts judged again, against another ledger.
    public func comparingCounts(_ differences: [Finding]) -> Verdict {
        var verdict = self
        verdict.findings = differences + findings.filter { $0.kind == .overBudget || $0.isLeak }
        for index in rules.indices where rules[index].subject == Self.counts {
            verdict.rules[index].state = differences.isEmpty ? .kept : .broken
        }
        return verdict
    }

    public var outcome: Outcome {
        let broken = rules.filter { $0.state == .broken }
        if broken.contains(where: { $0.quantity == nil }) { return .regression }
        if !broken.isEmpty { return .overBudget }
        return rules.contains { $0.state == .kept } ? .passed : .notJudged
    }

    /// The reason for the outcome, in one sentence.
    public var summary: String {
        if isRealTime { return "Real time is shown, and judged only beside another build (perf compare)." }
        let limits = rules.filter { $0.quantity != nil && $0.state != .unset }
        let exceeded = limits.count { $0.state == .broken }
        var parts: [String] = []
        for rule in rules where rule.quantity == nil && rule.state != .unset { parts.append(rule.text) }
        if exceeded > 0 {
            parts.append(
                limits.count == 1
                    ? "the limit is exceeded"
                    : "\(exceeded) of \(limits.count) limits \(exceeded == 1 ? "is" : "are") exceeded")
        } else if !limits.isEmpty {
            parts.append(limits.count == 1 ? "the limit is kept" : "all \(limits.count) limits are kept")
        }
        if parts.isEmpty { return "There was no ledger to compare counts with, and the trace sets no limits." }
        if limits.isEmpty { parts.append("the trace sets no limits") }
        if rules.contains(where: { $0.subject == Self.counts && $0.state == .unset }) {
            parts.append("counts were not compared with a ledger")
        }
        let text = parts.joined(separator: "; ") + "."
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

extension Verdict.Rule {
    /// The limited quantity; nil for rules that are not limits.
    var quantity: LimitCheck.Quantity? { LimitCheck.Quantity(rawValue: subject) }

    /// The rule with what the run did, as a clause: “missed frames 2, limit 5”.
    public var text: String {
        guard let quantity else {
            switch (subject, state) {
            case (Verdict.leaks, .broken): return "a controller outlives its use"
            case (Verdict.leaks, _): return "no controller outlives its use"
            case (_, .kept): return "all counts equal the ledger"
            case (_, .broken): return "counts differ from the ledger"
            case (_, .unset): return "counts not compared with a ledger"
            }
        }
        let reached = value.map { "\($0.grouped)\(quantity.unit)" } ?? "never reached"
        return "\(quantity.title) \(reached), " + (limit.map { "limit \($0.grouped)\(quantity.unit)" } ?? "no limit")
    }
}

extension Finding {
    fileprivate var isLeak: Bool { subject == Fault.leak }
}
