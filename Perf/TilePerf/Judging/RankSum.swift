import Foundation

/// The Mann–Whitney test: whether two sets of measurements come from one distribution, based only on their ranks. It
/// does not assume a normal distribution, which times do not have: most runs are fast and a few are late.
///
/// Mann and Whitney, “On a test of whether one of two random variables is stochastically larger than the other”, 1947.
public struct RankSum: Hashable, Sendable {
    /// The number of pairs in which the value of the first set is larger; a tie counts as a half.
    public var u: Double
    /// The probability that sets from one distribution differ at least as much, in either direction.
    public var p: Double

    /// The maximum size of both sets for which p is exact if there are no ties. Beyond it, the normal approximation is
    /// within 0.001.
    static let largestExact = 20

    /// Performs the test. Neither set may be empty.
    ///
    /// - Complexity: O(n log n), and up to `largestExact` O(n⁴) small steps.
    public init(_ first: [Double], _ second: [Double]) {
        precondition(!first.isEmpty && !second.isEmpty, "the test needs values on both sides")
        let isExact = max(first.count, second.count) <= Self.largestExact
        let (ranks, ties) = Self.ranks(first + second)
        let (m, n) = (Double(first.count), Double(second.count))
        u = ranks[..<first.count].reduce(0, +) - m * (m + 1) / 2
        p =
            isExact && ties == 0
            ? Self.exact(u, m: first.count, n: second.count) : Self.normal(u, m: m, n: n, ties: ties)
    }

    /// Returns the rank of each value, the mean one for ties, and Σ(t³ − t) over the groups of t tied values.
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

    /// Returns the numbers of arrangements of `m` and `n` values that give each U, from 0.
    static func arrangements(_ m: Int, _ n: Int) -> [Double] {
        // The coefficients of Π (1 − x^(n+i)) / (1 − x^i) for i = 1 ... m, the Gaussian binomial coefficient.
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

    private static func exact(_ u: Double, m: Int, n: Int) -> Double {
        let counts = arrangements(m, n)
        let least = Int(min(u, Double(m * n) - u))
        return min(1, 2 * counts[...least].reduce(0, +) / counts.reduce(0, +))
    }

    /// Returns p from the normal approximation with corrections for ties and continuity.
    private static func normal(_ u: Double, m: Double, n: Double, ties: Double) -> Double {
        let all = m + n
        let variance = m * n / 12 * (all + 1 - ties / (all * (all - 1)))
        // All values are equal.
        guard variance > 0 else { return 1 }
        let z = (abs(u - m * n / 2) - 0.5) / variance.squareRoot()
        return min(1, erfc(max(0, z) / 2.0.squareRoot()))
    }
}
