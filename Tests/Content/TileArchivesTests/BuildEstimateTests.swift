import Foundation
import Testing

@testable import TileArchives

@Suite("Estimates of a build's remaining time")
struct BuildEstimateTests {
    @Test("assume that deeper levels cost less a tile, as the measured ones do")
    func deeperLevels() throws {
        var options = BuildOptions()
        options.maxLevel = 4
        let plan = try BuildPlan(
            contentSize: CGSize(width: 1000, height: 700), isScalable: true, layout: .xyz, options: options)
        let counts = plan.levels.map(\.tileCount)
        let estimate = BuildEstimate(plan, blocks: ShardPlan.Block.all(of: plan))
        #expect(estimate.secondsLeft(after: 1) == nil)

        estimate.add(level: 0)
        estimate.add(1, level: 0, cost: 100_000_000)
        // One level says nothing about the others.
        let all = 0.1 * Double(counts[1...].reduce(0, +))
        #expect(abs(try #require(estimate.secondsLeft(after: 0.1)) - all) < 1e-9)

        for _ in 0..<counts[1] { estimate.add(level: 1) }
        estimate.add(counts[1], level: 1, cost: UInt64(counts[1]) * 60_000_000)
        let spent = 0.1 + 0.06 * Double(counts[1])
        var cost = 0.06
        var left = 0.0
        for count in counts[2...] {
            cost *= 0.6
            left += cost * Double(count)
        }
        #expect(abs(try #require(estimate.secondsLeft(after: spent)) - left) < 1e-9)
        // On a machine that is half as fast as the time of its processors.
        #expect(abs(try #require(estimate.secondsLeft(after: 2 * spent)) - 2 * left) < 1e-9)

        // A tile costs at least half of one of the level above.
        for _ in 0..<counts[2] { estimate.add(level: 2) }
        estimate.add(counts[2], level: 2, cost: UInt64(counts[2]) * 6_000_000)
        let deeper = 0.003 * Double(counts[3]) + 0.0015 * Double(counts[4])
        let time = spent + 0.006 * Double(counts[2])
        #expect(abs(try #require(estimate.secondsLeft(after: time)) - deeper) < 1e-9)
    }
}
