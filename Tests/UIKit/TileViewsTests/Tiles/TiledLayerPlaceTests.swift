import Foundation
import Testing
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport
import VirtualTime

@testable import TileViews

/// A view that draws itself in tiles and can misuse the context if a test asks for it.
private final class Atlas: UIView {
    enum Care { case careful, unbalanced, overdrawn }

    let workers: VirtualWorkers
    let scales = Lock<[CGFloat]>([])
    let care = Lock(Care.careful)
    let cost = Lock(0.003)
    /// A Boolean value that indicates whether it draws colors other than the initial ones.
    let isInverted = Lock(false)

    override class var layerClass: AnyClass { CATiledLayer.self }

    var tiled: CATiledLayer { layer as! CATiledLayer }

    init(size: CGSize, _ engine: TileEngine, _ workers: VirtualWorkers) {
        self.workers = workers
        super.init(frame: CGRect(origin: .zero, size: size))
        tiled.engine = engine
        tiled.tileSize = CGSize(width: 100, height: 100)
    }

    required init?(coder: NSCoder) { nil }

    /// Returns the color at a position. It differs for each area of 50 by 50 points.
    static func color(_ x: Int, _ y: Int, isInverted: Bool = false) -> CGColor {
        CGColor(
            red: CGFloat(abs(x * 7 + y * 3) % 5) / 4, green: CGFloat(abs(x + y) % 3) / 2, blue: isInverted ? 0 : 1,
            alpha: 1)
    }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        scales.withLock { $0.append(abs(context.ctm.a)) }
        workers.spend(cost.withLock { $0 }) { false }
        let clip = context.boundingBoxOfClipPath
        switch care.withLock({ $0 }) {
        case .careful: break
        case .unbalanced:
            context.saveGState()
            context.scaleBy(x: 1, y: 1)
            context.saveGState()
        case .overdrawn:
            context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
            context.fill(clip.insetBy(dx: -1000, dy: -1000))
        }
        for y in Int((clip.minY / 50).rounded(.down))...Int(clip.maxY / 50) {
            for x in Int((clip.minX / 50).rounded(.down))...Int(clip.maxX / 50) {
                context.setFillColor(Self.color(x, y, isInverted: isInverted.withLock { $0 }))
                context.fill(CGRect(x: x * 50, y: y * 50, width: 50, height: 50))
            }
        }
        if care.withLock({ $0 }) == .unbalanced {
            // More restores than saves.
            for _ in 0..<5 { context.restoreGState() }
            context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
            context.fill(clip.offsetBy(dx: clip.width, dy: 0))
        }
    }
}

@Suite("A tiled layer that is moved about")
final class TiledLayerPlaceTests: UIScrollViewDelegate {
    private let clock = VirtualClock()
    private let workers = VirtualWorkers(count: 2)
    private let screen = UIScreen(size: CGSize(width: 400, height: 300), scale: 1)
    private let window: UIWindow
    private let atlas: Atlas
    private let engine: TileEngine

    init() {
        screen.clock = clock
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        window.backgroundColor = .black
        var policy = EnginePolicy()
        policy.workers = 2
        policy.eventuallyBorder = 0
        let workers = workers
        engine = TileEngine(
            policy: policy, services: EngineServices(executor: workers, now: { UInt64(workers.now * 1e9) }))
        atlas = Atlas(size: CGSize(width: 4000, height: 4000), engine, workers)
        window.addSubview(atlas)
    }

    deinit {
        atlas.removeFromSuperview()
        _ = screen.frame()
        // Tiles that are being drawn are completed.
        workers.advance(to: workers.now + 60)
        workers.end()
    }

    @discardableResult
    private func frame() -> RenderTree {
        clock.advance(by: 1.0 / 60)
        workers.advance(to: clock.now)
        return screen.frame()
    }

    @discardableResult
    private func settle(_ limit: Int = 600, sourceLocation: SourceLocation = #_sourceLocation) -> RenderTree {
        var tree = frame()
        for _ in 0..<limit where screen.isFramePending { tree = frame() }
        #expect(!screen.isFramePending, "frames are asked for at rest", sourceLocation: sourceLocation)
        return tree
    }

