import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport
import VirtualTime

@testable import TileViews

/// Content whose tiles cost time on virtual workers, and show where they are, of which version, and how well they are
/// drawn: red is the column, green the row, blue the version; a draft is darker.
final class TimedSource: TileSource {
    struct Script: Sendable {
        /// Seconds for a tile in full; a draft takes a quarter.
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

    /// Those that were carried to their end.
    var renders: [Render] { log.withLock { $0 } }

    static func color(_ column: Int, _ row: Int, _ version: UInt8, _ quality: RasterContext.Quality) -> PixelColor {
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
            Self.color(column, row, script.version, context.quality), width: area.width, height: area.height)
    }
}

/// A tile view that counts.
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
    /// Frames since the first screen was full in which a tile was blank, of another level, or stale.
    var blankFrames = 0
    var staleFrames = 0
    /// Every tile that was in a frame, at the frame's level.
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

    /// Ends the workers' threads; to be called last.
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
            switch tile.look {
            case .blank: blankFrames += 1
            case .stale: staleFrames += 1
            default: break
            }
        }
        return tree
    }

    /// Frames until the view is settled and nothing moves.
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

    func touch(_ phase: UITouch.Phase, _ x: Double, _ y: Double, finger number: Int = 0) {
        finger.send(TouchSample(finger: number, phase, at: CGPoint(x: x, y: y), timestamp: clock.now))
    }

    /// A drag by a number of points each frame.
    func drag(by step: CGVector, frames: Int, from start: CGPoint = CGPoint(x: 500, y: 400), lifts: Bool = true) {
        touch(.began, start.x, start.y)
        for number in 1...frames {
            touch(.moved, start.x + step.dx * Double(number), start.y + step.dy * Double(number))
            frame()
        }
        if lifts {
            touch(.ended, start.x + step.dx * Double(frames), start.y + step.dy * Double(frames))
        }
    }

    /// What is on the screen at a point, as a color.
    func pixel(_ tree: RenderTree, _ x: Int, _ y: Int) throws -> PixelColor {
        let context = RasterContext(pool: BitmapPool())
        let image = try tree.raster(RasterArea(scale: 1, x: x, y: y, width: 1, height: 1), in: context)
        switch image {
        case .solid(let color, _, _): return color
        case .bitmap(let bitmap): return bitmap[0, 0]
        }
    }
}
