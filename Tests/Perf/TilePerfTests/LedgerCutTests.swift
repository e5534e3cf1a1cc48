import Foundation
import Testing
import TileGeometry

@testable import TilePerf

/// Tests of the part of a ledger that describes the beginning of its trace.
@Suite struct LedgerCutTests {
    private let trace = flickTrace()

    private func cut(_ frame: Int, _ injection: Injection, ledger: Ledger) throws -> LedgerCut? {
        try LedgerCut(trace, ledger, frame: frame) { trace, ledger in
            var replayer = Replayer(trace)
            replayer.injections = [injection]
            return try CountJudge().judge(try replayer.run(), against: ledger).contains { $0.frame == frame }
        }
    }

    @Test func anUnchangedBuildCountsAsTheCutLedgerSays() throws {
        let ledger = try Replayer(trace).run()
        let cut = try #require(try cut(12, .draw(frame: 12), ledger: ledger))
        #expect(cut.ledger.frames.count == 13 && cut.trace.events.count < trace.events.count)
        #expect(cut.trace.events == Array(trace.events.prefix(cut.trace.events.count)))
        #expect(try CountJudge().judge(Replayer(cut.trace).run(), against: cut.ledger).isEmpty)
        #expect(cut.ledger.scrollView == "UIWindow/TiledScrollView")
        // Through its file, too.
        let written = try Trace(Data(cut.trace.json.utf8))
        #expect(try CountJudge().judge(Replayer(written).run(), against: cut.ledger).isEmpty)
    }

    @Test func aFrameAfterARestIsReachedByTheNextEvent() throws {
        var trace = trace
        trace.events = [TraceEvent(0.05, .wheel(.init(dx: 0, dy: 40))), TraceEvent(3, .wheel(.init(dx: 0, dy: 40)))]
        let ledger = try Replayer(trace).run()
        let number = try #require(ledger.frames.first { $0.time > 2 }).number
        let cut = try LedgerCut(trace, ledger, frame: number) { trace, ledger in
            var replayer = Replayer(trace)
            replayer.injections = [.draw(frame: number)]
            return try CountJudge().judge(try replayer.run(), against: ledger).contains { $0.frame == number }
        }
        #expect(try #require(cut).trace.events.count == 2)
    }

    @Test func whatFailsNowhereIsNotCut() throws {
        let ledger = try Replayer(trace).run()
        #expect(LedgerCut(trace, ledger, frame: 3) { _, _ in false } == nil)
        #expect(LedgerCut(trace, ledger, frame: 100_000) { _, _ in true } == nil)
    }
}
