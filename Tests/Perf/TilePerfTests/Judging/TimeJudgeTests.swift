import Foundation
import TestSupport
import Testing

@testable import TilePerf

/// Builds whose runs are made up: so long, and each by chance a little longer.
struct ScriptedBuilds: TimeSampler {
    /// The head's additional time, run by run, by trial.
    var change: (_ trial: Int) -> Double
    /// Runs are up to so much longer.
    var noise: Double
    var random: SeededGenerator
    var drift = 0.0
    private(set) var count = 0
    private(set) var order: [TimeTrial.Build] = []
    let runsOfATrial: Int

    init(_ seed: UInt64, noise: Double, rounds: Int = TimeJudge.Policy().rounds, change: @escaping (Int) -> Double) {
        (random, self.noise, self.change) = (SeededGenerator(seed), noise, change)
        runsOfATrial = rounds * 6
    }

    mutating func sample(_ build: TimeTrial.Build, _ trace: String) throws -> WorkSample {
        let trial = count / runsOfATrial
        count += 1
        order.append(build)
        let chance = Double.random(in: 0..<1, using: &random)
        // Some runs are late by much more.
        let late = chance > 0.95 ? 5 * noise : 0
        let factor = (1 + noise * chance + late + drift * Double(count)) * (build == .head ? 1 + change(trial) : 1)
        var sample = WorkSample(Trace(name: trace, content: .program("")), clock: .virtual, WorkTimes())
        sample.milliseconds = [.phase(.layout): 2 * factor, .raster: 4 * factor, .phase(.input): 0.001]
        return sample
    }
}

@Suite struct TimeJudgeTests {
    private func rows(_ builds: ScriptedBuilds, rounds: Int = TimeJudge.Policy().rounds) throws -> [String: Comparison]
    {
        var builds = builds
        var judge = TimeJudge()
        judge.policy.rounds = rounds
        let rows = try TimeTrial(judge).run("flick", with: &builds)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
    }

    @Test func fivePercentMoreGoesRedWithTheRightWords() throws {
        for seed in 1...10 {
            let rows = try rows(ScriptedBuilds(UInt64(seed), noise: 0.02) { _ in 0.05 })
            for name in ["frame", "layout", "raster"] {
                let row = try #require(rows[name])
                #expect(row.verdict == .slower, "seed \(seed): \(row)")
                #expect(abs(try #require(row.change) - 0.05) < 0.02)
            }
            #expect(rows["input"]?.verdict == .small)
            let finding = try #require(rows["raster"]?.finding)
            #expect(finding.kind == .regression && finding.trace == "flick")
            #expect(finding.message.hasPrefix("raster takes ") && finding.message.contains("% longer: 4."))
            #expect(finding.message.contains("ms per tile, were 4."))
        }
    }

    @Test func theSameBuildStaysGreenTenTimesOutOfTen() throws {
        for seed in 1...100 {
            let rows = try rows(ScriptedBuilds(UInt64(seed), noise: 0.03) { _ in 0 })
            #expect(rows.values.allSatisfy { $0.verdict != .slower }, "seed \(seed)")
        }
        for seed in 1...10 {
            let rows = try rows(ScriptedBuilds(UInt64(seed), noise: 0.02) { _ in 0 })
            #expect(rows["layout"]?.verdict == .unchanged, "seed \(seed): \(rows["layout"]!)")
        }
    }

    @Test func noiseLargerThanTheEffectIsSaidNotJudged() throws {
        for seed in 1...10 {
            let rows = try rows(ScriptedBuilds(UInt64(seed), noise: 0.4) { _ in 0.05 })
            let row = try #require(rows["layout"])
            #expect(row.verdict == .notJudged, "seed \(seed): \(row)")
            #expect(row.finding == nil)
            #expect(row.refusal.hasPrefix("layout not judged: noise floor "))
        }
    }

    @Test func aLargeEffectIsSeenThroughNoise() throws {
        let rows = try rows(ScriptedBuilds(3, noise: 0.2) { _ in 1 })
        #expect(rows["layout"]?.verdict == .slower)
    }

    @Test func lessThanMattersIsUnchangedHoweverSure() throws {
        let rows = try rows(ScriptedBuilds(3, noise: 0.001) { _ in 0.02 })
        let row = try #require(rows["layout"])
        #expect(row.verdict == .unchanged)
        #expect(try #require(row.p) < 0.001)
    }

    @Test func slowerOnceOnlyIsNotRed() throws {
        let rows = try rows(ScriptedBuilds(4, noise: 0.02) { trial in trial == 0 ? 0.06 : 0 })
        #expect(rows["layout"]?.verdict == .unchanged)
        let turned = try self.rows(ScriptedBuilds(4, noise: 0.02) { trial in trial == 0 ? 0.06 : -0.06 })
        #expect(turned["layout"]?.verdict == .unchanged)
    }

