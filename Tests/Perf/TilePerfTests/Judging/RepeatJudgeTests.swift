import Foundation
import Testing

@testable import TilePerf

@Suite struct RepeatJudgeTests {
    private func ledger(_ clock: Ledger.Clock = .virtual, draws: Int = 1) -> Ledger {
        var frames = (0..<3).map { FrameRecord(number: $0, time: Double($0) / 60, state: .full) }
        frames[2].counts[.draws] = draws
        return Ledger(Trace(name: "a", content: .program("b")), clock: clock, frames: frames)
    }

    @Test func runsOfTheVirtualClockThatAreNotEqualAreAFaultOfTheHarness() throws {
        #expect(RepeatJudge().difference(among: []) == nil)
        #expect(RepeatJudge().difference(among: [ledger(), ledger(), ledger()]) == nil)
        let text = try #require(RepeatJudge().difference(among: [ledger(), ledger(), ledger(draws: 2)]))
        #expect(text.hasPrefix("run 3 of 3 differs from the first: frame 2 (0.033 s): draw(_:) calls: 2, were 1"))
        #expect(text.contains("the harness or the content has a fault"))
        #expect(RepeatJudge().difference(among: [ledger(.real), ledger(.real, draws: 2)]) == nil)
    }

    @Test func aLimitThatAnyRunDoesNotKeepIsFoundOnce() {
        let (late, blank) = (
            Finding(Fault(.overBudget, "missedFrames"), trace: "a", "late"),
            Finding(Fault(.overBudget, "blankPixels"), trace: "a", "blank")
        )
        #expect(RepeatJudge().merged([[late]]) == [late])
        let found = RepeatJudge().merged([[], [late, blank], [blank], [blank]])
        #expect(found.map(\.message) == ["late (in 1 of 4 runs)", "blank (in 3 of 4 runs)"])
        #expect(RepeatJudge().merged([[late], [late]]) == [late])
    }

    @Test func aFaultThatWasNotPutInIsSaid() throws {
        var ledger = ledger()
        ledger.frames[1].state = .dropped
        ledger.frames[0].counts[.rasterMicroseconds] = 9
        func absence(_ text: String) throws -> String? { try #require(Injection(text)).absence(from: ledger) }
        #expect(try absence("draw=2") == nil && absence("blank=1") == nil && absence("cost=5%") == nil)
        #expect(try absence("draw=3") == "draw=3 was not injected: the last frame is 2")
        #expect(try absence("blank=99999") == "blank=99999 was not injected: the last frame is 2")
        ledger.frames[0].counts[.rasterMicroseconds] = 0
        #expect(try absence("cost=5%") == "cost=5% was not injected: the replay draws no tile")
        #expect(try absence("draw=1") == "draw=1 was not injected: frame 1 is dropped and draws nothing")
    }
}
