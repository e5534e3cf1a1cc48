import Testing

@testable import TilePerf

/// Tests of a trace's allowances, as docs/traces.md describes them: the sum may differ by a number or a share,
/// whichever is more, and each frame by any amount.
@Suite struct AllowanceTests {
    private static let counts = Count.allCases.filter(\.isExact)

    private func run(_ count: Count, _ values: [Int]) -> Ledger {
        ledger(values.map { _ in 1 }) { frames in
            for (index, value) in values.enumerated() { frames[index].counts[count] = value }
        }
    }

    private func messages(_ count: Count, _ new: [Int], allowance: Trace.Allowance?) throws -> [String] {
        try CountJudge().judge(
            run(count, new), against: run(count, [100, 0, 0]),
            allowances: allowance.map { [count: $0] } ?? [:]
        ).map(\.message)
    }

    @Test(arguments: counts) func withoutOneEachFrameIsToBeEqual(_ count: Count) throws {
        let found = try messages(count, [0, 100, 0], allowance: nil)
        #expect(found.count == 1)
        #expect(found[0].hasPrefix("frame 0 (0 s): \(count.title): 0, were 100"))
    }

    @Test(arguments: counts) func workThatMovesToAnotherFrameIsAllowed(_ count: Count) throws {
        #expect(try messages(count, [0, 100, 0], allowance: .init()).isEmpty)
    }

    @Test(arguments: counts) func theWholeMayDifferByTheLargerOfANumberAndAShare(_ count: Count) throws {
        #expect(try messages(count, [0, 104, 0], allowance: .init(absolute: 4)).isEmpty)
        #expect(try messages(count, [0, 96, 0], allowance: .init(share: 0.04)).isEmpty)
        #expect(try messages(count, [0, 110, 0], allowance: .init(absolute: 2, share: 0.1)).isEmpty)
        #expect(try messages(count, [0, 110, 0], allowance: .init(absolute: 10, share: 0.02)).isEmpty)
    }

    @Test(arguments: counts) func moreThanThatIsARegressionOfTheWhole(_ count: Count) throws {
        for whole in [95, 105] {
            let found = try messages(count, [0, whole, 0], allowance: .init(absolute: 4, share: 0.03))
            let all = count.isSum ? "in all frames" : "at most, of all frames"
            let first = "first in frame 0 (0 s)"
            #expect(found == ["\(count.title) \(all): \(whole), were 100; the trace allows 4 or 3%; \(first)"])
        }
    }

    @Test func aReplayIsJudgedByWhatItsTraceAllows() throws {
        let good = try Replayer(flickTrace()).run()
        var replayer = Replayer(flickTrace())
        replayer.injections = [.draw(frame: 20)]
        let new = try replayer.run()
        let subjects = Set(try CountJudge().judge(new, against: good).map(\.subject))
        let allowed = Dictionary(
            uniqueKeysWithValues: subjects.compactMap(Count.init).map { ($0, Trace.Allowance(absolute: 1 << 20)) })
        #expect(allowed[.draws] != nil)
        #expect(try CountJudge().judge(new, against: good, allowances: allowed).isEmpty)
        var strict = allowed
        strict[.draws] = Trace.Allowance()
        #expect(
            try CountJudge().judge(new, against: good, allowances: strict).map(\.subject) == [Count.draws.rawValue])
    }
}
