import TileSupport

/// A judge that compares a run with the limits of its trace.
///
/// Its findings become part of a `Verdict`.
public struct BudgetJudge: Sendable {
    public init() {}

    public func judge(_ ledger: Ledger, _ trace: Trace) -> [Finding] {
        let limits = trace.limits
        let scores = Scores(ledger, refreshRate: limits.refreshRate)
        var findings: [Finding] = []
        let checks = LimitCheck.all(scores, limits)
        /// - Parameters:
        ///   - frame: the worst frame.
        ///   - cause: a clause that explains that frame.
        func check(
            _ quantity: LimitCheck.Quantity, _ frame: FrameRecord?, cause: (FrameRecord) -> String?
        ) {
            guard let check = checks.first(where: { $0.quantity == quantity }), check.isExceeded,
                let limit = check.limit
            else { return }
            let (name, unit) = (quantity.title, quantity.unit)
            let text =
                check.value.map { "\(name): \($0.grouped)\(unit), over the limit of \(limit.grouped)\(unit)" }
                ?? "\(name) was never reached; the limit is \(limit.grouped)\(unit)"
            let place = frame.map { frame in
                "; worst in frame \(frame.number) (\(frame.time.short) s)" + (cause(frame).map { ": \($0)" } ?? "")
            }
            findings.append(
                Finding(
                    Fault(.overBudget, quantity.rawValue, change: .more), trace: trace.name, frame: frame?.number,
                    text + (place ?? "")))
        }
        func lack(_ fates: [TileFate]) -> (FrameRecord) -> String? {
            { Attribution.lack(fates, of: $0, scrollView: ledger.scrollView) }
        }
        let judged = Checkerboard.frames(of: ledger)
        func worst(_ pixels: (Shortfall) -> Int) -> FrameRecord? {
            judged.max { pixels($0.shortfall) < pixels($1.shortfall) }.flatMap { pixels($0.shortfall) > 0 ? $0 : nil }
        }
        let late = Self.lateFrames(of: ledger, in: trace, scores: scores)
        if let limit = limits.missedFrames, let first = late.first {
            findings.append(
                Finding(
                    first.lateness, trace: trace.name, frame: first.number,
                    "\(late.count.grouped) of \(scores.frameTimes.shown.grouped) shown frames take longer than \(scores.budget.short) ms, over the "
                        + "limit of \(limit); the first is frame \(first.number) at \(first.time.short) s with "
                        + "\(first.cost.short) ms, most of it \(first.costliestText)"))
        }
        check(.hitchRatio, ledger.frames.filter(\.isPresented).max { $0.cost < $1.cost }) {
            "\($0.cost.short) ms, most of it \($0.costliestText)"
        }
        check(.checkerboard, worst(\.total), cause: lack(TileFate.lacking))
        check(.blankPixels, worst(\.blank), cause: lack([.blank]))
        check(
            .timeToSharp, ledger.frames.last { $0.isPresented && $0.shortfall.total > 0 }, cause: lack(TileFate.lacking)
        )
        check(.observedUpdates, ledger.frames.max { $0.observedUpdates < $1.observedUpdates }) {
            let sums = $0.updatesByProperty
            return $0.observed.max {
                (sums[$0.property] ?? 0, $0.updates) < (sums[$1.property] ?? 0, $1.updates)
            }?.text
        }
        return findings
    }

    /// All faults of a run, including those of every late frame.
    public func faults(_ ledger: Ledger, _ trace: Trace) -> Set<Fault> {
        let scores = Scores(ledger, refreshRate: trace.limits.refreshRate)
        return Set(judge(ledger, trace).map(\.fault)).union(
            Self.lateFrames(of: ledger, in: trace, scores: scores).map(\.lateness))
    }

    /// The frames that miss the budget, if there are more of them than the trace allows.
    private static func lateFrames(of ledger: Ledger, in trace: Trace, scores: Scores) -> [FrameRecord] {
        guard let limit = trace.limits.missedFrames, scores.frameTimes.missed > limit else { return [] }
        return ledger.frames.filter { $0.isPresented && $0.cost > scores.budget }
    }
}

extension FrameRecord {
    /// The phase that took the most time, and the view or layer that did the most work in it.
    private var costliest: (phase: FramePhase, view: (path: String, amount: Int)?) {
        // `FramePhase` has cases, so there is a maximum.
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
        return Fault(.overBudget, "missedFrames", view: view?.path, change: .late(phase))
    }
}

extension Double {
    /// Like `short`, with a comma after each three digits of large numbers.
    var grouped: String {
        let value = rounded()
        return abs(self) >= 1000 && abs(value) < 1e15 ? Int(value).grouped : short
    }

    /// Returns the number with three significant digits, or with all digits before the point.
    var short: String {
        guard isFinite else { return "\(self)" }
        if self == rounded(), abs(self) < 1e15 { return "\(Int(self))" }
        let size = abs(self)
        let places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
        var factor = 1.0
        for _ in 0..<places { factor *= 10 }
        return GroupedNumber.typed((self * factor).rounded() / factor)
    }
}
