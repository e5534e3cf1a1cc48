/// A judge that compares a run's counts with those of another. Each count of each frame must be equal, except for the
/// trace's allowances.
public struct CountJudge: Sendable {
    public init() {}

    /// The reason why two ledgers cannot be compared.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case otherTrace(trace: String, ledger: String)
        case changedTrace(trace: String)
        case changedContent(trace: String)
        case realTime(trace: String)

        public var description: String {
            switch self {
            case .otherTrace(let trace, let ledger): "the ledger belongs to the trace \(ledger), not to \(trace)"
            case .changedTrace(let trace):
                "the trace \(trace) changed after its ledger was written: update the ledger with `Ledger.json(_:)`"
            case .changedContent(let trace):
                "the content of the trace \(trace) changed after its ledger was written: restore the file, or "
                    + "update the ledger with `Ledger.json(_:)`"
            case .realTime(let trace):
                "counts of \(trace) in real time differ from run to run: use the virtual clock, or compare two builds"
            }
        }
    }

    /// Returns the differences: first the tiles that cost more or less, with their owners; then each count once, with
    /// the first frame where it differs and the number of such frames.
    ///
    /// A tile that costs more is ready later, which changes the counts of frames. Such changes are part of the finding
    /// about its cost. Other changes are found with `steady`.
    ///
    /// An allowance applies to the sum of a count over all frames, or to the maximum if it is not a sum. The count's
    /// differences in individual frames are then not judged, and with an allowance for replayed operations, neither are
    /// the costs of tiles.
    ///
    /// - Parameter steady: If `needsPace`, a replay with the baseline's pace (`Replayer.pace`). Without it, counts that
    ///   may depend on when tiles are ready are not judged.
    public func judge(
        _ ledger: Ledger, against baseline: Ledger, allowances: [Count: Trace.Allowance] = [:], steady: Ledger? = nil
    ) throws(Failure) -> [Finding] {
        let sides = try Sides(ledger, baseline, allowances: allowances, steady: steady)
        var costs = sides.cost.culprits.map { sides.cost.finding($0, of: ledger) }
        if let first = costs.indices.first { costs[first].message += moved(sides) }
        return costs + rest(sides)
    }

    /// Whether tiles cost more or less, which alone changes the counts of frames.
    public func needsPace(
        _ ledger: Ledger, against baseline: Ledger, allowances: [Count: Trace.Allowance] = [:]
    ) throws(Failure) -> Bool {
        !(try Sides(ledger, baseline, allowances: allowances, steady: nil)).cost.culprits.isEmpty
    }

    /// Two runs, and what is judged about them.
    private struct Sides {
        let ledger: Ledger
        let baseline: Ledger
        let allowances: [Count: Trace.Allowance]
        /// The difference in the costs of tiles.
        let cost: TileCost
        /// The run with which everything else is compared, and the growth of its tiles' costs.
        let rest: Ledger
        let growth: [Int: Int]
        /// Whether counts that may depend on when tiles are ready are not judged.
        let leavesTiming: Bool

        init(
            _ ledger: Ledger, _ baseline: Ledger, allowances: [Count: Trace.Allowance], steady: Ledger?
        ) throws(Failure) {
            try CountJudge.check(ledger, baseline)
            if let steady { try CountJudge.check(steady, baseline) }
            (self.ledger, self.baseline, self.allowances) = (ledger, baseline, allowances)
            let isJudged = baseline.knowsWork && allowances[.operationsReplayed] == nil
            cost = isJudged ? TileCost(ledger, since: baseline) : TileCost()
            if let steady, !cost.culprits.isEmpty {
                (rest, growth, leavesTiming) = (steady, TileCost(steady, since: baseline).growth, false)
            } else {
                (rest, growth, leavesTiming) = (ledger, cost.growth, !cost.culprits.isEmpty)
            }
        }

        /// Returns a frame of either run without the additional costs of its tiles.
        static func settled(_ frame: FrameRecord, _ growth: [Int: Int]) -> FrameRecord {
            guard let more = growth[frame.number] else { return frame }
            var frame = frame
            frame.counts[.operationsReplayed] -= more
            return frame
        }
    }

    /// Returns a clause with the number of frames whose counts differ because a change of cost moved work to them.
    private func moved(_ sides: Sides) -> String {
        let (mine, theirs) = (sides.ledger.frames, sides.baseline.frames)
        let count = zip(mine, theirs).count { new, old in
            let settled = Sides.settled(new, sides.cost.growth)
            return differences(settled, old, sides: sides, of: sides.ledger).contains {
                $0.faults[0].subject != Count.rasterMicroseconds.rawValue || sides.cost.growth[new.number] == nil
            }
        }
        let all = count + abs(mine.count - theirs.count)
        if all == 0 { return "" }
        return "; its tiles are ready at other times, which changes the counts of \(all) frame\(all == 1 ? "" : "s")"
            + (sides.leavesTiming ? " (perf run can tell whether anything else changed, two ledgers can't)" : "")
    }

    private func rest(_ sides: Sides) -> [Finding] {
        let ledger = sides.rest
        // Grouped by subject, with the first frame and the number of frames.
        var differences: [String: (frame: FrameRecord, first: Difference, count: Int)] = [:]
        for (new, difference) in allDifferences(sides) {
            differences[difference.faults[0].subject, default: (new, difference, 0)].count += 1
        }
        // Visible differences come first, and the state of a frame last, because it has another cause.
        func rank(_ what: String) -> Int {
            Count(rawValue: what).flatMap { Count.allCases.firstIndex(of: $0) } ?? (what == "state" ? .max : -1)
        }
        let findings = differences.sorted {
            ($0.value.frame.number, rank($0.key), $0.key) < ($1.value.frame.number, rank($1.key), $1.key)
        }.map {
            let (frame, first, count) = $0.value
            let more = count > 1 ? "; \(count) frames differ like this" : ""
            return Finding(
                first.faults[0], trace: ledger.trace, frame: frame.number,
                "frame \(frame.number) (\(frame.time.short) s): \(first.text)\(more)"
                    + ($0.key == Count.operationsReplayed.rawValue ? Self.hint(sides.baseline) : ""))
        }
        return findings + wholeRun(sides)
    }

    /// Returns the reason why costs have no owners, as a clause; empty if they have.
    private static func hint(_ baseline: Ledger) -> String {
        if baseline.knowsWork { return "" }
        return
            "; a ledger of schema \(baseline.schema) does not tell whose they are: update it with the build that "
            + "wrote it"
    }

    /// All differences with their frames, in the order of the frames.
    private func allDifferences(_ sides: Sides) -> [(frame: FrameRecord, difference: Difference)] {
        zip(sides.rest.frames, sides.baseline.frames).flatMap { new, old in
            differences(Sides.settled(new, sides.growth), old, sides: sides, of: sides.rest)
                .compactMap {
                    sides.leavesTiming && $0.followsTiles ? nil : (new, $0)
                }
        }
    }

    /// All faults of a run: not only those of the frame where a count first differs, but of all.
    public func faults(
        _ ledger: Ledger, against baseline: Ledger, allowances: [Count: Trace.Allowance] = [:], steady: Ledger? = nil
    ) throws(Failure) -> Set<Fault> {
        let sides = try Sides(ledger, baseline, allowances: allowances, steady: steady)
        var faults = Set(sides.cost.culprits.map { sides.cost.finding($0, of: ledger).fault })
        faults.formUnion(wholeRun(sides).map(\.fault))
        for (_, difference) in allDifferences(sides) { faults.formUnion(difference.faults) }
        return faults
    }

    private static func check(_ ledger: Ledger, _ baseline: Ledger) throws(Failure) {
        guard ledger.trace == baseline.trace else { throw .otherTrace(trace: ledger.trace, ledger: baseline.trace) }
        guard ledger.fingerprint == baseline.fingerprint else { throw .changedTrace(trace: ledger.trace) }
        guard ledger.content == baseline.content else { throw .changedContent(trace: ledger.trace) }
        guard ledger.clock == .virtual, baseline.clock == .virtual else { throw .realTime(trace: ledger.trace) }
    }

    private func wholeRun(_ sides: Sides) -> [Finding] {
        let (ledger, baseline, allowances) = (sides.rest, sides.baseline, sides.allowances)
        var findings: [Finding] = []
        let (mine, theirs) = (ledger.frames.count, baseline.frames.count)
        if mine != theirs, !sides.leavesTiming {
            findings.append(
                Finding(
                    Fault(.regression, "length", change: .init(mine, was: theirs)), trace: ledger.trace,
                    frame: min(mine, theirs), "the replay ends after \(mine) frames, was \(theirs)"))
        }
        let (sum, was) = (ledger.totals, baseline.totals)
        // A trace may allow differences between machines, in which case the sum is judged.
        for count in Count.allCases where count.isExact {
            guard let allowance = allowances[count], !allowance.admits(sum[count], was[count]) else { continue }
            if sides.leavesTiming, count.followsTiles { continue }
            let all = count.isSum ? "in all frames" : "at most, of all frames"
            let first = zip(ledger.frames, baseline.frames).first { $0.counts[count] != $1.counts[count] }
            let part = first.flatMap {
                Attribution(new: $0, old: $1, scrollView: ledger.scrollView).part(of: count)
            }
            let place = first.map { "; first in frame \($0.0.number) (\($0.0.time.short) s)" } ?? ""
            findings.append(
                Finding(
                    // Without a view: in a shorter trace whose sum is too large, another view may be the first.
                    Fault(.regression, count.rawValue, change: .init(sum[count], was: was[count])),
                    trace: ledger.trace, frame: first?.0.number,
                    "\(count.title) \(all): \(sum[count].grouped), were \(was[count].grouped); the trace allows \(allowance.text)"
                        + place + (part.map { ": \($0.text)" } ?? "")))
        }
        return findings
    }

    /// A difference between a frame and its counterpart in one subject.
    private struct Difference {
        /// The fault that the text describes, and those of other views.
        var faults: [Fault]
        var text: String

        init(_ subject: String, _ change: Fault.Change?, text: String, part: Attribution.Part? = nil) {
            let views = part?.views ?? []
            // A change of the frame's state is more specific than the direction of a number.
            var whole: Fault.Change?
            if case .state = change { whole = change }
            faults = views.map { Fault(.regression, subject, view: $0.path, change: whole ?? $0.change) }
            if views.isEmpty { faults = [Fault(.regression, subject, change: change)] }
            self.text = part.map { "\(text): \($0.text)" } ?? text
        }

        /// Whether it may be caused by tiles that are ready at other times.
        var followsTiles: Bool {
            let subject = faults[0].subject
            return Count(rawValue: subject)?.followsTiles ?? (subject != "offset")
        }
    }

    private func differences(
        _ new: FrameRecord, _ old: FrameRecord, sides: Sides, of ledger: Ledger
    ) -> [Difference] {
        let allowances = sides.allowances
        var found: [Difference] = []
        let parts = Attribution(new: new, old: old, scrollView: ledger.scrollView)
        for count in Count.allCases where ledger.isExact(count) && new.counts[count] != old.counts[count] {
            // Allowances are for sums: work that moves to the next frame is not additional work.
            if allowances[count] != nil { continue }
            let (value, was) = (new.counts[count], old.counts[count])
            found.append(
                Difference(
                    count.rawValue, .init(value, was: was),
                    text: "\(count.title): \(value.grouped), were \(was.grouped)",
                    part: parts.part(of: count)))
        }
        for count in Count.allCases where new.counts[count] == old.counts[count] && allowances[count] == nil {
            guard let part = parts.others(of: count) else { continue }
            found.append(
                Difference(count.rawValue, nil, text: "\(count.title), of other views or tiles than before", part: part)
            )
        }
        // A count of updates already names the changes. Older ledgers hold none.
        let isNamed =
            new.counts[.propertyUpdates] != old.counts[.propertyUpdates] && allowances[.propertyUpdates] == nil
        if !isNamed, sides.baseline.knowsObserved,
            let part = Attribution(
                new: new.observed(without: allowances), old: old.observed(without: allowances),
                scrollView: ledger.scrollView
            ).observed
        {
            found.append(Difference(Fault.observed, nil, text: "observed changes", part: part))
        }
        let (mine, theirs) = (new.shortfall, old.shortfall)
        for (fate, value, was) in [
            (TileFate.blank, mine.blank, theirs.blank), (.coarse, mine.coarse, theirs.coarse),
            (.stale, mine.stale, theirs.stale),
        ] where value != was {
            let name = fate.rawValue
            let area = new.areas.first { $0.kind.rawValue == name || (fate == .blank && $0.kind == .failed) }
            let place = value > was ? area.map { " at [\($0.x.short) \($0.y.short)]" } ?? "" : ""
            let change = Fault.Change(value, was: was)
            found.append(
                Difference(
                    name, change, text: "\(name) pixels: \(value.grouped), were \(was.grouped)\(place)",
                    part: parts.part(of: fate, change)))
        }
        if Self.isElsewhere(new, old) {
            let text =
                "the view is at [\(new.offsetX) \(new.offsetY)] × \(new.zoomScale), was at "
                + "[\(old.offsetX) \(old.offsetY)] × \(old.zoomScale)"
            found.append(Difference("offset", nil, text: text))
        }
        if new.state != old.state {
            found.append(
                Difference(
                    "state", .state(new.state, was: old.state),
                    text: "state: \(new.state.rawValue), was \(old.state.rawValue)", part: parts.state))
        }
        return found
    }

    /// Whether the views are at different positions. C libraries and processors differ in the last bit of an
    /// exponential, so a thousandth of a point and a millionth of the scale are tolerated.
    private static func isElsewhere(_ new: FrameRecord, _ old: FrameRecord) -> Bool {
        abs(new.offsetX - old.offsetX) > 1e-3 || abs(new.offsetY - old.offsetY) > 1e-3
            || abs(new.zoomScale - old.zoomScale) > 1e-6 * abs(old.zoomScale)
    }
}

extension Trace.Allowance {
    /// Whether the difference between two counts is allowed.
    func admits(_ new: Int, _ old: Int) -> Bool {
        abs(Double(new) - Double(old)) <= max(Double(absolute), share * abs(Double(old)))
    }

    fileprivate var text: String {
        [absolute > 0 ? "\(absolute)" : nil, share > 0 ? "\((share * 100).short)%" : nil].compactMap { $0 }
            .joined(separator: " or ") + (absolute > 0 || share > 0 ? "" : "none")
    }
}
