import Foundation
import Testing
import TileGeometry

@testable import TilePerf

/// A finger's flick up the screen, as a device reports it.
func flick(at start: Double = 0.1, from y: Double = 640) -> [TraceEvent] {
    let way = [0.0, 6, 27, 69, 132, 209, 293, 378, 459, 528]
    var events = way.enumerated().map { index, moved in
        TraceEvent(
            start + Double(index) / 60,
            .touch([.init(0, index == 0 ? .began : .moved, CGPoint(x: 500, y: y - moved))]))
    }
    events.append(
        TraceEvent(start + Double(way.count) / 60, .touch([.init(0, .ended, CGPoint(x: 500, y: y - way.last!))])))
    return events
}

func flickTrace(_ change: (inout Trace) -> Void = { _ in }) -> Trace {
    var trace = Trace(
        name: "flick", content: .shapes(3000, CGSize(width: 3000, height: 20_000)), events: flick())
    trace.overlays = Trace.Overlays(pins: 10, gauge: true)
    change(&trace)
    return trace
}

@Suite struct ReplayTests {
    @Test func aReplayOnTheVirtualClockIsTheSameEachTime() throws {
        let first = try Replayer(flickTrace()).run()
        let second = try Replayer(flickTrace()).run()
        #expect(first == second)
        #expect(first.frames.count > 60)
        #expect(first.totals[.events] == 11)
        #expect(first.totals[.draws] > 20, "the gauge follows the scroll")
        #expect(first.frames.contains { $0.draws["UIWindow/GaugeView"] == 1 })
    }
}
