import Testing
import TileGeometry

@testable import TilePerf

/// A ledger of 60 Hz whose frames cost so many milliseconds; nil is an idle refresh.
func ledger(_ costs: [Double?], _ change: (inout [FrameRecord]) -> Void = { _ in }) -> Ledger {
    var frames = costs.enumerated().map { number, cost in
        var frame = FrameRecord(number: number, time: Double(number) / 60, state: cost == nil ? .idle : .full)
        if let cost { frame.phases = [.layout: cost / 4, .draw: cost * 3 / 4] }
        return frame
    }
    change(&frames)
    return Ledger(Trace(name: "a", content: .program("b")), clock: .virtual, frames: frames)
}

@Suite struct ScoresTests {
    @Test func percentilesAreByTheNearestRank() throws {
        let hundred = try #require(Distribution((1...100).map(Double.init).shuffled()))
        #expect((hundred.p50, hundred.p90, hundred.p95, hundred.p99, hundred.worst) == (50, 90, 95, 99, 100))
        #expect(hundred.mean == 50.5)
        let one = try #require(Distribution([7]))
        #expect((one.p50, one.p99, one.worst, one.mean) == (7, 7, 7, 7))
        #expect(Distribution([]) == nil)
    }

    @Test func anyBudgetIsJudgedFromTheSameFrames() {
        let run = ledger([4, 10, nil, 20, 40])
        let sixty = Scores(run).frameTimes
        #expect((sixty.shown, sixty.missed) == (4, 2))
        // 20 ms is shown a refresh late, 40 ms two.
        #expect(abs(sixty.hitchTime - 3 * 1000 / 60) < 1e-9)
        #expect(abs(sixty.longestStall - 50) < 1e-9)
        #expect(abs(sixty.overrun!.worst - (40 - 1000.0 / 60)) < 1e-9)
        // 4 shown refreshes and 3 late ones.
        #expect(abs(sixty.hitchRatio - 1000 * 3 / 7) < 1e-9)
        let fast = Scores(run, refreshRate: 120).frameTimes
        #expect((fast.shown, fast.missed) == (4, 3))
        #expect(abs(fast.hitchTime - (1 + 2 + 4) * 1000 / 120) < 1e-9)
        #expect(Scores(run, refreshRate: 25).frameTimes.missed == 0, "40 ms are just within 25 Hz")
    }

    @Test func aFrameThatTakesJustItsBudgetIsNoHitch() {
        let times = Scores(ledger([1000.0 / 60])).frameTimes
        #expect((times.missed, times.hitchTime) == (0, 0))
    }

    @Test func checkerboardingIsSquareRootOfPixelsTimesMilliseconds() {
        let run = ledger([1, 1, 1, 1, 1]) { frames in
            frames[0].shortfall = Shortfall(blank: 1_000_000)
            frames[2].shortfall = Shortfall(blank: 600, coarse: 300)
            frames[3].shortfall = Shortfall(stale: 100)
        }
        let board = Scores(run).checkerboard
        #expect(board.blank.peak == 600, "what lacks before the first whole screen does not count")
        let refresh = 1000.0 / 60
        #expect(abs(board.total.severity - (1000 * refresh).squareRoot()) < 1e-9)
        #expect(abs(board.blank.severity - (600 * refresh).squareRoot()) < 1e-9)
        #expect(abs(board.total.duration - 2 * refresh) < 1e-9)
        #expect((board.total.pixels, board.coarse.pixels, board.stale.pixels) == (1000, 300, 100))
    }

    @Test func whatIsLackingStaysOnTheScreenWhileFramesAreDropped() {
        let run = ledger([1, 1, 1, 1]) { frames in
            frames[1].shortfall.blank = 50
            frames[2].state = .dropped
        }
        #expect(Scores(run).checkerboard.blank.pixels == 100)
    }

