import TestSupport
import Testing

@testable import TilePerf

@Suite struct RankSumTests {
    /// Results of SciPy 1.17.1: scipy.stats.mannwhitneyu(a, b, alternative="two-sided", method="exact"), “asymptotic”
    /// for equal values or more than 20.
    static let published: [(a: [Double], b: [Double], u: Double, p: Double)] = [
        ([19, 22, 16, 29, 24], [20, 11, 17, 12], 17, 0.1111111111111111),
        ([1.1, 2.2, 3.3, 4.4, 5.5, 6.6], [1.2, 2.3, 0.4, 0.5, 1.6, 1.7], 31, 0.04112554112554113),
        ([1, 2, 3], [4, 5, 6], 0, 0.1),
        (
            (0..<12).map { 10.1 + Double($0) * 0.3 }, (0..<12).map { 10.25 + Double($0) * 0.37 }, 55,
            0.3473579186999567
        ),
        ([1, 2, 2, 3, 4, 5, 5, 5], [2, 3, 3, 6, 7, 8, 9, 9], 15, 0.08017839395800368),
        ([5, 5, 5], [5, 5, 5], 4.5, 1),
        ((0..<30).map { Double(2 * $0) }, (0..<25).map { Double(3 * $0) + 5.5 }, 252, 0.03839358053710958),
    ]

    @Test(arguments: published.indices)
    func uAndPAreThoseOfSciPy(_ index: Int) {
        let (a, b, u, p) = Self.published[index]
        let test = RankSum(a, b)
        #expect(test.u == u)
        #expect(abs(test.p - p) < 1e-12, "\(test.p)")
        let turned = RankSum(b, a)
        #expect(turned.u == Double(a.count * b.count) - u && abs(turned.p - p) < 1e-12)
    }

    @Test func allArrangementsOfSmallSetsAreCounted() {
        for m in 1...4 {
            for n in 1...4 {
                var counts = [Double](repeating: 0, count: m * n + 1)
                // Each set of places for the first set's values, as bits.
                for places in 0..<(1 << (m + n)) where places.nonzeroBitCount == m {
                    var (u, others) = (0, 0)
                    for place in 0..<(m + n) {
                        if places >> place & 1 == 1 { u += others } else { others += 1 }
                    }
                    counts[u] += 1
                }
                #expect(RankSum.arrangements(m, n) == counts, "\(m) and \(n)")
            }
        }
    }

    @Test func aThirdOfNothingIsFoundByChanceOnlyAsOftenAsPSays() {
        var random = SeededGenerator(5)
        var found = 0
        for _ in 0..<2000 {
            let values = (0..<24).map { _ in Double.random(in: 0..<1, using: &random) }
            if RankSum(Array(values[..<12]), Array(values[12...])).p < 0.05 { found += 1 }
        }
        // 5 % of 2,000, and three standard deviations of that.
        #expect((70...130).contains(found), "\(found)")
    }
}

@Suite struct ShiftTests {
    @Test func theMedianIsTheMiddleOrBetweenTheTwoInTheMiddle() {
        #expect([3.0].median == 3)
        #expect([3.0, 1].median == 2)
        #expect([9.0, 1, 5].median == 5)
        #expect([4.0, 1, 100, 2].median == 3)
    }

    @Test func oneLateRunDoesNotMoveTheShift() {
        let base = [10.0, 10.1, 9.9, 10.05, 9.95, 10.02]
        var head = base.map { $0 * 1.05 }
        #expect(abs(Shift(from: base, to: head).estimate - 0.05) < 0.002)
        head[2] = 500
        #expect(abs(Shift(from: base, to: head).estimate - 0.05) < 0.008)
    }

    @Test(arguments: [4, 5, 8, 12, 20, 24])
    func theIntervalEndsWhereTheTestBeginsToReject(_ count: Int) {
        var random = SeededGenerator(UInt64(count))
        for _ in 0..<20 {
            let base = (0..<count).map { _ in Double.random(in: 9..<11, using: &random) }
            let head = (0..<count).map { _ in Double.random(in: 9.5..<12, using: &random) }
            let interval = Shift(from: base, to: head).interval
            func p(_ share: Double) -> Double { RankSum(base.map { $0 * (1 + share) }, head).p }
            #expect(p(interval.lowerBound + 1e-9) > 0.05 - 0.004 && p(interval.upperBound - 1e-9) > 0.05 - 0.004)
            #expect(p(interval.lowerBound - 1e-9) <= 0.05 + 0.004 && p(interval.upperBound + 1e-9) <= 0.05 + 0.004)
        }
    }

    @Test func threeRunsAreTooFewForAnInterval() {
        let shift = Shift(from: [1, 2, 4], to: [2, 4, 8])
        #expect(shift.interval == -0.5...7, "all pairs")
    }
}
