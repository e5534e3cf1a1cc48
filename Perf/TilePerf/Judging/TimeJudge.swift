/// Judges by time: two builds against each other, and the base against itself as a control.
///
/// A build is slower when all of this holds: its runs rank above the base's (`p` of the Mann–Whitney test), by at least
/// `leastEffect` and `leastTime`, and by more than the base's runs may differ from its own. Where those may differ by
/// more than the least effect, nothing smaller can be seen, and unless the change is larger still the judge says so
/// rather than “unchanged”.
///
/// Runs are ranked by their share of what their round took, not by their time: ranks of values aligned by blocks
/// (Hodges and Lehmann, “Rank methods for combination of independent experiments in analysis of variance”, 1962).
public struct TimeJudge: Sendable {
    public struct Policy: Hashable, Sendable {
        /// How often the test may err on runs of one distribution. A red one is confirmed by a second trial, so both
        /// must.
        public var p = 0.01
        /// A share: what nobody would act on is no regression.
        public var leastEffect = 0.03
        /// Milliseconds of a frame or a tile: nobody would act on less either, however large a share it is of a short
        /// part.
        public var leastTime = 0.001
        /// Each has two runs of either build. Sixteen runs see 5 % where single runs differ by a few per cent; see
        /// docs/perf-judging.md.
        public var rounds = 8

        public init() {}
    }

    public var policy: Policy

    public init(_ policy: Policy = Policy()) { self.policy = policy }

    /// Takes at least one round, each with runs of all three.
    public func judge(trace: String, _ rounds: [TimeRound]) -> [Comparison] {
        ([nil] + WorkPart.allCases).map { part in compare(trace, part, rounds.map { $0.times(of: part) }) }
    }

    private func compare(
        _ trace: String, _ part: WorkPart?, _ rounds: [(base: [Double], head: [Double], control: [Double])]
    ) -> Comparison {
        var row = Comparison(
            trace: trace, measure: .time, part: part, base: rounds.flatMap(\.base).median,
            head: rounds.flatMap(\.head).median, change: nil, verdict: .small)
        // A run of 0 ms can't be a ratio's; a part of which half of the runs are short is not worth any.
        let least = rounds.flatMap { $0.base + $0.head + $0.control }.min()!
        guard max(row.base, row.head) > policy.leastTime, least > 0 else { return row }
        let effect = max(policy.leastEffect, policy.leastTime / row.base)
        // As shares of what the round's runs took: a machine that is slower for some rounds is so for all builds, and
        // says nothing of them.
        let shares = rounds.map { round in
            let middle = (round.base + round.head + round.control).median
            return (
                base: round.base.map { $0 / middle }, head: round.head.map { $0 / middle },
                control: round.control.map { $0 / middle }
            )
        }
        let (base, head, control) = (
            shares.flatMap(\.base), shares.flatMap(\.head), shares.flatMap(\.control)
        )
        let shift = Shift(from: base, to: head)
        let same = Shift(from: base, to: control)
        let noise = max(abs(same.interval.lowerBound), abs(same.interval.upperBound))
        row.change = shift.estimate
        row.noise = noise
        let p = RankSum(base, head).p
        row.p = p
        let isReal = p < policy.p && abs(shift.estimate) >= effect && abs(shift.estimate) > noise
        if isReal {
            row.verdict = shift.estimate > 0 ? .slower : .faster
        } else {
            row.verdict = noise > effect ? .notJudged : .unchanged
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
