/// Judges a run by the limits of its trace.
public struct BudgetJudge: Sendable {
    public init() {}

    public func judge(_ ledger: Ledger, _ trace: Trace) -> [Finding] {
        let limits = trace.limits
        let scores = Scores(ledger, refreshRate: limits.refreshRate)
        var findings: [Finding] = []
        func check(_ subject: String, _ name: String, _ value: Double?, _ limit: Double?, _ unit: String) {
            guard let limit else { return }
            guard let value else {
                findings.append(
                    Finding(
                        .overBudget, trace: trace.name, subject: subject,
                        "\(name) never came; the limit is \(limit.short)\(unit)"))
                return
            }
            guard value > limit else { return }
            findings.append(
                Finding(
                    .overBudget, trace: trace.name, subject: subject,
                    "\(name): \(value.short)\(unit), over the limit of \(limit.short)\(unit)"))
        }
        if let limit = limits.missedFrames, scores.frameTimes.missed > limit {
            let late = ledger.frames.filter { $0.isPresented && $0.cost > scores.budget }
            let first = late.first!
            findings.append(
                Finding(
                    .overBudget, trace: trace.name, frame: first.number, subject: "missedFrames",
                    "\(late.count) of \(scores.frameTimes.shown) frames take longer than \(scores.budget.short) ms, over the "
                        + "limit of \(limit); the first is frame \(first.number) at \(first.time.short) s with "
                        + "\(first.cost.short) ms, most of it \(first.costliest)"))
        }
        check("hitchRatio", "hitch time", scores.frameTimes.hitchRatio, limits.hitchRatio, " ms/s")
        check(
            "checkerboard", "checkerboard severity", scores.checkerboard.total.severity, limits.checkerboard,
            " √(px·ms)")
        check(
            "blankPixels", "blank pixels", Double(scores.checkerboard.blank.pixels),
            limits.blankPixels.map(Double.init), "")
        check("timeToSharp", "time to sharp", scores.timeToSharp, limits.timeToSharp, " ms")
        return findings
    }
}

extension FrameRecord {
    /// The phase that took most, and the view that drew most in it, for people.
    fileprivate var costliest: String {
        guard let phase = FramePhase.allCases.max(by: { (phases[$0] ?? 0) < (phases[$1] ?? 0) }) else { return "idle" }
        let names = phase == .display ? draws : phase == .layout ? layouts : [:]
        let most = names.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return "\(phase.rawValue)" + (most.map { " (\($0.key), \($0.value)×)" } ?? "")
    }
}

extension Double {
    /// With three digits that count, or all before the point.
    var short: String {
        guard isFinite else { return "\(self)" }
        if self == rounded(), abs(self) < 1e15 { return "\(Int(self))" }
        let size = abs(self)
        let places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
        var factor = 1.0
        for _ in 0..<places { factor *= 10 }
        let value = (self * factor).rounded() / factor
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }
}
