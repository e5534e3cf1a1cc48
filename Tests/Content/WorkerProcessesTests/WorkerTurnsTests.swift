import Testing

@testable import WorkerProcesses

/// Tests of the order in which requests get a process. Processes are numbers here.
@Suite struct WorkerTurnsTests {
    private let limits = WorkerPoolLimits(perSubject: 1, all: 4, forLong: 3, idleNanoseconds: 0)

    private func isUse(_ turn: WorkerTurns<Int>.Turn?, _ process: Int) -> Bool {
        if case .use(process)? = turn { true } else { false }
    }

    private func isStart(_ turn: WorkerTurns<Int>.Turn?) -> Bool {
        if case .start(nil)? = turn { true } else { false }
    }

    @Test func whoWaitsComesBeforeWhoAsksAnew() {
        var turns = WorkerTurns<Int>()
        // A rect of many windows uses the only process that the subject may have.
        #expect(isStart(turns.ask(for: 7, limits).turn))
        // Two tiles arrive.
        let (tile, other) = (turns.ask(for: 7, limits), turns.ask(for: 7, limits))
        #expect(tile.turn == nil && other.turn == nil)
        // The rect returns it after a window. The first tile gets it before the rect can request it again.
        let called = turns.release(7, idle: .init(process: 1, subject: 7, end: 0), isBrief: true)
        #expect(called.map(\.ticket) == [tile.ticket] && isUse(called.first?.turn, 1))
        let rect = turns.ask(for: 7, limits)
        #expect(rect.turn == nil)
        // Then the second tile, then the rect's next window.
        let second = turns.release(7, idle: .init(process: 1, subject: 7, end: 0), isBrief: true)
        #expect(second.map(\.ticket) == [other.ticket])
        let third = turns.release(7, idle: .init(process: 1, subject: 7, end: 0), isBrief: true)
        #expect(third.map(\.ticket) == [rect.ticket])
        #expect(turns.release(7, idle: nil, isBrief: nil).isEmpty)
    }

    @Test func whoCannotGoOnHoldsUpNobodyBehind() {
        var turns = WorkerTurns<Int>()
        #expect(isStart(turns.ask(for: 1, limits).turn))
        #expect(turns.ask(for: 1, limits).turn == nil)
        // Another subject gets its own process at once.
        #expect(isStart(turns.ask(for: 2, limits).turn))
        #expect(isStart(turns.ask(for: 3, limits).turn))
        // Three processes work for unknown subjects; the fourth is reserved for brief ones.
        let fourth = turns.ask(for: 4, limits)
        #expect(fourth.turn == nil)
        // Subject 2 ends a long job. Its process goes to the longest waiting request that is allowed, the fourth.
        let called = turns.release(2, idle: nil, isBrief: false)
        #expect(called.map(\.ticket) == [fourth.ticket] && isStart(called.first?.turn))
    }
}
