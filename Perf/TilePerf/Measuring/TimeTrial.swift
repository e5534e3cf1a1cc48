/// Has builds run a trace; what a trial asks for samples.
public protocol TimeSampler {
    /// A run of one build, in a process of its own.
    mutating func sample(_ build: TimeTrial.Build, _ trace: String) throws -> WorkSample
}

/// Runs of two builds, by turns.
public struct TimeTrial: Sendable {
    public enum Build: Hashable, Sendable {
        case base, head
        /// The base, in the place of a third build.
        case control
    }

    /// Of each round: A B B A with the control between, and B A A B in the next one. Each build is as early as it is
    /// late, so a machine that gets slower by and by does so for all.
    static let orders: [[Build]] = [
        [.base, .control, .head, .head, .control, .base], [.head, .control, .base, .base, .control, .head],
    ]

    /// Of all builds together.
    public static let runsInRound = orders[0].count

    public var judge: TimeJudge

    public init(_ judge: TimeJudge = TimeJudge()) { self.judge = judge }

    /// Runs and judges a trace; whatever looks slower, once more. It stays slower only if it is so both times.
    public func run(_ trace: String, with sampler: inout some TimeSampler) throws -> [Comparison] {
        let first = try rows(trace, &sampler)
        guard first.contains(where: { $0.verdict == .slower }) else { return first }
        let second = try rows(trace, &sampler)
        return zip(first, second).map { old, new in
            guard old.verdict == .slower else { return old }
            var row = new
            // Slower once and faster then is neither.
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
