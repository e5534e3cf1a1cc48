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

/// A view that draws itself in tiles and records the requested parts.
private final class TiledMap: UIView {
    struct Call: Hashable {
        var clip: CGRect
        var scale: CGFloat
        var style: UIUserInterfaceStyle
    }

    let calls = Lock<[Call]>([])
    let paint = Lock(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
    let workers: VirtualWorkers?
    /// A closure that runs while a tile is drawn.
    let meanwhile = Lock<(@Sendable () -> Void)?>(nil)

    override class var layerClass: AnyClass { CATiledLayer.self }

    var tiled: CATiledLayer { layer as! CATiledLayer }

    init(frame: CGRect, workers: VirtualWorkers? = nil) {
        self.workers = workers
        super.init(frame: frame)
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        let call = Call(
            clip: context.boundingBoxOfClipPath, scale: abs(context.ctm.a),
            style: UITraitCollection.current.userInterfaceStyle)
        calls.withLock { $0.append(call) }
        context.setFillColor(paint.withLock { $0 })
        workers?.spend(0.003) { false }
        meanwhile.withLock { $0 }?()
        // A larger area than requested.
        context.fill(bounds.insetBy(dx: -500, dy: -500))
    }
}

@Suite("A tiled layer")
final class TiledLayerTests {
    private let clock = VirtualClock()
    private let workers = VirtualWorkers(count: 2)
    private let screen = UIScreen(size: CGSize(width: 400, height: 300), scale: 1)
    private let window: UIWindow
    private let map: TiledMap

    init() {
        screen.clock = clock
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        map = TiledMap(frame: CGRect(x: 0, y: 0, width: 4000, height: 4000), workers: workers)
        var policy = EnginePolicy()
        policy.workers = 2
        policy.eventuallyBorder = 0
        policy.soonBorder = 0
        let workers = workers
        map.tiled.engine = TileEngine(
            policy: policy, services: EngineServices(executor: workers, now: { UInt64(workers.now * 1e9) }))
        map.tiled.tileSize = CGSize(width: 100, height: 100)
        window.addSubview(map)
    }

    deinit {
        map.removeFromSuperview()
        _ = screen.frame()
        workers.end()
    }

    private var calls: [TiledMap.Call] { map.calls.withLock { $0 } }

    @discardableResult
    private func frame() -> RenderTree {
        clock.advance(by: 1.0 / 60)
        workers.advance(to: clock.now)
        return screen.frame()
    }

    @discardableResult
    private func settle(_ limit: Int = 300) -> RenderTree {
        var tree = frame()
        for _ in 0..<limit where screen.isFramePending { tree = frame() }
        #expect(!screen.isFramePending)
        return tree
    }

    private func pixel(_ tree: RenderTree, x: Int, y: Int) throws -> PixelColor {
        try tree.bitmap(CGRect(x: x, y: y, width: 1, height: 1), scale: 1)[0, 0]
    }

    private func setPaint(red: CGFloat, green: CGFloat, blue: CGFloat) {
        map.paint.withLock { $0 = CGColor(red: red, green: green, blue: blue, alpha: 1) }
    }

    @Test("draws the tiles that are visible, each once, with the clip and the matrix of the tile, and shows them")
    func tiles() throws {
        let tree = settle()
        #expect(Set(calls.map(\.clip)).count == 12 && calls.count == 12)
        for call in calls {
            #expect(call.scale == 1 && call.clip.width == 100 && call.clip.height == 100)
            #expect(call.clip.minX.truncatingRemainder(dividingBy: 100) == 0 && call.clip.maxX <= 400)
        }
        #expect(try pixel(tree, x: 399, y: 299) == PixelColor(argb: 0xFFFF_0000))
        #expect(screen.counters.displays == 0, "nothing was drawn on the tree's thread")
    }

    @Test("draws what comes into view, and not again what it has")
    func scrolling() throws {
        settle()
        map.frame.origin.x = -300
        settle()
        #expect(calls.count == 12 + 9)
        map.frame.origin.x = 0
        settle()
        #expect(calls.count == 12 + 9)
        map.isHidden = true
        settle()
        map.isHidden = false
        // Immediately, and without fading in again.
        #expect(try pixel(frame(), x: 200, y: 150) == PixelColor(argb: 0xFFFF_0000))
        settle()
        #expect(calls.count == 12 + 9, "the cache had them")
    }

    @Test("at a level of detail has the scale of the level, from the bias down to the last level")
    func levels() {
        map.tiled.levelsOfDetail = 3
        map.tiled.levelsOfDetailBias = 1
        map.layer.anchorPoint = .zero
        map.layer.position = .zero
        func scales(at zoom: CGFloat) -> Set<CGFloat> {
            map.calls.withLock { $0 = [] }
            map.transform = CGAffineTransform(scaleX: zoom, y: zoom)
            settle()
            return Set(calls.map(\.scale))
        }
        #expect(scales(at: 1) == [1])
        #expect(scales(at: 2) == [2])
        #expect(scales(at: 8) == [], "no finer than the bias says")
        #expect(scales(at: 0.5) == [0.5])
        #expect(scales(at: 0.25) == [0.5], "no coarser than the last level")
    }

    @Test("has its own scale for its first level")
    func contentsScale() {
        map.tiled.contentsScale = 2
        map.calls.withLock { $0 = [] }
        settle()
        #expect(Set(calls.map(\.scale)) == [2])
        #expect(calls.allSatisfy { $0.clip.width == 50 })
    }

