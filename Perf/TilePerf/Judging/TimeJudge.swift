/// Judges by time: two builds against each other, and the base against itself as a control.
///
/// A build is slower when all of this holds: its runs rank above the base's (`p` of the Mann–Whitney test), by at least
/// `leastEffect`, and by more than the base's runs may differ from its own. Where the base's own runs may differ by more than
/// `leastEffect`, nothing smaller can be seen, and unless the change is larger still the judge says so rather than “unchanged”.
public struct TimeJudge: Sendable {
    public struct Policy: Hashable, Sendable {
        /// How often the test may err on runs of one distribution. A red one is confirmed by a second trial, so both must.
        public var p = 0.01
        /// A share: what nobody would act on is no regression.
        public var leastEffect = 0.03
        /// Milliseconds of a frame or a tile: a part that takes less than this in both builds is not judged.
        public var leastTime = 0.05
        /// Each has two runs of either build. Sixteen runs see 5 % where single runs differ by a few per cent; see
        /// docs/perf-judging.md.
        public var rounds = 8

        public init() {}
    }

    public var policy: Policy

    public init(_ policy: Policy = Policy()) { self.policy = policy }

    /// - Parameters:
    ///   - control: more runs of the base, made between the others.
    public func judge(
        trace: String, base: [WorkSample], head: [WorkSample], control: [WorkSample]
    ) -> [Comparison] {
        func series(_ part: WorkPart?, _ samples: [WorkSample]) -> [Double] { samples.map { $0.time(of: part) } }
        return ([nil] + WorkPart.allCases).map { part in
            compare(trace, part, series(part, base), series(part, head), series(part, control))
        }
    }

    private func compare(
        _ trace: String, _ part: WorkPart?, _ base: [Double], _ head: [Double], _ control: [Double]
    ) -> Comparison {
        var row = Comparison(
            trace: trace, measure: .time, part: part, base: base.median, head: head.median, change: nil, verdict: .small
        )
        // A run of 0 ms can't be a ratio's; a part of which half of the runs are short is not worth any.
        let least = (base + head + control).min()!
        guard max(row.base, row.head) >= policy.leastTime, least > 0 else { return row }
        let shift = Shift(from: base, to: head)
        let same = Shift(from: base, to: control)
        let noise = max(abs(same.interval.lowerBound), abs(same.interval.upperBound))
        row.change = shift.estimate
        row.noise = noise
        let p = RankSum(base, head).p
        row.p = p
        let isReal = p < policy.p && abs(shift.estimate) >= policy.leastEffect && abs(shift.estimate) > noise
        if isReal {
            row.verdict = shift.estimate > 0 ? .slower : .faster
        } else {
            row.verdict = noise > policy.leastEffect ? .notJudged : .unchanged
        }
        return row
    }
}

extension WorkSample {
    /// Milliseconds of a part; of all phases for nil.
    func time(of part: WorkPart?) -> Double {
        if let part { return milliseconds[part] ?? 0 }
        return WorkPart.allCases.reduce(0) { $1 == .raster ? $0 : $0 + (milliseconds[$1] ?? 0) }
    }
}
