import Foundation

/// The Mann–Whitney test: whether two sets of measurements come from one distribution, by their ranks alone. It asks
/// nothing of how times are spread, which is never the normal way: most runs are fast and a few are late.
///
/// Mann and Whitney, “On a test of whether one of two random variables is stochastically larger than the other”, 1947.
public struct RankSum: Hashable, Sendable {
    /// Pairs in which the value of the first set is the larger one; an equal pair is a half.
    public var u: Double
    /// How often sets of one distribution differ as much, in either way.
    public var p: Double

    /// Up to so many values in each set without equal ones p is exact; beyond it the normal approximation is within
    /// 0.001.
    static let largestExact = 20

    /// Neither set may be empty.
    ///
    /// - Complexity: O(n log n), and up to `largestExact` O(n⁴) small steps.
    public init(_ first: [Double], _ second: [Double]) {
        precondition(!first.isEmpty && !second.isEmpty, "the test needs values on both sides")
        let isExact = max(first.count, second.count) <= Self.largestExact
        let (ranks, ties) = Self.ranks(first + second)
        let (m, n) = (Double(first.count), Double(second.count))
        u = ranks[..<first.count].reduce(0, +) - m * (m + 1) / 2
        p = isExact && ties == 0 ? Self.exact(u, first.count, second.count) : Self.normal(u, m, n, ties: ties)
    }

    /// The rank of each value, the mean one for equal values; and Σ(t³ − t) over the sets of t equal ones.
    private static func ranks(_ values: [Double]) -> (ranks: [Double], ties: Double) {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Double](repeating: 0, count: values.count)
        var (ties, start) = (0.0, 0)
        while start < order.count {
            var end = start + 1
            while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
            for index in start..<end { ranks[order[index]] = Double(start + end + 1) / 2 }
            let count = Double(end - start)
            ties += count * count * count - count
            start = end
        }
        return (ranks, ties)
    }

    /// How many of the arrangements of `m` and `n` values give each U, from 0 on.
    static func arrangements(_ m: Int, _ n: Int) -> [Double] {
        // The coefficients of Π (1 − x^(n+i)) / (1 − x^i) for i = 1 ... m: those of the Gaussian binomial.
        var counts = [Double](repeating: 0, count: m * n + 1)
        counts[0] = 1
        for i in 1...m {
            if n + i <= m * n {
                for u in stride(from: m * n, through: n + i, by: -1) { counts[u] -= counts[u - n - i] }
            }
            if i <= m * n { for u in i...(m * n) { counts[u] += counts[u - i] } }
        }
        return counts
    }

    private static func exact(_ u: Double, _ m: Int, _ n: Int) -> Double {
        let counts = arrangements(m, n)
        let least = Int(min(u, Double(m * n) - u))
        return min(1, 2 * counts[...least].reduce(0, +) / counts.reduce(0, +))
    }

    /// With the corrections for ties and for U being whole.
    private static func normal(_ u: Double, _ m: Double, _ n: Double, ties: Double) -> Double {
        let all = m + n
        let variance = m * n / 12 * (all + 1 - ties / (all * (all - 1)))
        // All values are equal.
        guard variance > 0 else { return 1 }
        let z = (abs(u - m * n / 2) - 0.5) / variance.squareRoot()
        return min(1, erfc(max(0, z) / 2.0.squareRoot()))
    }
}