    @Test func sharpnessIsTimedFromTheLastMove() {
        let run = ledger([1, 1, 1, 1, 1, 1]) { frames in
            for index in 2...5 { frames[index].offsetY = 10 }
            frames[1].shortfall.coarse = 9
            frames[3].shortfall.coarse = 9
        }
        #expect(abs(Scores(run).timeToSharp! - 2000.0 / 60) < 1e-9)
        let never = ledger([1, 1, 1]) {
            $0[1].offsetY = 1; $0[2].shortfall.blank = 1
        }
        #expect(Scores(never).timeToSharp == nil)
        #expect(Scores(ledger([1, 1])).timeToSharp == 0, "nothing moved, and nothing lacked")
    }

    @Test func whatIsLackingStaysUntilAFrameIsShown() {
        // It stops at 1, and the frames that would be sharp are dropped until 4.
        let run = ledger([1, 1, 1, 1, 1, 1]) { frames in
            for index in 1...5 { frames[index].offsetY = 10 }
            frames[1].shortfall.coarse = 9
            frames[2].state = .dropped
            frames[3].state = .idle
        }
        #expect(abs(Scores(run).timeToSharp! - 3000.0 / 60) < 1e-9)
        let never = ledger([1, 1, 1]) { frames in
            frames[1].shortfall.blank = 9
            frames[2].state = .dropped
        }
        #expect(Scores(never).timeToSharp == nil)
    }

    @Test func sharpnessIsTimedFromTheLastChangeWhereNothingMovesAfterIt() {
        let run = ledger([1, 1, 1, 1, 1, 1, 1]) { frames in
            for index in 1...6 { frames[index].offsetY = 10 }
            frames[4].shortfall.stale = 9
            frames[5].shortfall.stale = 9
        }
        #expect(abs(Scores(run).timeToSharp! - 2000.0 / 60) < 1e-9)
    }

    @Test func aJumpIsRoughAndEvenMotionIsNot() {
        func run(_ shown: [Double]) -> Double {
            Scores(
                ledger(shown.map { _ in 1 }) { frames in
                    for index in frames.indices {
                        frames[index].referenceY = Double(index * index)
                        frames[index].offsetY = shown[index]
                    }
                }
            ).roughness
        }
        #expect(run([0, 1, 4, 9, 16]) == 0)
        // At the fourth refresh the third's offset still shows: 0, 0, −5, +10 of second differences in 3.
        #expect(abs(run([0, 1, 4, 4, 16]) - 5) < 1e-9)
    }

    @Test func limitsThatAreNotKeptAreNamed() {
        var trace = Trace(name: "a", content: .program("b"))
        var run = ledger([1, 20, 1]) {
            $0[1].damage = [
                "UIWindow/Gauge": FrameDamage(dirty: 5, overdrawn: 0, operations: 1),
                "UIWindow/Legend": FrameDamage(dirty: 6, overdrawn: 0, operations: 1),
            ]
            $0[2].shortfall.blank = 7; $0[2].offsetY = 1
            $0[2].tiles[.blank] = TileList([TileCoordinate(level: 3, column: 1, row: 2)])
        }
        run.scrollView = "UIWindow/Map"
        #expect(BudgetJudge().judge(run, trace).isEmpty)
        trace.limits.missedFrames = 0
        trace.limits.hitchRatio = 5
        trace.limits.checkerboard = 1
        trace.limits.blankPixels = 6
        trace.limits.timeToSharp = 100
        let messages = BudgetJudge().judge(run, trace).map(\.message)
        #expect(messages.count == 5)
        #expect(messages[0].contains("1 of 3 shown frames take longer than 16.7 ms, over the limit of 0"))
        #expect(messages[0].contains("the first is frame 1 at 0.017 s with 20 ms"))
        #expect(messages[0].hasSuffix("most of it draw (UIWindow/Legend, 6 px)"))
        #expect(messages[1].hasSuffix("; worst in frame 1 (0.017 s): 20 ms, most of it draw (UIWindow/Legend, 6 px)"))
        let worst = "worst in frame 2 (0.033 s): UIWindow/Map, tile 3/1/2"
        #expect(messages[2].hasPrefix("checkerboard: ") && messages[2].hasSuffix(worst))
        #expect(messages[3] == "blank pixels: 7 px, over the limit of 6 px; \(worst)")
        #expect(messages[4] == "time to sharp was never reached; the limit is 100 ms; \(worst)")
        trace.limits.refreshRate = 25
        #expect(!BudgetJudge().judge(run, trace).contains { $0.message.contains("take longer") })
    }
}

