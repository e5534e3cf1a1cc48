import Foundation
import Testing
import TileGeometry

@testable import TilePerf

@Suite struct MinimizerTests {
    /// Forty events, of which the ones at 7 and 31 seconds matter.
    private var long: Trace {
        var trace = Trace(name: "long", content: .shapes(1000, CGSize(width: 100, height: 100)))
        trace.events = (0..<40).map { TraceEvent(Double($0), .stall(Double($0) / 1000)) }
        trace.overlays = .init(pins: 4, gauge: true)
        return trace
    }

    private func stalls(_ trace: Trace) -> [Double] {
        trace.events.map { if case .stall(let seconds) = $0.kind { seconds } else { 0 } }
    }

    @Test func onlyWhatIsNeededIsLeft() throws {
        var minimizer = Minimizer { trace in
            let stalls = self.stalls(trace)
            return stalls.contains(0.007) && stalls.contains(0.031)
        }
        let least = try #require(try minimizer.minimize(long))
        #expect(stalls(least) == [0.007, 0.031])
        #expect(least.events[0].time == 0, "it begins at once")
        #expect(least.events[1].time == 24)
        #expect(least.overlays == .init())
        #expect(least.content == .shapes(0, CGSize(width: 100, height: 100)))
        #expect(least.workers == 1)
        #expect(minimizer.tries < 150)
    }

    @Test func whatTheFailureNeedsOfTheStageStays() throws {
        var minimizer = Minimizer { $0.overlays.gauge && $0.events.count >= 3 && $0.workers == 2 }
        let least = try #require(try minimizer.minimize(long))
        #expect(least.events.count == 3)
        #expect(least.overlays == .init(pins: 0, gauge: true))
        #expect(least.workers == 2)
    }

    @Test func aTraceThatDoesNotFailGivesNothing() throws {
        var minimizer = Minimizer { _ in false }
        #expect(try minimizer.minimize(long) == nil)
    }

    @Test func itEndsWhenTooManyWereTried() throws {
        var minimizer = Minimizer { $0.events.count >= 17 }
        minimizer.maxTries = 10
        let least = try #require(try minimizer.minimize(long))
        #expect(minimizer.tries == 10)
        #expect(least.events.count >= 17)
    }

    @Test func aReplayThatMissesItsBudgetIsShrunkToTheStallThatCausesIt() throws {
        let trace = flickTrace {
            $0.events.append(TraceEvent(0.6, .stall(0.04)))
            $0.events.append(TraceEvent(0.9, .memoryPressure))
            $0.limits.missedFrames = 0
            $0.tail = 0.2
        }
        var minimizer = Minimizer { trace in
            BudgetJudge().judge(try Replayer(trace).run(), trace).contains { $0.subject == "missedFrames" }
        }
        let least = try #require(try minimizer.minimize(trace))
        #expect(least.events.map(\.kind) == [.stall(0.04)])
    }
}
