import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

@testable import TilePerf

@Suite struct ReplayTests {
    @Test func aReplayOnTheVirtualClockIsTheSameTenTimesOutOfTen() throws {
        let first = try Replayer(flickTrace()).run()
        #expect(first.totals[.events] == 11)
        #expect(first.frames.contains { $0.draws["UIWindow/GaugeView"] == 1 })
        for _ in 0..<9 {
            let again = try Replayer(flickTrace()).run()
            #expect(again == first)
            #expect(try CountJudge().judge(again, against: first).isEmpty)
        }
    }

    @Test func eachStageOfAFrameHasItsPhaseInTheOrderOfThePhases() {
        let phases = FrameStage.allCases.map { FramePhase($0) }
        #expect(Set(phases).union([.draw]) == Set(FramePhase.allCases))
        let order = phases.map { FramePhase.allCases.firstIndex(of: $0)! }
        #expect(order == order.sorted())
    }

    @Test func theContentFollowsTheFingerAndThenTheCurve() throws {
        let frames = try Replayer(flickTrace()).run().frames
        // It came down at 0.1 s, the 6th refresh; of the first 27 points 10 are slop.
        #expect(frames[6].offsetY == 0)
        #expect(frames[8].offsetY == 17)
        #expect(frames[15].offsetY == 518)
        let rest = try #require(frames.last)
        #expect(rest.offsetY > 1500)
        #expect(frames.allSatisfy { $0.offsetY == $0.referenceY }, "no frame was dropped")
    }

    @Test func anInjectedDrawIsNamedWithItsFrameAndItsView() throws {
        let good = try Replayer(flickTrace()).run()
        var replayer = Replayer(flickTrace())
        replayer.injections = [.draw(frame: 20)]
        let findings = try CountJudge().judge(try replayer.run(), against: good)
        let messages = findings.map(\.message)
        #expect(messages.contains("frame 20 (0.333 s): draw(_:) calls: 2, were 1: UIWindow/GaugeView 2×, was 1×"))
        #expect(findings.allSatisfy { $0.frame == 20 && $0.kind == .regression })
    }

