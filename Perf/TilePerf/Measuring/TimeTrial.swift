/// A sampler that runs builds on a trace.
public protocol TimeSampler {
    /// Runs one build in a process of its own.
    mutating func sample(_ build: TimeTrial.Build, _ trace: String) throws -> WorkSample
}

/// A trial that alternates runs of two builds.
public struct TimeTrial: Sendable {
    public enum Build: Hashable, Sendable {
        case base, head
        /// The base again, as a third build.
        case control
    }

    /// The order of runs in each round: A B B A with the control in between, and B A A B in the next one. The average
    /// position of each build is the same, so a machine that gradually slows down affects all of them equally.
    static let orders: [[Build]] = [
        [.base, .control, .head, .head, .control, .base], [.head, .control, .base, .base, .control, .head],
    ]

    /// The number of runs in a round, of all builds together.
    public static let runsInRound = orders[0].count

    public var judge: TimeJudge

    public init(_ judge: TimeJudge = TimeJudge()) { self.judge = judge }

    /// Runs and judges a trace. If anything looks slower, the trial is repeated, and only parts that are slower both
    /// times are reported.
    public func run(_ trace: String, with sampler: inout some TimeSampler) throws -> [Comparison] {
        let first = try rows(trace, &sampler)
        guard first.contains(where: { $0.verdict == .slower }) else { return first }
        let second = try rows(trace, &sampler)
        return zip(first, second).map { old, new in
            guard old.verdict == .slower else { return old }
            var row = new
            // Slower once and then faster means no change.
            if row.verdict == .faster { row.verdict = .unchanged }
            return row
        }
    }

    private func rows(_ trace: String, _ sampler: inout some TimeSampler) throws -> [Comparison] {
        let rounds = try (0..<judge.policy.rounds).map { number in
            var round = TimeRound()
            for build in Self.orders[number % 2] { round[build].append(try sampler.sample(build, trace)) }
            return round
        }
        return judge.judge(trace: trace, rounds)
    }
}