    @Test func aRerunIsMadeOnlyForWhatLooksSlower() throws {
        var same = ScriptedBuilds(5, noise: 0.02) { _ in 0 }
        _ = try TimeTrial().run("flick", with: &same)
        #expect(same.count == same.runsOfATrial)
        var slower = ScriptedBuilds(5, noise: 0.02) { _ in 0.08 }
        _ = try TimeTrial().run("flick", with: &slower)
        #expect(slower.count == 2 * slower.runsOfATrial)
        var faster = ScriptedBuilds(5, noise: 0.02) { _ in -0.08 }
        #expect(try TimeTrial().run("flick", with: &faster).contains { $0.verdict == .faster })
        #expect(faster.count == faster.runsOfATrial)
    }

    @Test func buildsTakeTurnsSoThatAMachineGettingSlowerIsNoRegression() throws {
        // Twice as slow in the end.
        var builds = ScriptedBuilds(6, noise: 0.001) { _ in 0 }
        builds.drift = 1 / Double(builds.runsOfATrial)
        _ = try TimeTrial().run("flick", with: &builds)
        #expect(builds.order.prefix(6) == [.base, .control, .head, .head, .control, .base])
        #expect(builds.order.dropFirst(6).prefix(6) == [.head, .control, .base, .base, .control, .head])
        for round in 0..<TimeJudge.Policy().rounds {
            let turns = builds.order[(6 * round)..<(6 * round + 6)]
            for build in [TimeTrial.Build.base, .head, .control] {
                let places = turns.enumerated().filter { $0.element == build }.map(\.offset)
                #expect(places.reduce(0, +) == 5, "as early as late")
            }
        }
        var drifting = ScriptedBuilds(6, noise: 0.001) { _ in 0 }
        drifting.drift = 1 / Double(drifting.runsOfATrial)
        let rows = try TimeTrial().run("flick", with: &drifting)
        #expect(rows.allSatisfy { $0.verdict != .slower && $0.verdict != .faster })
    }

    @Test func aMachineThatIsSlowForSomeRoundsHidesNothing() throws {
        struct Moody: TimeSampler {
            var builds: ScriptedBuilds
            /// Rounds of six runs, every third of them on a machine of half the speed.
            mutating func sample(_ build: TimeTrial.Build, _ trace: String) throws -> WorkSample {
                let factor = builds.count / 6 % 3 == 1 ? 2.0 : 1
                var sample = try builds.sample(build, trace)
                for part in sample.milliseconds.keys { sample.milliseconds[part]! *= factor }
                return sample
            }
        }
        for seed in 1...10 {
            var slower = Moody(builds: ScriptedBuilds(UInt64(seed), noise: 0.02) { _ in 0.05 })
            let red = try TimeTrial().run("flick", with: &slower).first { $0.part == .phase(.layout) }
            #expect(red?.verdict == .slower, "seed \(seed): \(red!)")
            var same = Moody(builds: ScriptedBuilds(UInt64(seed), noise: 0.02) { _ in 0 })
            let green = try TimeTrial().run("flick", with: &same).first { $0.part == .phase(.layout) }
            #expect(green?.verdict == .unchanged, "seed \(seed): \(green!)")
        }
    }

    @Test func aRunThatFailsEndsTheTrial() {
        struct Broken: TimeSampler {
            struct Failure: Error {}
            func sample(_ build: TimeTrial.Build, _ trace: String) throws -> WorkSample { throw Failure() }
        }
        var broken = Broken()
        #expect(throws: Broken.Failure.self) { try TimeTrial().run("flick", with: &broken) }
    }

    @Test func ofAShortPartLessThanAMicrosecondIsNothing() throws {
        struct Short: TimeSampler {
            var builds: ScriptedBuilds
            /// Returns a sample of 4 µs.
            mutating func sample(_ build: TimeTrial.Build, _ trace: String) throws -> WorkSample {
                var sample = try builds.sample(build, trace)
                sample.milliseconds[.phase(.layout)]! /= 500
                return sample
            }
        }
        func verdict(_ change: Double) throws -> Comparison.Verdict? {
            var builds = Short(builds: ScriptedBuilds(8, noise: 0.02) { _ in change })
            let rows = try TimeTrial().run("flick", with: &builds)
            return rows.first { $0.part == .phase(.layout) }?.verdict
        }
        #expect(try verdict(0.2) == .unchanged)
        #expect(try verdict(0.3) == .slower)
    }

    @Test func aPhaseThatTookNothingInSomeRunIsNoRatio() throws {
        var samples = ScriptedBuilds(7, noise: 0.01) { _ in 0 }
        var rounds = try (0..<8).map { _ in
            var round = TimeRound()
            for build in TimeTrial.orders[0] { round[build].append(try samples.sample(build, "flick")) }
            return round
        }
        rounds[3].base[1].milliseconds[.phase(.layout)] = nil
        let rows = TimeJudge().judge(trace: "flick", rounds)
        #expect(rows.first { $0.part == .phase(.layout) }?.verdict == .small)
        #expect(rows.first { $0.part == .raster }?.verdict == .unchanged)
    }
}
