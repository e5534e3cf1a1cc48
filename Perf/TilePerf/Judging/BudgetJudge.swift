/// Judges a run by the limits of its trace.
public struct BudgetJudge: Sendable {
    public init() {}

    public func judge(_ ledger: Ledger, _ trace: Trace) -> [Finding] {
        let limits = trace.limits
        let scores = Scores(ledger, refreshRate: limits.refreshRate)
        var findings: [Finding] = []
        /// - Parameter frame: the one that is worst, and what is to be said of it.
        func check(
            _ subject: String, _ name: String, _ value: Double?, _ limit: Double?, _ unit: String,
            _ frame: FrameRecord?, _ cause: (FrameRecord) -> String?
        ) {
            guard let limit, value.map({ $0 > limit }) ?? true else { return }
            let text =
                value.map { "\(name): \($0.short)\(unit), over the limit of \(limit.short)\(unit)" }
                ?? "\(name) never came; the limit is \(limit.short)\(unit)"
            let place = frame.map { frame in
                "; worst in frame \(frame.number) (\(frame.time.short) s)" + (cause(frame).map { ": \($0)" } ?? "")
            }
            findings.append(
                Finding(
                    Fault(.overBudget, subject, .more), trace: trace.name, frame: frame?.number, text + (place ?? "")))
        }
        func lack(_ fates: [TileFate]) -> (FrameRecord) -> String? {
            { Attribution.lack(fates, of: $0, scrollView: ledger.scrollView) }
        }
        let judged = Checkerboard.frames(of: ledger)
        func worst(_ pixels: (Shortfall) -> Int) -> FrameRecord? {
            judged.max { pixels($0.shortfall) < pixels($1.shortfall) }.flatMap { pixels($0.shortfall) > 0 ? $0 : nil }
        }
        let late = Self.late(ledger, trace, scores)
        if let limit = limits.missedFrames, let first = late.first {
            findings.append(
                Finding(
                    first.lateness, trace: trace.name, frame: first.number,
                    "\(late.count) of \(scores.frameTimes.shown) shown frames take longer than \(scores.budget.short) ms, over the "
                        + "limit of \(limit); the first is frame \(first.number) at \(first.time.short) s with "
                        + "\(first.cost.short) ms, most of it \(first.costliestText)"))
        }
        check(
            "hitchRatio", "hitch time", scores.frameTimes.hitchRatio, limits.hitchRatio, " ms/s",
            ledger.frames.filter(\.isPresented).max { $0.cost < $1.cost }
        ) { "\($0.cost.short) ms, most of it \($0.costliestText)" }
        check(
            "checkerboard", "checkerboard severity", scores.checkerboard.total.severity, limits.checkerboard,
            " √(px·ms)", worst(\.total), lack(TileFate.lacking))
        check(
            "blankPixels", "blank pixels", Double(scores.checkerboard.blank.pixels),
            limits.blankPixels.map(Double.init), "", worst(\.blank), lack([.blank]))
        check(
            "timeToSharp", "time to sharp", scores.timeToSharp, limits.timeToSharp, " ms",
            ledger.frames.last { $0.isPresented && $0.shortfall.total > 0 }, lack(TileFate.lacking))
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
    /// The phase that took most, and the view or layer that did most in it.
    private var costliest: (phase: FramePhase, view: (path: String, amount: Int)?) {
        // There is always one: it has cases.
        let phase = FramePhase.allCases.max { (phases[$0] ?? 0) < (phases[$1] ?? 0) }!
        let amounts: [String: Int] =
            switch phase {
            case .display: draws
            case .layout: layouts
            // Ledgers leave out the commits of views that drew themselves.
            case .commit: commits.merging(draws) { max($0, $1) }
            case .draw: damage.mapValues(\.dirty)
            case .input, .motion, .tiles: [:]
            }
        let most = amounts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return (phase, most.map { ($0.key, $0.value) })
    }

    fileprivate var costliestText: String {
        let (phase, view) = costliest
        return phase.rawValue + (view.map { " (\($0.path), \($0.amount)\(phase == .draw ? " px" : "×"))" } ?? "")
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