    @Test("draws the tiles anew that a marked rect touches, and shows the old ones until then")
    func invalidation() throws {
        settle()
        setPaint(red: 0, green: 0, blue: 1)
        map.setNeedsDisplay(CGRect(x: 110, y: 110, width: 10, height: 10))
        let during = screen.frame()
        #expect(
            try pixel(during, x: 115, y: 115) == PixelColor(argb: 0xFFFF_0000), "what was there is shown, not nothing")
        let after = settle()
        #expect(calls.count == 13 && calls.last?.clip == CGRect(x: 100, y: 100, width: 100, height: 100))
        #expect(try pixel(after, x: 115, y: 115) == PixelColor(argb: 0xFF00_00FF))
        #expect(try pixel(after, x: 215, y: 115) == PixelColor(argb: 0xFFFF_0000))
        let damage = after.damage(since: during)
        #expect(damage == [CGRect(x: 100, y: 100, width: 100, height: 100)])
    }

    @Test("never keeps a tile that was being drawn while its region was marked")
    func stale() throws {
        settle()
        setPaint(red: 0, green: 1, blue: 0)
        map.setNeedsDisplay()
        frame()
        workers.settle()
        // The workers are in the middle of the old drawing: they have read its color and have not finished.
        #expect(workers.renderCount > 0)
        setPaint(red: 0, green: 0, blue: 1)
        map.setNeedsDisplay()
        let tree = settle()
        for (x, y) in [(5, 5), (150, 150), (399, 299)] {
            #expect(try pixel(tree, x: x, y: y) == PixelColor(argb: 0xFF00_00FF))
        }
    }

    @Test("fades new tiles in over a quarter of a second, and shows a better one of the same place at once")
    func fading() throws {
        #expect(CATiledLayer.fadeDuration() == 0.25)
        window.backgroundColor = .black
        var reds: [UInt8] = []
        for _ in 0..<30 { reds.append(try pixel(frame(), x: 200, y: 150).red) }
        #expect(reds.first == 0 && reds.last == 255)
        #expect(reds == reds.sorted())
        #expect(Set(reds).count > 10, "\(reds)")
        setPaint(red: 0, green: 0, blue: 1)
        map.setNeedsDisplay()
        var blues: Set<UInt8> = []
        for _ in 0..<30 { blues.insert(try pixel(frame(), x: 200, y: 150).blue) }
        #expect(blues == [0, 255])
    }

    @Test("is drawn under the traits of its view, those of a later change too")
    func traits() {
        window.overrideUserInterfaceStyle = .dark
        settle()
        #expect(Set(calls.map(\.style)) == [.dark])
        map.calls.withLock { $0 = [] }
        window.overrideUserInterfaceStyle = .light
        map.setNeedsDisplay()
        settle()
        #expect(Set(calls.map(\.style)) == [.light])
    }

    @Test("is drawn whole, as any other layer, where its tree is content of any scale")
    func whole() throws {
        let screen = UIScreen(size: CGSize(width: 400, height: 300), scale: 1)
        screen.drawsTiledLayersWhole = true
        let window = UIWindow(screen: screen)
        window.isHidden = false
        let map = TiledMap(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        window.addSubview(map)
        let tree = screen.frame()
        #expect(map.calls.withLock { $0 }.map(\.clip) == [CGRect(x: 0, y: 0, width: 400, height: 300)])
        #expect(try pixel(tree, x: 200, y: 150) == PixelColor(argb: 0xFFFF_0000))
    }

    @Test("that is too large for tiles shows nothing, and says why")
    func tooLarge() throws {
        map.frame = CGRect(x: 0, y: 0, width: 0x1p53, height: 10)
        settle()
        #expect(map.tiled.tilingFailure == .tooLarge(pixels: 0x1p53))
        map.frame = CGRect(x: 0, y: 0, width: 4000, height: 4000)
        settle()
        #expect(map.tiled.tilingFailure == nil)
        #expect(!calls.isEmpty)
    }

    @Test("may go while workers draw it")
    func deinitialization() {
        weak var gone: TiledMap?
        do {
            let map = TiledMap(frame: CGRect(x: 0, y: 0, width: 400, height: 300), workers: workers)
            map.tiled.engine = self.map.tiled.engine
            gone = map
            window.addSubview(map)
            self.map.isHidden = true
            frame()
            workers.settle()
            #expect(workers.renderCount > 0)
            map.removeFromSuperview()
        }
        settle()
        for _ in 0..<5 { frame() }
        #expect(gone == nil)
        map.tiled.engine._checkInvariants()
    }

    @Test("keeps its levels and its tile size by name, and takes none that can't be")
    func names() async {
        let layer = CATiledLayer()
        layer.setValue(4, forKey: "levelsOfDetail")
        layer.setValue(2, forKey: "levelsOfDetailBias")
        layer.setValue(CGSize(width: 512, height: 512), forKey: "tileSize")
        #expect(layer.levelsOfDetail == 4 && layer.levelsOfDetailBias == 2 && layer.tileSize.width == 512)
        await #expect(processExitsWith: .failure) { CATiledLayer().setValue(0, forKey: "levelsOfDetail") }
        await #expect(processExitsWith: .failure) { CATiledLayer().setValue("many", forKey: "levelsOfDetail") }
        await #expect(processExitsWith: .failure) {
            CATiledLayer().setValue(CGSize(width: CGFloat.nan, height: 256), forKey: "tileSize")
        }
        await #expect(processExitsWith: .failure) { CATiledLayer().tileSize = .zero }
        await #expect(processExitsWith: .failure) { CATiledLayer().levelsOfDetail = 0 }
        let copy = CATiledLayer(layer: layer)
        #expect(copy.levelsOfDetail == 4 && copy.levelsOfDetailBias == 2 && copy.tileSize.width == 512)
    }
}
