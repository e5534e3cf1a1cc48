import Foundation
import Testing
import TileEngine
import TileGeometry

@testable import TileViews

@Suite("A tiled scroll view in what clips it, scales it or moves it")
final class TiledScrollSeenTests {
    private let rig: TiledScrollRig
    private let holder = UIView(frame: CGRect(x: 0, y: 0, width: 1024, height: 768))

    init() throws {
        rig = try TiledScrollRig()
        rig.window.addSubview(holder)
        holder.addSubview(rig.view)
    }

    deinit { rig.end() }

    private var view: CountingScrollView { rig.view }

    /// Returns the coordinates of the tiles on the screen, and checks that all are in their final state.
    private func places(sourceLocation: SourceLocation = #_sourceLocation) -> Set<TileCoordinate> {
        let tiles = view.surface?.tiles ?? []
        for tile in tiles {
            #expect({ if case .full = tile.contents { true } else { false } }(), sourceLocation: sourceLocation)
        }
        #expect(view.tileViews.count == tiles.count, sourceLocation: sourceLocation)
        return Set(tiles.map(\.key.tile))
    }

    private func rest(sourceLocation: SourceLocation = #_sourceLocation) {
        rig.frame()
        for _ in 0..<600 where rig.screen.isFramePending { rig.frame() }
        #expect(!rig.screen.isFramePending, "frames are asked for at rest", sourceLocation: sourceLocation)
    }

    private func tiles(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) -> Set<TileCoordinate> {
        let level = rig.engine.pyramid(of: view.content!)!.maxLevel
        return Set(columns.flatMap { column in rows.map { TileCoordinate(level: level, column: column, row: $0) } })
    }

    @Test("draws and shows only what the view that it is in lets show of it, and more when that grows")
    func clipped() {
        holder.clipsToBounds = true
        holder.frame = CGRect(x: 100, y: 100, width: 300, height: 200)
        view.contentOffset = CGPoint(x: 5120, y: 5120)
        rest()
        #expect(places() == tiles(20...21, 20...20))
        holder.frame.size = CGSize(width: 300, height: 600)
        rest()
        #expect(places() == tiles(20...21, 20...22))
        let border = 0.15 * 600
        for render in rig.source.renders where render.row >= 20 {
            let reach = CGRect(x: 5120, y: 5120, width: 300, height: 600).insetBy(dx: -border, dy: -border)
            let tile = CGRect(x: render.column * 256, y: render.row * 256, width: 256, height: 256)
            #expect(tile.intersects(reach), "a tile that nobody sees was drawn: \(render)")
        }
    }

    @Test("that is larger than its screen draws and makes views for what the screen shows of it")
    func larger() {
        view.frame = CGRect(x: -1000, y: -6000, width: 15_000, height: 100_000)
        rest()
        #expect(places() == tiles(3...7, 23...26))
        #expect(view.counters.made <= 2 * 20)
    }

    @Test("is sharp at the scale that the view it is in shows it at")
    func scaled() throws {
        view.maximumZoomScale = 1
        view.minimumZoomScale = 0.1
        view.zoomScale = 0.25
        rest()
        let pyramid = try #require(view.surface?.pyramid)
        func scales() -> Set<Double> { Set(places().map { pyramid.scale(ofLevel: $0.level) }) }
        #expect(scales() == [0.25])
        holder.transform = CGAffineTransform(scaleX: 2, y: 2)
        rest()
        #expect(scales() == [0.5])
        holder.transform = CGAffineTransform(rotationAngle: 1).scaledBy(x: 4, y: 4)
        rest()
        #expect(scales() == [1])
        holder.transform = .identity
        rest()
        #expect(scales() == [0.25])
    }

    @Test("moved off the screen by what it is in holds and draws nothing, and is there when it comes back")
    func away() {
        rest()
        let shown = places()
        holder.frame.origin.x = 1024
        rest()
        #expect(view.surface == nil && view.tileViews.isEmpty)
        let drawn = rig.source.renders.count
        view.contentOffset.y = 90_000
        rest()
        #expect(rig.source.renders.count == drawn)
        view.contentOffset.y = 0
        holder.frame.origin.x = 0
        rig.frame()
        #expect(places() == shown)
        #expect(rig.source.renders.count == drawn, "the cache had them")
    }

    @Test("moved by a layout of what it is in shows what came into view a frame later")
    func laidOut() {
        final class Shifting: UIView {
            var origin = CGPoint.zero { didSet { setNeedsLayout() } }
            override func layoutSubviews() { subviews.first?.frame.origin = origin }
        }
        let shifting = Shifting(frame: holder.bounds)
        rig.window.addSubview(shifting)
        shifting.addSubview(holder)
        shifting.origin.x = 3000
        rest()
        #expect(view.surface == nil)
        shifting.origin.x = -512
        rest()
        #expect(places() == tiles(2...3, 0...2))
    }

    @Test("half out of sight has what of its landing will show drawn before it gets there, and nothing else")
    func flicked() throws {
        holder.clipsToBounds = true
        holder.frame.size = CGSize(width: 400, height: 400)
        rest()
        let drawn = rig.source.renders.count
        rig.drag(by: CGVector(dx: 0, dy: -60), frames: 6, from: CGPoint(x: 200, y: 390))
        let landing = try #require(view.scrollMotion(at: rig.clock.now).landing).bounds.minY
        while view.scroll.state.motion != nil { rig.frame() }
        let row = Int(landing / 256)
        #expect(places() == tiles(0...1, row...Int(((landing + 400) / 256).rounded(.up)) - 1))
        rest()
        #expect(rig.source.renders.count > drawn)
        #expect(rig.source.renders.allSatisfy { $0.column <= 1 || $0.row <= 3 }, "beside what shows nothing is drawn")
    }

    @Test("in another scroll view makes no tile view after the first screenful while that one is dragged")
    func nested() {
        let outer = UIScrollView(frame: rig.window.bounds)
        outer.contentSize = CGSize(width: 1024, height: 20_000)
        view.frame = CGRect(x: 0, y: 1000, width: 1024, height: 20_000)
        view.isScrollEnabled = false
        outer.addSubview(view)
        rig.window.addSubview(outer)
        rest()
        #expect(view.surface == nil, "below the screen")
        outer.contentOffset.y = 1000
        rest()
        let made = view.counters.made
        rig.drag(by: CGVector(dx: 0, dy: -35), frames: 15)
        rest()
        #expect(outer.contentOffset.y > 1500)
        #expect(view.counters.made == made && view.counters.placed > made)
        let row = Int((outer.contentOffset.y - 1000) / 256)
        #expect(places().map(\.row).min() == row)
    }
}
