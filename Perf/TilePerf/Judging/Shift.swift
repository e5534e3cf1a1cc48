import Foundation

extension [Double] {
    /// The middle one, or the mean of the two in the middle. Takes O(n log n); not of none.
    var median: Double {
        precondition(!isEmpty, "there is no median of nothing")
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}

/// By how much one set of measurements lies above another, as a share of the other: 0.05 is 5 % more.
///
/// The estimate of Hodges and Lehmann (1963), of logarithms: the median of the ratios of all pairs. Single late runs
/// don't move it, and it fits the test of `RankSum`: the interval holds the shifts which that test would not reject.
public struct Shift: Hashable, Sendable {
    public var estimate: Double
    /// Where the true shift is, with the asked confidence.
    public var interval: ClosedRange<Double>

    /// Neither set may be empty, and all values must be above 0.
    ///
    /// - Complexity: O(mn log mn).
    public init(from base: [Double], to head: [Double], confidence: Double = 0.95) {
        precondition(!base.isEmpty && !head.isEmpty, "a shift is between values")
        precondition((base + head).allSatisfy { $0 > 0 && $0.isFinite }, "a share of nothing says nothing")
        let ratios = base.flatMap { old in head.map { $0 / old - 1 } }.sorted()
        estimate = ratios.median
        let skipped = min(max(0, Self.rank(base.count, head.count, confidence) - 1), (ratios.count - 1) / 2)
        interval = ratios[skipped]...ratios[ratios.count - 1 - skipped]
    }

    /// The place of the pair, from either end and from 1 on, at which the interval ends: the greatest of which fewer
    /// than that many pairs lie outside seldom enough. 0 where there are too few values for the confidence; the
    /// interval holds all then.
    private static func rank(_ m: Int, _ n: Int, _ confidence: Double) -> Int {
        let tail = (1 - confidence) / 2
        if max(m, n) <= RankSum.largestExact {
            let counts = RankSum.arrangements(m, n)
            let all = counts.reduce(0, +)
            var (sum, rank) = (0.0, 0)
            while rank < counts.count, sum + counts[rank] <= tail * all {
                sum += counts[rank]
                rank += 1
            }
            return rank
        }
        let (m, n) = (Double(m), Double(n))
        let rank = m * n / 2 - Self.quantile(1 - tail) * (m * n * (m + n + 1) / 12).squareRoot()
        return Int(max(0, rank.rounded(.down)))
    }

    /// Of the normal distribution, for a share above a half, found by halving.
    private static func quantile(_ share: Double) -> Double {
        var (low, high) = (0.0, 40.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if 1 - erfc(middle / 2.0.squareRoot()) / 2 < share { low = middle } else { high = middle }
        }
        return low
    }
}
