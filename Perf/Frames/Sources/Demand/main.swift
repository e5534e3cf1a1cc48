import CAllocationCount
import Dispatch
import Foundation
import Measuring
import TileEngine
import TileGeometry
import TileGraphics

// Measures the cost of a tiled surface's demand, frame by frame, on a 4K screen over tiles of 256 pixels with about 150
// visible tiles, and the memory of idle surfaces. Prints the results, and fails if a limit is exceeded.

/// A content whose tiles cost nothing to draw.
final class Blank: TileSource {
    let contentSize = CGSize(width: 65536, height: 65536)

    func raster(_ area: RasterArea, in context: RasterContext) -> TileImage {
        .solid(PixelColor(argb: 0xFF80_8080), width: area.width, height: area.height)
    }
}

/// A surface, a screen over it, and a clock.
final class Screen {
    let surface: TileSurface
    let arrived = DispatchSemaphore(value: 0)
    let size: (width: Double, height: Double)
    var time = 0.0

    init(_ engine: TileEngine, _ content: ContentID, width: Double, height: Double) {
        size = (width, height)
        let arrived = arrived
        surface = TileSurface(engine: engine, content: content) { arrived.signal() }
    }

    /// The next frame at 60 Hz.
    func show(x: Double, y: Double, velocity: Double = 0) {
        time += 1.0 / 60
        guard
            let viewport = try? Viewport(
                visible: Box(x: x, y: y, width: size.width, height: size.height), scale: 1, velocityY: velocity,
                time: time)
        else { preconditionFailure("a viewport at \(x), \(y)") }
        surface.update(viewport)
    }

    /// Waits until all is drawn that it wants at rest.
    func rest() {
        while let due = surface.nextUpdateTime {
            time = max(due, time)
            surface.refresh(time: time)
        }
        while arrived.wait(timeout: .now() + .milliseconds(50)) == .success {
            surface.refresh(time: time)
        }
        precondition(surface.isSettled, "it waits for something and nothing comes")
    }
}

let engine = TileEngine(services: EngineServices())
let pyramid = try TilePyramid(contentSize: CGSize(width: 65536, height: 65536), tileSize: 256)
let content = engine.add(Blank(), pyramid: pyramid)
var report = Report()

@MainActor func measure(
    _ name: String, step: Double, speed: Double, isCached: Bool, frames: Int, bar: Bool = true,
    allocations: UInt64? = nil
) {
    engine.invalidate(content)
    let screen = Screen(engine, content, width: 3840, height: 2160)
    let top = 1024.0
    if isCached {
        // Once over all of it, at rest here and there.
        for y in stride(from: top, to: top + step * Double(frames) + 4320, by: 2000) {
            screen.show(x: 1000, y: y)
            screen.rest()
        }
    }
    screen.show(x: 1000, y: top)
    screen.rest()
    for frame in 0..<20 { screen.show(x: 1000, y: top + step * Double(frame), velocity: speed) }
    var costs: [Cost] = []
    for frame in 20..<frames {
        let cost = Cost.of { screen.show(x: 1000, y: top + step * Double(frame), velocity: speed) }
        costs.append(cost)
    }
    let sorted = costs.map(\.seconds).sorted()
    let (median, most) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
    let taken = costs.map(\.allocations).sorted()
    report.line(
        name,
        "\(screen.surface.tiles.count) tiles, \(fixed(median * 1e6, 1)) µs, 99 of 100 within \(fixed(most * 1e6, 1)) µs",
        bar: bar ? "≤ 100 µs" : nil, met: !bar || median <= 100e-6)
    let isWithin = allocations.map { taken[taken.count / 2] <= $0 } ?? true
    report.line(
        "  it allocates", "\(taken[taken.count / 2]) blocks, at most \(taken[taken.count - 1])",
        bar: allocations.map { "≤ \($0)" }, met: isWithin)
}

measure("moved by a pixel", step: 1, speed: 60, isCached: true, frames: 1000, allocations: 0)
measure("dragged at 900 pixels a second", step: 15, speed: 900, isCached: true, frames: 400)
measure("flicked, a row of tiles each frame, all cached", step: 256, speed: 15360, isCached: true, frames: 120)
measure(
    "flicked, a row of tiles each frame, none drawn yet", step: 256, speed: 15360, isCached: false, frames: 120,
    bar: false)

// Surfaces at rest over tiles that they share.
engine.invalidate(content)
@MainActor func makeScreens(_ count: Int) -> [Screen] {
    (0..<count).map { _ in
        let screen = Screen(engine, content, width: 1920, height: 1080)
        screen.show(x: 1000, y: 1000)
        screen.rest()
        screen.show(x: 1000, y: 1000)
        return screen
    }
}
let first = makeScreens(1)
let before = held_bytes()
let screens = makeScreens(100)
let each = (held_bytes() - before) / screens.count
report.line(
    "a surface at rest with \(first[0].surface.tiles.count) tiles", "\(each) bytes", bar: "≤ 16384", met: each <= 16384)
withExtendedLifetime(screens) {}

if report.missed > 0 {
    print("bench-demand: \(report.missed) bars were missed")
    exit(1)
}
