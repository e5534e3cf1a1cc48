/// Judges a run by the counts of another: each of each frame must be equal, but for what the trace allows.
public struct CountJudge: Sendable {
    public init() {}

    /// Why two ledgers can't be compared.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case otherTrace(trace: String, ledger: String)
        case changedTrace(trace: String)
        case realTime(trace: String)

        public var description: String {
            switch self {
            case .otherTrace(let trace, let ledger): "the ledger is of the trace \(ledger), and this is \(trace)"
            case .changedTrace(let trace):
                "the trace \(trace) was changed after its ledger was written: write the ledger anew (--update)"
            case .realTime(let trace):
                "counts of \(trace) in real time differ from run to run: judge those of the virtual clock, or compare two builds"
            }
        }
    }

    /// - Parameter allowances: by count; for the sum of all frames, or the highest of a count that is none. What differs in a
    ///   frame is then not judged.
    public func judge(
        _ ledger: Ledger, against baseline: Ledger, allowances: [Count: Trace.Allowance] = [:]
    ) throws(Failure) -> [Finding] {
        guard ledger.trace == baseline.trace else { throw .otherTrace(trace: ledger.trace, ledger: baseline.trace) }
        guard ledger.fingerprint == baseline.fingerprint else { throw .changedTrace(trace: ledger.trace) }
        guard ledger.clock == .virtual, baseline.clock == .virtual else { throw .realTime(trace: ledger.trace) }
        // By what differs: where it does first, and in how many frames.
        var differences: [String: (frame: FrameRecord, text: String, count: Int)] = [:]
        for (new, old) in zip(ledger.frames, baseline.frames) {
            for (what, text) in self.differences(new, old, allowances, ledger) {
                differences[what, default: (new, text, 0)].count += 1
            }
        }
        // What is not a count is seen by people, and comes first.
        func rank(_ what: String) -> Int {
            Count(rawValue: what).flatMap { Count.allCases.firstIndex(of: $0) } ?? -1
        }
        var findings = differences.sorted {
            ($0.value.frame.number, rank($0.key), $0.key) < ($1.value.frame.number, rank($1.key), $1.key)
        }.map {
            let (what, (frame, text, count)) = ($0.key, $0.value)
            let more = count > 1 ? "; \(count) frames differ so" : ""
            return Finding(
                .regression, trace: ledger.trace, frame: frame.number, subject: what,
                "frame \(frame.number) (\(frame.time.short) s): \(text)\(more)")
        }
        let (mine, theirs) = (ledger.frames.count, baseline.frames.count)
        if mine != theirs {
            findings.append(
                Finding(
                    .regression, trace: ledger.trace, frame: min(mine, theirs), subject: "length",
                    "all is at rest after \(mine) refreshes, and was after \(theirs)"))
        }
        let (sum, was) = (ledger.totals, baseline.totals)
        // A trace may allow for what differs between machines, and then it is judged.
        for count in Count.allCases where count.isExact {
            guard let allowance = allowances[count], !allowance.admits(sum[count], was[count]) else { continue }
            let all = count.isSum ? "in all frames" : "at most, of all frames"
            findings.append(
                Finding(
                    .regression, trace: ledger.trace, subject: count.rawValue,
                    "\(count.title) \(all): \(sum[count]), were \(was[count]); the trace allows \(allowance.text)"))
        }
        return findings
    }

    private func differences(
        _ new: FrameRecord, _ old: FrameRecord, _ allowances: [Count: Trace.Allowance], _ ledger: Ledger
    ) -> [(what: String, text: String)] {
        var messages: [(what: String, text: String)] = []
        for count in Count.allCases where ledger.isExact(count) && new.counts[count] != old.counts[count] {
            // What a trace allows is a sum's: work that moves to the next frame is no more work.
            if allowances[count] != nil { continue }
            var text = "\(count.title): \(new.counts[count]), were \(old.counts[count])"
            if count == .draws, let who = Self.difference(new.draws, old.draws) { text += ": \(who)" }
            if count == .viewsLaidOut, let who = Self.difference(new.layouts, old.layouts) { text += ": \(who)" }
            messages.append((count.rawValue, text))
        }
        if new.counts[.draws] == old.counts[.draws], allowances[.draws] == nil,
            let who = Self.difference(new.draws, old.draws)
        {
            messages.append((Count.draws.rawValue, "draw(_:) calls of other views: \(who)"))
        }
        let (mine, theirs) = (new.shortfall, old.shortfall)
        for (name, value, was) in [
            ("blank", mine.blank, theirs.blank), ("coarse", mine.coarse, theirs.coarse),
            ("stale", mine.stale, theirs.stale),
        ] where value != was {
            let area = new.areas.first { $0.kind.rawValue == name || (name == "blank" && $0.kind == .failed) }
            let place = area.map { " at [\($0.x.short) \($0.y.short)]" } ?? ""
            messages.append((name, "\(name) pixels: \(value), were \(was)\(value > was ? place : "")"))
        }
        if Self.isElsewhere(new, old) {
            let text =
                "the view is at [\(new.offsetX) \(new.offsetY)] × \(new.zoomScale), and was at "
                + "[\(old.offsetX) \(old.offsetY)] × \(old.zoomScale)"
            messages.append(("offset", text))
        }
        if new.state != old.state {
            messages.append(("state", "it is \(new.state.rawValue), and was \(old.state.rawValue)"))
        }
        return messages
    }

    /// Whether the views stand at other places. C libraries and processors differ in the last bit of an exponential, so a
    /// thousandth of a point, and a millionth of the scale, are no difference.
    private static func isElsewhere(_ new: FrameRecord, _ old: FrameRecord) -> Bool {
        abs(new.offsetX - old.offsetX) > 1e-3 || abs(new.offsetY - old.offsetY) > 1e-3
            || abs(new.zoomScale - old.zoomScale) > 1e-6 * abs(old.zoomScale)
    }

    /// Whose numbers differ most.
    private static func difference(_ new: [String: Int], _ old: [String: Int]) -> String? {
        var worst: (path: String, new: Int, old: Int)?
        for path in Set(new.keys).union(old.keys).sorted() {
            let (mine, theirs) = (new[path] ?? 0, old[path] ?? 0)
            if abs(mine - theirs) > abs((worst?.new ?? 0) - (worst?.old ?? 0)) { worst = (path, mine, theirs) }
        }
        return worst.map { "\($0.path) \($0.new)×, was \($0.old)×" }
    }
}

extension Trace.Allowance {
    /// Whether a count may be that much more, or less.
    func admits(_ new: Int, _ old: Int) -> Bool {
        abs(Double(new) - Double(old)) <= max(Double(absolute), share * abs(Double(old)))
    }

    fileprivate var text: String {
        [absolute > 0 ? "\(absolute)" : nil, share > 0 ? "\((share * 100).short) %" : nil].compactMap { $0 }
            .joined(separator: " or ") + (absolute > 0 || share > 0 ? "" : "none")
    }
}
