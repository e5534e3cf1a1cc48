import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport
import VirtualTime

@testable import TileViews

/// A source of tiles that take time on virtual workers. Their color shows position, version and quality: red is the
/// column, green the row, blue the version, and a draft is darker.
final class TimedSource: TileSource {
    struct Script: Sendable {
        /// The seconds for a full tile. A draft takes a quarter.
        var cost = 0.004
        var version: UInt8 = 1
        var fails: @Sendable (Int, Int) -> Bool = { _, _ in false }
    }

    struct Render: Hashable {
        var scale: Double
        var column: Int
        var row: Int
        var quality: RasterContext.Quality
    }

    struct Broken: Error {}

    let contentSize: CGSize
    let script = Lock(Script())
    private let log = Lock<[Render]>([])
    private let workers: VirtualWorkers

    init(_ contentSize: CGSize, _ workers: VirtualWorkers) {
        self.contentSize = contentSize
        self.workers = workers
    }

    /// The completed renders.
    var renders: [Render] { log.withLock { $0 } }

    static func color(column: Int, row: Int, version: UInt8, quality: RasterContext.Quality) -> PixelColor {
        PixelColor(
            premultipliedRed: UInt8(truncatingIfNeeded: column * 7 + 10),
            green: UInt8(truncatingIfNeeded: row * 7 + 10), blue: version * 2 + (quality == .draft ? 1 : 0), alpha: 255)
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        let (column, row, script) = (area.x / area.width, area.y / area.height, script.withLock { $0 })
        workers.spend(script.cost * (context.quality == .draft ? 0.25 : 1), context.isCancelled)
        try context.checkCancellation()
        if script.fails(column, row) { throw Broken() }
        log.withLock { $0.append(Render(scale: area.scale, column: column, row: row, quality: context.quality)) }
        return .solid(
            Self.color(column: column, row: row, version: script.version, quality: context.quality), width: area.width,
            height: area.height)
    }
}

/// A tile view that counts its changes.
final class CountingTileView: TileView {
    var changes = 0

    override func appearanceDidChange() { changes += 1 }
}

final class CountingScrollView: TiledScrollView {
    override func makeTileView() -> TileView { CountingTileView(frame: .zero) }
}

/// A tiled scroll view of 1024 by 768 points over wide content, with virtual workers and a finger, all on one clock.
final class TiledScrollRig {
    let clock = VirtualClock()
    let screen: UIScreen
    let window: UIWindow
    let workers: VirtualWorkers
    let source: TimedSource
    let engine: TileEngine
    let view: CountingScrollView
    let finger: TouchSequence
    /// The number of frames since the first screen was full in which a tile was blank, of another level, or stale.
    var blankFrames = 0
    var staleFrames = 0
    /// The tiles that were in any frame, at the level of the frame.
    var shown: Set<TileCoordinate> = []

    init(
        contentSize: CGSize = CGSize(width: 20_000, height: 200_000), tileSize: Int = 256, workers count: Int = 2,
        policy change: (inout EnginePolicy) -> Void = { _ in }, script: (inout TimedSource.Script) -> Void = { _ in }
    ) throws {
        var policy = EnginePolicy()
        policy.workers = count
        policy.overviewTiles = 0
        policy.eventuallyBorder = 0
        change(&policy)
        workers = VirtualWorkers(count: count)
        source = TimedSource(contentSize, workers)
        source.script.withLock { script(&$0) }
        let clock = clock
        let workers = workers
        engine = TileEngine(
            policy: policy,
            services: EngineServices(executor: workers, now: { UInt64(workers.now * 1e9) }))
        screen = UIScreen(size: CGSize(width: 1024, height: 768), scale: 1)
        screen.clock = clock
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        view = CountingScrollView(frame: window.bounds, engine: engine)
        finger = TouchSequence(on: screen)
        window.addSubview(view)
        try view.show(source, tileSize: tileSize)
    }

    /// Ends the threads of the workers. Call it last.
    func end() {
        view.removeFromSuperview()
        workers.end()
    }

    @discardableResult
    func frame() -> RenderTree {
        clock.advance(by: 1.0 / 60)
        workers.advance(to: clock.now)
        let tree = screen.frame()
        for tile in view.surface?.tiles ?? [] {
            shown.insert(tile.key.tile)
            switch tile.contents {
            case .blank: blankFrames += 1
            case .stale: staleFrames += 1
            default: break
            }
        }
        return tree
    }

    /// Runs frames until the view is settled and at rest, and returns their number.
    @discardableResult
    func settle(_ limit: Int = 600) -> Int {
        for count in 0..<limit {
            frame()
            if view.isSettled && view.scroll.state.motion == nil && view.surface?.nextUpdateTime == nil {
                return count + 1
            }
        }
        return limit
    }

    func touch(_ phase: UITouch.Phase, x: Double, y: Double, finger number: Int = 0) {
        finger.send(TouchSample(finger: number, phase, at: CGPoint(x: x, y: y), timestamp: clock.now))
    }

    /// Sends a drag by a distance per frame.
    func drag(by step: CGVector, frames: Int, from start: CGPoint = CGPoint(x: 500, y: 400), lifts: Bool = true) {
        touch(.began, x: start.x, y: start.y)
        for number in 1...frames {
            touch(.moved, x: start.x + step.dx * Double(number), y: start.y + step.dy * Double(number))
            frame()
        }
        if lifts {
            touch(.ended, x: start.x + step.dx * Double(frames), y: start.y + step.dy * Double(frames))
        }
    }

    /// Returns the color on the screen at a point.
    func pixel(_ tree: RenderTree, x: Int, y: Int) throws -> PixelColor {
        let context = RasterContext(pool: BitmapPool())
        let image = try tree.raster(RasterArea(scale: 1, x: x, y: y, width: 1, height: 1), in: context)
        switch image {
        case .solid(let color, _, _): return color
        case .bitmap(let bitmap): return bitmap[0, 0]
        }
    }
}
