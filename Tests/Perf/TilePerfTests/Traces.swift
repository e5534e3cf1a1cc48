import Foundation
import TileGeometry

@testable import TilePerf

/// A finger's flick up the screen, as a device reports it.
func flick(at start: Double = 0.1, from y: Double = 640) -> [TraceEvent] {
    let way = [0.0, 6, 27, 69, 132, 209, 293, 378, 459, 528]
    var events = way.enumerated().map { index, moved in
        TraceEvent(
            start + Double(index) / 60,
            .touch([.init(0, index == 0 ? .began : .moved, at: CGPoint(x: 500, y: y - moved))]))
    }
    events.append(
        TraceEvent(
            start + Double(way.count) / 60, .touch([.init(0, .ended, at: CGPoint(x: 500, y: y - way.last!))])))
    return events
}

/// A flick over a drawing of which much is to be drawn, with a gauge that draws itself.
func flickTrace(_ change: (inout Trace) -> Void = { _ in }) -> Trace {
    var trace = Trace(name: "flick", content: .shapes(2000, CGSize(width: 2000, height: 12_000)), events: flick())
    trace.overlays = Trace.Overlays(pins: 5, gauge: true)
    trace.cost?.tile = 9
    trace.tail = 1
    change(&trace)
    return trace
}

/// A flick, and then all that can happen to tiles.
func eventfulTrace(_ change: (inout Trace) -> Void = { _ in }) -> Trace {
    flickTrace {
        $0.events += [
            TraceEvent(0.5, .resize(CGSize(width: 768, height: 1024))),
            TraceEvent(0.7, .scroll(CGPoint(x: 0, y: 9000), animated: false)),
            TraceEvent(0.8, .change(nil)), TraceEvent(0.9, .memoryPressure),
            TraceEvent(1.0, .zoom(0.5, animated: true)), TraceEvent(1.6, .wheel(CGVector(dx: 0, dy: -43))),
            TraceEvent(1.7, .show(CGPoint(x: 10, y: 20), zoomScale: 1)),
        ]
        $0.tail = 5
        change(&$0)
    }
}