    /// Returns the number of pixels with an unexpected color, among those at the centers of each 50 by 50 points of the
    /// atlas that are on the screen.
    private func wrong(_ tree: RenderTree, in view: UIView? = nil, on screen: UIScreen? = nil) throws -> Int {
        let screen = screen ?? self.screen
        let bitmap = try tree.bitmap(screen.bounds, scale: 1)
        var count = 0
        for y in 0..<80 {
            for x in 0..<80 {
                let place = (view ?? atlas).convert(
                    CGPoint(x: Double(x) * 50 + 25, y: Double(y) * 50 + 25), to: nil)
                guard screen.bounds.insetBy(dx: 1, dy: 1).contains(place) else { continue }
                let isInverted = (view as? Atlas ?? atlas).isInverted.withLock { $0 }
                let expected = Atlas.color(x, y, isInverted: isInverted).components!.map { Int(($0 * 255).rounded()) }
                let found = bitmap[Int(place.x), Int(place.y)]
                let isNear =
                    abs(Int(found.red) - expected[0]) + abs(Int(found.green) - expected[1])
                    + abs(Int(found.blue) - expected[2]) < 12
                if !isNear { count += 1 }
            }
        }
        return count
    }

    @Test("put on another screen is drawn there, as it is scrolled there, and no more for the one it left")
    func otherScreen() throws {
        settle()
        let other = UIScreen(size: CGSize(width: 400, height: 300), scale: 1)
        other.clock = clock
        let window = UIWindow(screen: other)
        window.makeKeyAndVisible()
        let holder = UIView(frame: window.bounds)
        // The atlas is in a view that moves and does not move itself.
        self.window.addSubview(holder)
        holder.addSubview(atlas)
        settle()
        window.addSubview(holder)
        settle()
        atlas.frame.origin = CGPoint(x: -1000, y: -2000)
        var tree = other.frame()
        for _ in 0..<300 where other.isFramePending {
            frame()
            tree = other.frame()
        }
        #expect(!other.isFramePending)
        #expect(try wrong(tree, on: other) == 0)
        holder.removeFromSuperview()
        self.window.addSubview(holder)
        atlas.frame.origin = CGPoint(x: -2000, y: -100)
        #expect(try wrong(settle()) == 0)
    }

    @Test("put elsewhere on its screen, out of it and in again, is drawn as it was")
    func sameScreen() throws {
        settle()
        let holder = UIView(frame: CGRect(x: 50, y: 50, width: 200, height: 200))
        holder.clipsToBounds = true
        window.addSubview(holder)
        holder.addSubview(atlas)
        settle()
        atlas.removeFromSuperview()
        settle()
        #expect(atlas.layer.contents == nil, "what nobody sees holds no pixels")
        window.addSubview(atlas)
        atlas.frame.origin = CGPoint(x: -500, y: -500)
        #expect(try wrong(settle()) == 0)
    }

    @Test("without a view is drawn on the screen that it, or what it is in, was put on, and not drawn anew for it")
    func bareLayer() throws {
        /// A delegate that draws like an atlas.
        final class Painter: CALayerDelegate {
            let calls = Lock(0)
            func draw(_ layer: CALayer, in context: CGContext) {
                calls.withLock { $0 += 1 }
                let clip = context.boundingBoxOfClipPath
                for y in Int(clip.minY / 50)..<Int(clip.maxY / 50) {
                    for x in Int(clip.minX / 50)..<Int(clip.maxX / 50) {
                        context.setFillColor(Atlas.color(x, y))
                        context.fill(CGRect(x: x * 50, y: y * 50, width: 50, height: 50))
                    }
                }
            }
        }
        atlas.isHidden = true
        settle()
        let painter = Painter()
        let layer = CATiledLayer()
        layer.engine = engine
        layer.tileSize = CGSize(width: 100, height: 100)
        layer.frame = atlas.frame
        layer.delegate = painter
        layer.setNeedsDisplay()
        let holder = CALayer()
        holder.addSublayer(layer)
        window.layer.addSublayer(holder)
        #expect(try wrong(settle()) == 0)
        let drawn = painter.calls.withLock { $0 }
        #expect(drawn >= 12)

        let other = UIScreen(size: CGSize(width: 400, height: 300), scale: 1)
        other.clock = clock
        let window = UIWindow(screen: other)
        window.makeKeyAndVisible()
        _ = other.frame()
        // The first screen runs no more frames.
        window.layer.addSublayer(holder)
        var tree = other.frame()
        for _ in 0..<300 where other.isFramePending {
            clock.advance(by: 1.0 / 60)
            workers.advance(to: clock.now)
            tree = other.frame()
        }
        #expect(try wrong(tree, on: other) == 0)
        #expect(painter.calls.withLock { $0 } == drawn)
        layer.frame.origin.x = -1000
        for _ in 0..<300 where other.isFramePending {
            clock.advance(by: 1.0 / 60)
            workers.advance(to: clock.now)
            tree = other.frame()
        }
        #expect(painter.calls.withLock { $0 } > drawn, "it follows there, too")
        self.window.layer.addSublayer(layer)
        settle()
        layer.removeFromSuperlayer()
        _ = other.frame()
        settle()
    }

