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
                        Fault(.overBudget, subject, .more), trace: trace.name,
                        "\(name) never came; the limit is \(limit.short)\(unit)"))
                return
            }
            guard value > limit else { return }
            findings.append(
                Finding(
                    Fault(.overBudget, subject, .more), trace: trace.name,
                    "\(name): \(value.short)\(unit), over the limit of \(limit.short)\(unit)"))
        }
        let late = Self.late(ledger, trace, scores)
        if let limit = limits.missedFrames, let first = late.first {
            findings.append(
                Finding(
                    first.lateness, trace: trace.name, frame: first.number,
                    "\(late.count) of \(scores.frameTimes.shown) frames take longer than \(scores.budget.short) ms, over the "
                        + "limit of \(limit); the first is frame \(first.number) at \(first.time.short) s with "
                        + "\(first.cost.short) ms, most of it \(first.costliestText)"))
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

    /// All faults of a run: of frames that are late not only the first one's.
    public func faults(_ ledger: Ledger, _ trace: Trace) -> Set<Fault> {
        let scores = Scores(ledger, refreshRate: trace.limits.refreshRate)
        return Set(judge(ledger, trace).map(\.fault)).union(Self.late(ledger, trace, scores).map(\.lateness))
    }

    /// The frames that miss the budget, when they are more than the trace allows.
    private static func late(_ ledger: Ledger, _ trace: Trace, _ scores: Scores) -> [FrameRecord] {
        guard let limit = trace.limits.missedFrames, scores.frameTimes.missed > limit else { return [] }
        return ledger.frames.filter { $0.isPresented && $0.cost > scores.budget }
    }
}

extension FrameRecord {
    /// The phase that took most, and the view that drew most in it.
    private var costliest: (phase: FramePhase, view: (path: String, times: Int)?) {
        // There is always one: it has cases.
        let phase = FramePhase.allCases.max { (phases[$0] ?? 0) < (phases[$1] ?? 0) }!
        let names = phase == .display ? draws : phase == .layout ? layouts : [:]
        let most = names.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return (phase, most.map { ($0.key, $0.value) })
    }

    fileprivate var costliestText: String {
        let (phase, view) = costliest
        return phase.rawValue + (view.map { " (\($0.path), \($0.times)×)" } ?? "")
    }

    fileprivate var lateness: Fault {
        let (phase, view) = costliest
        return Fault(.overBudget, "missedFrames", view: view?.path, .late(phase))
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
