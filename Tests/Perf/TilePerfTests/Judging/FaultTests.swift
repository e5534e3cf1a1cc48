import Foundation
import Testing
import TileGeometry

@testable import TilePerf

/// Tests of the fault of a finding, which lets another run be checked for the same fault.
@Suite struct FaultTests {
    private func drawn(_ frames: [[String: Int]]) -> Ledger {
        var records = frames.indices.map { FrameRecord(number: $0, time: Double($0) / 60, state: .full) }
        for (number, draws) in frames.enumerated() {
            records[number].draws = draws
            records[number].counts[.draws] = draws.values.reduce(0, +)
        }
        return Ledger(Trace(name: "a", content: .program("b")), clock: .virtual, frames: records)
    }

    private func draws(_ view: String, _ change: Fault.Change) -> Fault {
        Fault(.regression, "draws", view: view, change: change)
    }

    @Test func aFindingNamesTheViewAndWhetherThereIsMoreOfIt() throws {
        let (more, fewer) = (drawn([["A": 1, "B": 3]]), drawn([["A": 1, "B": 1]]))
        #expect(try CountJudge().judge(more, against: fewer).map(\.fault) == [draws("B", .more)])
        #expect(try CountJudge().judge(fewer, against: more).map(\.fault) == [draws("B", .fewer)])
    }

    @Test func faultsOfOtherViewsAndOfLaterFramesAreNotTheFirstOnes() throws {
        let old = drawn([["A": 1], ["A": 1, "B": 1], ["A": 1]])
        let new = drawn([["A": 2], ["A": 1], ["A": 0, "C": 1]])
        // The first frame that differs speaks for the count.
        #expect(try CountJudge().judge(new, against: old).map(\.fault) == [draws("A", .more)])
        #expect(
            try CountJudge().faults(new, against: old) == [
                draws("A", .more), draws("B", .fewer), draws("A", .fewer), draws("C", .more),
            ])
    }

    @Test func aStateIsAnotherFaultWhenTheFrameCameToAnotherState() throws {
        func state(_ state: FrameState) -> Ledger {
            var ledger = drawn([[:]])
            ledger.frames[0].state = state
            return ledger
        }
        #expect(
            try CountJudge().faults(state(.dropped), against: state(.full))
                == [Fault(.regression, "state", change: .state(.dropped, was: .full))])
        #expect(
            try CountJudge().faults(state(.partial), against: state(.full))
                .isDisjoint(with: CountJudge().faults(state(.dropped), against: state(.full))))
    }

    @Test func lateFramesHaveTheFaultOfThePhaseAndTheViewThatTookMost() {
        var ledger = drawn([["A": 3, "B": 1], [:]])
        ledger.frames[0].phases = [.display: 20, .layout: 1]
        ledger.frames[1].phases = [.input: 30]
        var trace = Trace(name: "a", content: .program("b"))
        #expect(BudgetJudge().faults(ledger, trace).isEmpty)
        trace.limits.missedFrames = 0
        let display = Fault(.overBudget, "missedFrames", view: "A", change: .late(.display))
        #expect(BudgetJudge().judge(ledger, trace).map(\.fault) == [display])
        #expect(
            BudgetJudge().faults(ledger, trace) == [display, Fault(.overBudget, "missedFrames", change: .late(.input))])
        trace.limits.missedFrames = 2
        #expect(BudgetJudge().faults(ledger, trace).isEmpty)
    }
}
