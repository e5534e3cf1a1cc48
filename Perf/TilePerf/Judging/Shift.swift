import Foundation

extension [Double] {
    /// The median: the middle value, or the mean of the two middle values. The collection must not be empty.
    ///
    /// - Complexity: O(n log n).
    var median: Double {
        precondition(!isEmpty, "there is no median of nothing")
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}

/// The shift between two sets of measurements as a fraction: 0.05 is 5 % more.
///
/// The estimate is that of Hodges and Lehmann (1963) for logarithms: the median of the ratios of all pairs. Individual
/// late runs do not affect it, and it matches the test of `RankSum`: the interval contains the shifts that the test
/// would not reject.
public struct Shift: Hashable, Sendable {
    public var estimate: Double
    /// The interval that contains the true shift with the requested confidence.
    public var interval: ClosedRange<Double>

    /// Estimates a shift. Neither set may be empty, and all values must be positive.
    ///
    /// - Complexity: O(mn log mn).
    public init(from base: [Double], to head: [Double], confidence: Double = 0.95) {
        precondition(!base.isEmpty && !head.isEmpty, "a shift is between values")
        precondition((base + head).allSatisfy { $0 > 0 && $0.isFinite }, "a share of nothing says nothing")
        let ratios = base.flatMap { old in head.map { $0 / old - 1 } }.sorted()
        estimate = ratios.median
        let skipped = min(max(0, Self.rank(base.count, head.count, confidence: confidence) - 1), (ratios.count - 1) / 2)
        interval = ratios[skipped]...ratios[ratios.count - 1 - skipped]
    }

    /// Returns the position, counted from 1 from either end, of the pair at which the interval ends: the largest one
    /// for which the probability of the pairs outside is small enough. It is 0 if there are too few values for the
    /// confidence, in which case the interval contains all of them.
    private static func rank(_ m: Int, _ n: Int, confidence: Double) -> Int {
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

    /// Returns a quantile of the normal distribution, for a probability above a half, by bisection.
    private static func quantile(_ share: Double) -> Double {
        var (low, high) = (0.0, 40.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if 1 - erfc(middle / 2.0.squareRoot()) / 2 < share { low = middle } else { high = middle }
        }
        return low
    }
}
