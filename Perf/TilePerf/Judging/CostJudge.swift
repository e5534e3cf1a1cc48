/// A judge that compares instruction counts from callgrind. A count is almost exactly reproducible, so one run of each
/// build is enough.
public struct CostJudge: Sendable {
    /// The thresholds for a regression. docs/perf-judging.md describes their measurement.
    public struct Policy: Hashable, Sendable {
        /// The minimum increase as a fraction of the base's instructions.
        public var share = 0.01
        /// The minimum increase in instructions, whatever the fraction.
        public var instructions = 400_000

        public init() {}
    }

    public var policy: Policy

    public init(_ policy: Policy = Policy()) { self.policy = policy }

    /// Judges each part, and all phases of frames together, in which small increases accumulate.
    public func judge(
        trace: String, base: [WorkPart: Int], head: [WorkPart: Int]
    ) -> [Comparison] {
        var rows = [compare(trace, part: nil, base: Self.frame(base), head: Self.frame(head))]
        for part in WorkPart.allCases {
            rows.append(compare(trace, part: part, base: base[part] ?? 0, head: head[part] ?? 0))
        }
        return rows
    }

    private static func frame(_ counts: [WorkPart: Int]) -> Int {
        counts.reduce(0) { $1.key == .raster ? $0 : $0 + $1.value }
    }

    private func compare(_ trace: String, part: WorkPart?, base: Int, head: Int) -> Comparison {
        let change = base > 0 ? Double(head - base) / Double(base) : nil
        let verdict: Comparison.Verdict =
            if max(base, head) < policy.instructions {
                .small
            } else if abs(head - base) < policy.instructions || abs(change ?? 1) <= policy.share {
                .unchanged
            } else {
                head > base ? .slower : .faster
            }
        return Comparison(
            trace: trace, measure: .cost, part: part, base: Double(base), head: Double(head),
            // New work without a counterpart in the base.
            change: change ?? (head > 0 ? 1 : nil), verdict: verdict)
    }
}