    @Test("whose bounds move over what it draws keeps its tiles, and draws what comes into view")
    func roaming() throws {
        atlas.bounds.size = CGSize(width: 400, height: 300)
        atlas.center = CGPoint(x: 200, y: 150)
        #expect(try wrong(settle()) == 0)
        // The first change of the position triggers the update.
        atlas.bounds.origin.y = 10
        #expect(try wrong(frame()) <= 6 * 8, "what was there is shown until there is something better")
        #expect(try wrong(settle()) == 0)
        atlas.scales.withLock { $0 = [] }
        atlas.bounds.origin.y = 20
        #expect(try wrong(frame()) == 0, "all of it was there")
        for tile in atlas.tiled.tileAppearances { #expect({ if case .full = tile.contents { true } else { false } }()) }
        settle()
        for step in 1...60 {
            atlas.bounds.origin.y += 7
            frame()
            if step % 20 == 0 { #expect(try wrong(settle()) == 0) }
        }
        let drawn = atlas.scales.withLock { $0.count }
        // 440 points and the lookahead of a second at 420 points per second are 9 rows of 4 tiles, or 6 with the
        // border.
        #expect(drawn > 0 && drawn <= 9 * 6, "\(drawn)")
        // Tiles that are marked while they are outside the area are redrawn when it returns.
        atlas.isInverted.withLock { $0 = true }
        atlas.setNeedsDisplay(CGRect(x: 0, y: 0, width: 4000, height: 4000))
        settle()
        atlas.bounds.origin.y = 0
        #expect(try wrong(settle()) == 0)
        atlas.bounds.origin = CGPoint(x: 1_000_000, y: -1_000_000)
        settle()
        atlas.bounds.origin = .zero
        #expect(try wrong(settle()) == 0)
        #expect(atlas.tiled.tilingFailure == nil)
    }

    @Test("holds no pixels while it is hidden, and asks for no frames")
    func hidden() throws {
        frame()
        atlas.isHidden = true
        settle()
        #expect(atlas.layer.contents == nil)
        atlas.setNeedsDisplay()
        settle()
        atlas.isHidden = false
        #expect(try wrong(settle()) == 0)
    }

    @Test("resized in every frame goes on showing what it showed until it has something better")
    func resizing() throws {
        settle()
        for step in 1...20 {
            atlas.frame.size.width = 4000 + Double(step)
            #expect(try wrong(frame()) == 0, "step \(step)")
        }
        #expect(try wrong(settle()) == 0)
        for step in 1...20 {
            atlas.tiled.contentsScale = 1 + Double(step) / 10
            #expect(try wrong(frame()) == 0, "step \(step)")
        }
        #expect(try wrong(settle()) == 0)
    }

    @Test("shown larger than any screen could asks for no frames for ever, and comes back")
    func farthest() throws {
        frame()
        atlas.transform = CGAffineTransform(scaleX: 0x1p60, y: 0x1p60)
        settle()
        atlas.transform = .identity
        #expect(try wrong(settle()) == 0)
    }

    @Test("takes another engine under way, and both are left in order")
    func engines() throws {
        frame()
        var policy = EnginePolicy()
        policy.workers = 2
        let others = VirtualWorkers(count: 2)
        let second = TileEngine(
            policy: policy, services: EngineServices(executor: others, now: { UInt64(others.now * 1e9) }))
        let map = Atlas(size: CGSize(width: 400, height: 300), engine, others)
        window.addSubview(map)
        map.tiled.engine = second
        var tree = frame()
        for _ in 0..<300 where screen.isFramePending {
            others.advance(to: clock.now)
            tree = frame()
        }
        #expect(try wrong(tree, in: map) == 0)
        engine._checkInvariants()
        second._checkInvariants()
        map.removeFromSuperview()
        settle()
        others.end()
    }

    @Test("whose code leaves states unbalanced, or draws farther than its tile, harms no other tile")
    func careless() throws {
        for care in [Atlas.Care.unbalanced, .overdrawn] {
            atlas.care.withLock { $0 = care }
            atlas.setNeedsDisplay()
            #expect(try wrong(settle()) == 0, "\(care)")
        }
    }

    @Test("whose tiles take seconds never holds a frame up, and shows them when they come")
    func slow() throws {
        atlas.cost.withLock { $0 = 2 }
        frame()
        for _ in 0..<60 { #expect(try wrong(frame()) > 0) }
        #expect(screen.isFramePending)
        #expect(try wrong(settle(3000)) == 0)
    }

    // MARK: In a scroll view

    func viewForZooming(in scrollView: UIScrollView) -> UIView? { atlas }

    @Test("in a scroll view that is dragged, flicked and zoomed leaves nothing blank, and is sharp at its scale")
    func scrolled() throws {
        let scrollView = UIScrollView(frame: window.bounds)
        scrollView.contentSize = atlas.bounds.size
        scrollView.delegate = self
        (scrollView.minimumZoomScale, scrollView.maximumZoomScale) = (0.25, 4)
        scrollView.showsVerticalScrollIndicator = false
        scrollView.showsHorizontalScrollIndicator = false
        (atlas.tiled.levelsOfDetail, atlas.tiled.levelsOfDetailBias) = (5, 2)
        scrollView.addSubview(atlas)
        window.addSubview(scrollView)
        #expect(try wrong(settle()) == 0)
        let finger = TouchSequence(on: screen)
        func drag(_ dx: Double, _ dy: Double, frames: Int) {
            let start = CGPoint(x: 200, y: 150)
            finger.send(TouchSample(.began, at: start, timestamp: clock.now))
            for number in 1...frames {
                let place = CGPoint(x: start.x + dx * Double(number), y: start.y + dy * Double(number))
                finger.send(TouchSample(.moved, at: place, timestamp: clock.now))
                frame()
            }
            finger.send(
                TouchSample(
                    .ended, at: CGPoint(x: start.x + dx * Double(frames), y: start.y + dy * Double(frames)),
                    timestamp: clock.now))
        }
        func expectSharp(_ tree: RenderTree, scale: CGFloat, sourceLocation: SourceLocation = #_sourceLocation) throws {
            #expect(try wrong(tree) == 0, sourceLocation: sourceLocation)
            let tiles = atlas.tiled.tileAppearances
            #expect(!tiles.isEmpty, sourceLocation: sourceLocation)
            for tile in tiles {
                #expect({ if case .full = tile.contents { true } else { false } }(), sourceLocation: sourceLocation)
            }
            let pyramid = try TilePyramid(contentSize: atlas.bounds.size, tileSize: 100, scale: 4)
            #expect(
                Set(tiles.map { pyramid.scale(ofLevel: $0.key.tile.level) }) == [Double(scale)],
                sourceLocation: sourceLocation)
        }
        drag(0, -9, frames: 20)
        try expectSharp(settle(), scale: 1)
        drag(-3, -60, frames: 6)
        #expect(scrollView.isDecelerating)
        try expectSharp(settle(), scale: 1)
        drag(2, 50, frames: 6)
        // Caught and reversed.
        for _ in 0..<5 { frame() }
        drag(0, -50, frames: 6)
        try expectSharp(settle(), scale: 1)

        scrollView.setZoomScale(4, animated: true)
        try expectSharp(settle(), scale: 4)
        drag(-30, -30, frames: 6)
        try expectSharp(settle(), scale: 4)
        scrollView.setZoomScale(0.25, animated: true)
        try expectSharp(settle(), scale: 0.25)
        scrollView.zoom(to: CGRect(x: 1000, y: 1000, width: 200, height: 150), animated: true)
        try expectSharp(settle(), scale: 2)

        // Zoomed by fingers from 2 to 1.
        let way: [(UITouch.Phase, Double)] = [
            (.began, 200), (.moved, 150), (.moved, 120), (.moved, 100), (.ended, 100),
        ]
        for (phase, apart) in way {
            finger.send([
                TouchSample(finger: 0, phase, at: CGPoint(x: 200 - apart / 2, y: 150), timestamp: clock.now),
                TouchSample(finger: 1, phase, at: CGPoint(x: 200 + apart / 2, y: 150), timestamp: clock.now),
            ])
            frame()
        }
        #expect(abs(scrollView.zoomScale - 1) < 0.01)
        try expectSharp(settle(), scale: 1)
        scrollView.removeFromSuperview()
    }
}
