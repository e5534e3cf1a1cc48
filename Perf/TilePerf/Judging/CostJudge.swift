/// Judges by instructions, which callgrind counts. A count repeats nearly to the digit, so one run of each build is
/// enough.
public struct CostJudge: Sendable {
    /// What counts as more. docs/perf-judging.md has what these numbers were measured by.
    public struct Policy: Hashable, Sendable {
        /// Of the base's instructions.
        public var share = 0.01
        /// Instructions: less is nothing, whatever the share.
        public var instructions = 400_000

        public init() {}
    }

    public var policy: Policy

    public init(_ policy: Policy = Policy()) { self.policy = policy }

    /// Each part, and all phases of frames together, of which small slips add up.
    public func judge(
        trace: String, base: [WorkPart: Int], head: [WorkPart: Int]
    ) -> [Comparison] {
        var rows = [compare(trace, nil, Self.frame(base), Self.frame(head))]
        for part in WorkPart.allCases { rows.append(compare(trace, part, base[part] ?? 0, head[part] ?? 0)) }
        return rows
    }

    private static func frame(_ counts: [WorkPart: Int]) -> Int {
        counts.reduce(0) { $1.key == .raster ? $0 : $0 + $1.value }
    }

    private func compare(_ trace: String, _ part: WorkPart?, _ base: Int, _ head: Int) -> Comparison {
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
            // New work where there was none.
            change: change ?? (head > 0 ? 1 : nil), verdict: verdict)
    }
}