@Suite struct CountJudgeTests {
    @Test func whatATraceAllowsIsJudgedBySums() throws {
        let old = ledger([1, 1, 1]) { $0[0].counts[.tilesWasted] = 10 }
        let moved = ledger([1, 1, 1]) { $0[1].counts[.tilesWasted] = 11 }
        let strictly = try CountJudge().judge(moved, against: old).map(\.message)
        #expect(strictly == ["frame 0 (0 s): tiles wasted: 0, were 10; 2 frames differ like this"])
        #expect(try CountJudge().judge(moved, against: old, allowances: [.tilesWasted: .init(share: 0.1)]).isEmpty)
        let far = try CountJudge().judge(moved, against: old, allowances: [.tilesWasted: .init(share: 0.05)])
        #expect(
            far.map(\.message) == [
                "tiles wasted in all frames: 11, were 10; the trace allows 5%; first in frame 0 (0 s)"
            ])
    }

    @Test func anotherViewThatDrawsAsOftenIsARegression() throws {
        func drawn(by path: String) -> Ledger {
            ledger([1]) { frames in
                frames[0].counts[.draws] = 1
                frames[0].draws = [path: 1]
            }
        }
        let findings = try CountJudge().judge(drawn(by: "UIWindow/B"), against: drawn(by: "UIWindow/A"))
        #expect(
            findings.map(\.message) == [
                "frame 0 (0 s): draw(_:) calls, of other views or tiles than before: UIWindow/A 0×, was 1×"
            ])
    }

    @Test func aShorterOrLongerRunIsARegression() throws {
        let findings = try CountJudge().judge(ledger([1, 1]), against: ledger([1, 1, 1]))
        #expect(findings.map(\.message) == ["the replay ends after 2 frames, was 3"])
    }

    @Test func aPlaceThatDiffersInItsLastBitsIsTheSame() throws {
        let old = ledger([1, 1]) { $0[1].offsetY = 1234.5 }
        #expect(try CountJudge().judge(ledger([1, 1]) { $0[1].offsetY = 1234.5.nextUp }, against: old).isEmpty)
        let moved = try CountJudge().judge(ledger([1, 1]) { $0[1].offsetY = 1234.6 }, against: old)
        #expect(moved.map(\.subject) == ["offset"])
        #expect(moved[0].message.contains("the view is at [0.0 1234.6] × 1.0, was at [0.0 1234.5] × 1.0"))
    }

    @Test func allocationsAndTimesAreNotCompared() throws {
        let old = ledger([1, 1])
        let new = ledger([2, 3]) { $0[0].counts[.allocations] = 5 }
        #expect(try CountJudge().judge(new, against: old).isEmpty)
    }

    @Test func whatIsOfAnotherTraceIsRefused() {
        let run = ledger([1])
        var other = run
        other.trace = "b"
        #expect(throws: CountJudge.Failure.otherTrace(trace: "a", ledger: "b")) {
            try CountJudge().judge(run, against: other)
        }
        other.trace = "a"
        other.fingerprint = "0"
        #expect(throws: CountJudge.Failure.changedTrace(trace: "a")) { try CountJudge().judge(run, against: other) }
        other = run
        other.clock = .real
        #expect(throws: CountJudge.Failure.realTime(trace: "a")) { try CountJudge().judge(other, against: run) }
    }
}
