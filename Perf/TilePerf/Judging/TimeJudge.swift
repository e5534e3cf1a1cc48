/// A judge that compares times: two builds with each other, and the base with itself as a control.
///
/// A build is slower if all of these hold: its runs rank above the base's (`p` of the Mann–Whitney test), by at least
/// `leastEffect` and `leastTime`, and by more than the difference between the base and the control. If that difference
/// may exceed the least effect, smaller changes cannot be detected, and unless the change is larger still the judge
/// reports that rather than “unchanged”.
///
/// Runs are ranked by their fraction of their round's times, not by time: aligned ranks by blocks (Hodges and Lehmann,
/// “Rank methods for combination of independent experiments in analysis of variance”, 1962).
public struct TimeJudge: Sendable {
    public struct Policy: Hashable, Sendable {
        /// The significance level of the test for runs of one distribution. A regression is confirmed by a second
        /// trial, so both tests must err.
        public var p = 0.01
        /// The minimum fraction of a regression; nobody would act on less.
        public var leastEffect = 0.03
        /// The minimum milliseconds of a regression for each frame or tile; nobody would act on less, even if it is a
        /// large fraction of a short part.
        public var leastTime = 0.001
        /// The number of rounds, each with two runs of either build. Sixteen runs detect 5 % if individual runs differ
        /// by a few percent; see docs/perf-judging.md.
        public var rounds = 8

        public init() {}
    }

    public var policy: Policy

    public init(_ policy: Policy = Policy()) { self.policy = policy }

    /// Judges rounds, of which there must be at least one, each with runs of all three builds.
    public func judge(trace: String, _ rounds: [TimeRound]) -> [Comparison] {
        ([nil] + WorkPart.allCases).map { part in compare(trace, part, rounds: rounds.map { $0.times(of: part) }) }
    }

    private func compare(
        _ trace: String, _ part: WorkPart?, rounds: [(base: [Double], head: [Double], control: [Double])]
    ) -> Comparison {
        var row = Comparison(
            trace: trace, measure: .time, part: part, base: rounds.flatMap(\.base).median,
            head: rounds.flatMap(\.head).median, change: nil, verdict: .small)
        // A ratio needs nonzero times. A part with many runs near zero is negligible anyway.
        let least = rounds.flatMap { $0.base + $0.head + $0.control }.min()!
        guard max(row.base, row.head) > policy.leastTime, least > 0 else { return row }
        let effect = max(policy.leastEffect, policy.leastTime / row.base)
        // As fractions of the round's times, because a machine that is slower for some rounds is so for all builds.
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
    /// Returns the milliseconds of a part; of all phases if nil.
    func time(of part: WorkPart?) -> Double {
        if let part { return milliseconds[part] ?? 0 }
        return WorkPart.allCases.reduce(0) { $1 == .raster ? $0 : $0 + (milliseconds[$1] ?? 0) }
    }
}
