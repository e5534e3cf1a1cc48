import Foundation
import Measuring
import TileContent
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

// A recorded flick over a drawing, at 60 Hz on the machine's clock, with two workers: whether any pixel is blank after
// the first screen, and how long after it stops all is sharp.
//
//     Flick chart_symbols.svg …

/// A finger's way up the screen: points from the top, and seconds since it came down. As a device reports it, each 60th
/// of a second.
let way: [(y: Double, time: Double)] = [
    (640, 0), (634, 1), (613, 2), (571, 3), (508, 4), (431, 5), (347, 6), (262, 7), (181, 8), (112, 9),
].map { ($0.0, Double($0.1) / 60) }

let background = PixelColor(argb: 0xFFFF_00FF)

struct FlickResult {
    var frames = 0
    var blankPixels = 0
    var blankFrames = 0
    var distance = 0.0
    var sharpAfter = 0.0
    var drafts = 0
    var fulls = 0
    var wasted = 0
}

/// Sleeps until a moment of the machine's clock.
func wait(until time: Double) {
    let left = time - CACurrentMediaTime()
    if left > 0 { usleep(UInt32(left * 1e6)) }
}

func flick(_ path: String) throws -> FlickResult {
    let document = try ContentReader.open(path)
    var policy = EnginePolicy()
    policy.workers = 2
    let engine = TileEngine(policy: policy, services: EngineServices())
    let screen = UIScreen(size: CGSize(width: 1024, height: 768), scale: 1)
    let window = UIWindow(screen: screen)
    window.makeKeyAndVisible()
    window.backgroundColor = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    let view = TiledScrollView(frame: window.bounds, engine: engine)
    view.showsVerticalScrollIndicator = false
    // Paper fills the clear parts of the drawing, so that every clear pixel belongs to a blank tile.
    try view.show(Paper(document.source), extraLevels: 3)
    window.addSubview(view)
    // Some 15,000 points high: a flick goes over a tenth of it.
    let size = view.contentSize
    view.setZoomScale(max(1, min(8, 15_000 / size.height)), animated: false)
    view.contentOffset = CGPoint(x: (view.contentSize.width - 1024) / 2, y: view.contentSize.height / 3)

    // The first screen.
    var next = CACurrentMediaTime()
    func frame() -> RenderTree {
        next = max(next + 1.0 / 60, CACurrentMediaTime())
        wait(until: next)
        return screen.frame()
    }
    repeat { _ = frame() } while !view.isSettled
    for _ in 0..<30 { _ = frame() }

    var result = FlickResult()
    let before = engine.counters
    func count(_ tree: RenderTree) throws {
        result.frames += 1
        let shown = try tree.bitmap(screen.bounds, scale: 0.25)
        var blank = 0
        for y in 0..<shown.height {
            let row = shown.row(y)
            for x in 0..<shown.width where row[x] == background.argb { blank += 1 }
        }
        result.blankPixels += blank * 16
        if blank > 0 { result.blankFrames += 1 }
    }
    let finger = TouchSequence(on: screen)
    let start = view.contentOffset.y
    let began = CACurrentMediaTime()
    for (number, place) in way.enumerated() {
        let sample = TouchSample(
            finger: 0, number == 0 ? .began : .moved, at: CGPoint(x: 512, y: place.y), timestamp: began + place.time)
        wait(until: began + place.time)
        finger.send(sample)
        try count(screen.frame())
    }
    finger.send(
        TouchSample(finger: 0, .ended, at: CGPoint(x: 512, y: way.last!.y), timestamp: began + way.last!.time))
    while view.isDecelerating { try count(frame()) }
    let stopped = CACurrentMediaTime()
    while !view.tileViews.allSatisfy({ $0.isSharp }) && CACurrentMediaTime() - stopped < 10 { try count(frame()) }
    result.sharpAfter = CACurrentMediaTime() - stopped
    result.distance = view.contentOffset.y - start
    let after = engine.counters
    result.fulls = Int(after.rendered - before.rendered)
    return result
}

extension TileView {
    var isSharp: Bool {
        if case .full? = appearance?.contents { true } else { false }
    }
}

/// A source on white paper.
final class Paper: TileSource {
    private let source: any TileSource
    var contentSize: CGSize { source.contentSize }

    init(_ source: any TileSource) { self.source = source }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let image = try source.raster(area, in: context)
        switch image {
        case .solid(let color, let width, let height):
            return color.isOpaque ? image : .solid(color.onWhite, width: width, height: height)
        case .bitmap(let bitmap):
            // Only this code refers to the bitmap so far.
            for y in 0..<bitmap.height {
                let row = bitmap.row(y)
                for x in 0..<bitmap.width { row[x] = PixelColor(argb: row[x]).onWhite.argb }
            }
            return image
        }
    }
}

extension PixelColor {
    fileprivate var onWhite: PixelColor {
        let rest = 255 - alpha
        return PixelColor(
            premultipliedRed: red &+ rest, green: green &+ rest, blue: blue &+ rest, alpha: 255)
    }
}

let paths = CommandLine.arguments.dropFirst()
if paths.isEmpty {
    print("bench-scroll: name the drawings to flick over")
    exit(64)
}
var report = Report()
for path in paths {
    let name = (path as NSString).lastPathComponent
    guard FileManager.default.fileExists(atPath: path) else {
        print("bench-scroll: \(path) is missing, so nothing was measured on it")
        exit(66)
    }
    // The middle of three by how long it took to be sharp.
    let results = try (0..<3).map { _ in try flick(path) }.sorted { $0.sharpAfter < $1.sharpAfter }
    let blank = results.map(\.blankPixels).max() ?? 0
    let result = results[1]
    report.line(
        "\(name), a flick over \(Int(result.distance)) points in \(result.frames) frames",
        "\(blank) blank pixels in the worst of 3", bar: "0", met: blank == 0)
    report.line(
        "  sharp after it stopped", "\(fixed(result.sharpAfter * 1000, 0)) ms, median of 3", bar: "≤ 250 ms",
        met: result.sharpAfter <= 0.25)
    report.line("  tiles drawn", "\(result.fulls)")
}
if report.missed > 0 {
    print("bench-scroll: \(report.missed) bars were missed")
    exit(1)
}
