import CAllocationCount
import Foundation
import Measuring
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

// What placing tile views takes: a tiled scroll view on a screen of 4K over tiles of 256 pixels, about 150 of which it
// shows, moved by a pixel and by a row of tiles. Prints what it measured, and fails when a bar is missed.

/// A content whose tiles cost nothing to draw.
final class Blank: TileSource {
    let contentSize = CGSize(width: 65536, height: 65536)

    func raster(_ area: RasterArea, in context: RasterContext) -> TileImage {
        .solid(PixelColor(argb: 0xFF80_8080), width: area.width, height: area.height)
    }
}

let clock = VirtualClock()
let screen = UIScreen(size: CGSize(width: 3840, height: 2160), scale: 1)
screen.clock = clock
let window = UIWindow(screen: screen)
window.makeKeyAndVisible()
let view = TiledScrollView(frame: window.bounds, engine: TileEngine(services: EngineServices()))
try view.show(Blank())
window.addSubview(view)
var report = Report()

@MainActor func frame() {
    clock.advance(by: 1.0 / 60)
    _ = screen.frame()
}

/// Waits until all is drawn that it wants at rest.
@MainActor func rest() {
    let deadline = Date(timeIntervalSinceNow: 30)
    repeat {
        frame()
        usleep(200)
    } while screen.isFramePending && Date() < deadline
    precondition(view.isSettled, "it waits for something and nothing comes")
    // Also the tiles around the viewport.
    var drawn = view.engine.counters.rendered
    for _ in 0..<1000 {
        for _ in 0..<5 {
            frame()
            usleep(200)
        }
        if view.engine.counters.rendered == drawn { return }
        drawn = view.engine.counters.rendered
    }
}

@MainActor func measure(
    _ name: String, step: Double, frames: Int, bar: Double, allocations: UInt64? = nil
) {
    let top = 2048.0
    // Once over all of it: the tiles are in the cache from here on, with those around.
    let end = top + step * Double(frames)
    for y in stride(from: top, to: end + 2000, by: 1000) {
        view.contentOffset = CGPoint(x: 1000, y: y)
        rest()
    }
    view.contentOffset = CGPoint(x: 1000, y: top)
    rest()
    var layouts: [Cost] = []
    var whole: [Cost] = []
    for number in 1..<frames {
        clock.advance(by: 1.0 / 60)
        var layout = Cost.of {}
        let all = Cost.of {
            view.contentOffset = CGPoint(x: 1000, y: top + step * Double(number))
            layout = Cost.of { view.layoutIfNeeded() }
            _ = screen.frame()
        }
        if number > 20 {
            layouts.append(layout)
            whole.append(all)
        }
    }
    func times(_ costs: [Cost]) -> [Double] { costs.map(\.seconds).sorted() }
    let (sorted, frame) = (times(layouts), times(whole))
    let median = sorted[sorted.count / 2]
    report.line(
        name,
        "\(view.tileViews.count) tiles, \(fixed(median * 1e6, 1)) µs, "
            + "99 of 100 within \(fixed(sorted[sorted.count * 99 / 100] * 1e6, 1)) µs",
        bar: "≤ \(fixed(bar, 0)) µs", met: median * 1e6 <= bar)
    let taken = layouts.map(\.allocations).sorted()
    let middle = taken[taken.count / 2]
    report.line(
        "  it allocates", "\(middle) blocks, at most \(taken[taken.count - 1])", bar: allocations.map { "\($0)" },
        met: allocations.map { middle <= $0 } ?? true)
    report.line(
        "  the frame", "\(fixed(frame[frame.count / 2] * 1e6, 1)) µs, \(screen.counters.frames) frames so far")
}

let made = { view.counters.made }
rest()
let first = made()
measure("layoutSubviews, moved by a pixel", step: 1, frames: 1000, bar: 50, allocations: 0)
measure("layoutSubviews, moved by a row of tiles", step: 256, frames: 120, bar: 200)
report.line(
    "tile views made after the first screen", "\(made() - first)", bar: "0", met: made() == first)

if report.missed > 0 {
    print("bench-scroll: \(report.missed) bars were missed")
    exit(1)
}