    @Test func anInjectedDrawIsFoundInAFrameThatWasIdle() throws {
        // Where nothing is to be drawn ahead.
        let trace = flickTrace { $0.cache = .warm }
        let good = try Replayer(trace).run()
        #expect(good.frames[3].state == .idle)
        var replayer = Replayer(trace)
        replayer.injections = [.draw(frame: 3)]
        let findings = try CountJudge().judge(try replayer.run(), against: good)
        #expect(
            findings.contains { $0.frame == 3 && $0.message.hasPrefix("frame 3 (0.05 s): draw(_:) calls: 1, were 0") })
    }

    @Test func fivePercentMoreCostIsFoundInTheTimeThatWorkersTook() throws {
        let trace = flickTrace { $0.cache = .cold }
        let good = try Replayer(trace).run()
        var replayer = Replayer(trace)
        replayer.injections = [.cost(0.05)]
        let dear = try replayer.run()
        let findings = try CountJudge().judge(dear, against: good)
        #expect(findings.contains { $0.message.contains("µs of rastering: ") })
        // Each tile costs 5 % more; some more or fewer are drawn in the same time.
        let ratio = Double(dear.totals[.rasterMicroseconds]) / Double(good.totals[.rasterMicroseconds])
        #expect(ratio > 1.01 && ratio < 1.1)
    }

    @Test func aTileThatStaysBlankIsFoundWithItsPlace() throws {
        let trace = flickTrace { $0.tail = 5 }
        let good = try Replayer(trace).run()
        var replayer = Replayer(trace)
        replayer.injections = [.blank(frame: 90)]
        let findings = try CountJudge().judge(try replayer.run(), against: good)
        let first = try #require(findings.first)
        #expect(first.frame == 90)
        #expect(first.message.contains("blank pixels: "), "and not that it is outdated, or fails later")
        #expect(first.message.contains("were 0 at ["))
        #expect(!findings.contains { $0.subject == "stale" })
    }

    @Test func theFirstScreenIsThereAndWhatLiesAroundItIsDrawnInTheTrace() throws {
        let ledger = try Replayer(flickTrace()).run()
        let first = ledger.frames[0]
        #expect(first.state == .full)
        #expect(first.counts[.tilesHit] == 12, "4 by 3 of 256 pixels")
        #expect(first.counts[.tilesRequested] > 0 && first.counts[.tilesFull] == 0)
        // The finger comes down at 0.1 s.
        #expect(ledger.frames[1...5].contains { $0.counts[.tilesFull] > 0 })
    }

    @Test func nothingIsDrawnWhereAllIsCached() throws {
        let totals = try Replayer(flickTrace { $0.cache = .warm }).run().totals
        #expect(totals[.tilesFull] + totals[.tilesDraft] + totals[.tilesRequested] == 0)
        #expect(totals[.tilesHit] > 12 && totals[.tilesLate] == 0)
    }

    @Test func aViewOfTheProgramsOwnIsNamed() throws {
        final class Legend: UIView {
            override func draw(_ rect: CGRect) {}
        }
        func replayer(marks frame: Int?) -> Replayer {
            var replayer = Replayer(flickTrace())
            replayer.prepare = { window, view in
                let legend = Legend(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
                window.addSubview(legend)
                guard frame != nil else { return }
                _ = window.screen.displayLink { link in
                    if view.contentOffset.y > 500, view.contentOffset.y < 530 { legend.setNeedsDisplay() }
                }
            }
            return replayer
        }
        let findings = try CountJudge().judge(try replayer(marks: 1).run(), against: try replayer(marks: nil).run())
        #expect(findings.contains { $0.message.contains("UIWindow/Legend 1×, was 0×") })
    }

    @Test func aStallDropsRefreshesAndWhatComesThenIsLate() throws {
        let trace = flickTrace { $0.events.append(TraceEvent(0.5, .stall(0.05))) }
        let ledger = try Replayer(trace).run()
        let dropped = ledger.frames.filter { $0.state == .dropped }
        // 50 ms and a little, from refresh 30 on: 31, 32 and 33.
        #expect(dropped.map(\.number) == [31, 32, 33])
        #expect(dropped.allSatisfy { $0.counts[.draws] == 0 && $0.offsetY == ledger.frames[30].offsetY })
        let scores = Scores(ledger)
        #expect(scores.frameTimes.missed == 1)
        #expect(scores.roughness > 0.5, "the content jumps")
        #expect(scores.lag!.worst > 60)
    }

    @Test func realTimeReplaysTheSameInput() throws {
        var replayer = Replayer(flickTrace { $0.tail = 0.3 })
        replayer.clock = .real
        let ledger = try replayer.run()
        #expect(ledger.totals[.events] == 11)
        #expect(ledger.frames.last!.offsetY > 500)
        #expect(ledger.frames.contains { ($0.phases[.layout] ?? 0) > 0 && ($0.phases[.draw] ?? 0) > 0 })
    }

    @Test func whatCostsNothingHasNoPlaceOnTheVirtualClock() throws {
        #expect(throws: ReplayFailure.noCost(trace: "flick")) { try Replayer(flickTrace { $0.cost = nil }).run() }
        #expect(throws: ReplayFailure.self) {
            try Replayer(flickTrace { $0.content = .file("gone.svg") }).run()
        }
    }

    @Test func rotationJumpsAndChangesEndWithAllSharp() throws {
        let ledger = try Replayer(eventfulTrace()).run()
        let last = try #require(ledger.frames.last)
        #expect(last.shortfall == Shortfall())
        #expect(last.offsetX == 10 && last.offsetY == 20)
        #expect(ledger.frames.contains { $0.shortfall.stale > 0 })
        #expect(Scores(ledger).timeToSharp != nil)
    }
}
