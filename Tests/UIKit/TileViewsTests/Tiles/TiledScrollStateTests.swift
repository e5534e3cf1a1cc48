import Foundation
import Testing
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import VirtualTime

@testable import TileViews

/// A tiled scroll view with tile views that run the test's code when their appearance changes.
private final class MeddlingScrollView: TiledScrollView {
    final class Tile: TileView {
        weak var owner: MeddlingScrollView?

        override func appearanceDidChange() {
            guard let owner, let act = owner.act else { return }
            owner.act = nil
            act(owner)
        }
    }

    var act: ((MeddlingScrollView) -> Void)?

    override func makeTileView() -> TileView {
        let tile = Tile(frame: .zero)
        tile.owner = self
        return tile
    }
}

@Suite("A tiled scroll view, moved about and replaced under way")
final class TiledScrollStateTests {
    private let rig: TiledScrollRig

    init() throws { rig = try TiledScrollRig() }

    deinit { rig.end() }

    private var view: CountingScrollView { rig.view }

    private func expectFull(sourceLocation: SourceLocation = #_sourceLocation) {
        let tiles = view.surface?.tiles ?? []
        #expect(!tiles.isEmpty && tiles.count == view.tileViews.count, sourceLocation: sourceLocation)
        for tile in tiles {
            #expect({ if case .full = tile.contents { true } else { false } }(), sourceLocation: sourceLocation)
        }
    }

    /// Runs frames while the screen requests them.
    private func rest(_ limit: Int = 600, sourceLocation: SourceLocation = #_sourceLocation) {
        for _ in 0..<limit where rig.screen.isFramePending { rig.frame() }
        #expect(!rig.screen.isFramePending, "frames are asked for at rest", sourceLocation: sourceLocation)
    }

    @Test("asks for frames until all is there, then for none, and for one again when the content changes")
    func pending() throws {
        rest()
        expectFull()
        rig.source.script.withLock { $0.version = 2 }
        rig.engine.invalidate(try #require(view.content))
        #expect(rig.screen.isFramePending)
        rest()
        expectFull()
    }

    @Test("draws nothing while nobody sees it, because it or what it is in is hidden, and goes on when it shows")
    func hidden() {
        for hide in [
            { (rig: TiledScrollRig, isOn: Bool) in rig.view.isHidden = isOn },
            { rig, isOn in rig.window.isHidden = isOn }, { rig, isOn in rig.view.alpha = isOn ? 0 : 1 },
        ] {
            rest()
            hide(rig, true)
            view.setContentOffset(CGPoint(x: 0, y: view.contentOffset.y + 5000), animated: false)
            // The frame that detects the change.
            rig.frame()
            let before = rig.source.renders.count
            for _ in 0..<30 { rig.frame() }
            #expect(rig.source.renders.count == before)
            #expect(!rig.screen.isFramePending)
            hide(rig, false)
            #expect(rig.screen.isFramePending)
            rest()
            expectFull()
            #expect(rig.source.renders.count > before)
        }
    }

    @Test("draws its tiles for the scale of the screen that it comes to")
    func otherScreen() {
        rest()
        let screen = UIScreen(size: CGSize(width: 1024, height: 768), scale: 2)
        screen.clock = rig.clock
        let window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        window.addSubview(view)
        for _ in 0..<300 {
            rig.frame()
            _ = screen.frame()
        }
        #expect(view.surface?.magnification == 2)
        #expect(view.surface?.tiles.allSatisfy { $0.key.magnification == 2 } ?? false)
        expectFull()
        #expect(!screen.isFramePending && !rig.screen.isFramePending)
    }

    @Test("may be told to show something else, or nothing, or be taken away, while its tiles are placed")
    func reentrancy() throws {
        let other = TimedSource(CGSize(width: 700, height: 700), rig.workers)
        let acts: [(MeddlingScrollView) -> Void] = [
            { $0.showNothing() }, { $0.removeFromSuperview() }, { try? $0.show(other) },
            { $0.contentOffset = CGPoint(x: 5000, y: 5000) }, { $0.didReceiveMemoryWarning() },
            {
                $0.contentOffset.y += 700
                $0.layoutIfNeeded()
            },
        ]
        for (number, act) in acts.enumerated() {
            let view = MeddlingScrollView(frame: rig.window.bounds, engine: rig.engine)
            try view.show(TimedSource(CGSize(width: 9000, height: 9000), rig.workers))
            view.act = act
            rig.window.addSubview(view)
            rest()
            #expect(view.act == nil)
            let shown = view.tileContainer.subviews.filter { !$0.isHidden }
            #expect(shown.count == view.surface?.tiles.count ?? 0, "act \(number)")
            #expect(view.tileViews.count == shown.count, "act \(number)")
            #expect(view.isSettled)
            view.removeFromSuperview()
        }
    }

    @Test("scrolled to where no number is exact shows nothing, asks for nothing, and comes back")
    func farthest() {
        rig.frame()
        view.setContentOffset(CGPoint(x: 0, y: 1e17), animated: false)
        rest()
        #expect(view.tileViews.isEmpty)
        view.setContentOffset(.zero, animated: false)
        rest()
        expectFull()
    }

    @Test("takes what was put into it to an archive, and has one container for tiles when it comes back")
    func archived() throws {
        rest()
        let own = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        view.addSubview(own)
        let before = view.tileViews.count
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.encode(view, forKey: NSKeyedArchiveRootObjectKey)
        #expect(view.tileViews.count == before && view.tileContainer.superview === view)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        unarchiver.requiresSecureCoding = false
        let back = try #require(
            unarchiver.decodeObject(of: TiledScrollView.self, forKey: NSKeyedArchiveRootObjectKey))
        #expect(back.subviews.count == 2)
        #expect(back.subviews.filter { $0 === back.tileContainer }.count == 1)
        #expect(back.subviews.contains { $0.frame == own.frame })
        #expect(back.tileContainer.subviews.isEmpty)
    }

    @Test("sets the limit of its scale, unless the program did, from the size that it is given later")
    func limits() throws {
        let view = TiledScrollView(frame: .zero, engine: rig.engine)
        try view.show(TimedSource(CGSize(width: 4000, height: 2000), rig.workers))
        #expect(view.minimumZoomScale == 1)
        rig.window.addSubview(view)
        view.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
        rest()
        #expect(view.minimumZoomScale == 0.1)
        view.frame.size.width = 800
        rest()
        #expect(view.minimumZoomScale == 0.2)
        view.minimumZoomScale = 0.7
        view.frame.size.width = 400
        rest()
        #expect(view.minimumZoomScale == 0.7)
        view.removeFromSuperview()
    }

    @Test("that grows while all of its content shows goes on filling itself with it")
    func grown() throws {
        rest()
        view.zoomScale = view.minimumZoomScale
        rest()
        let fit = view.zoomScale
        #expect(fit == 768.0 / 200_000)
        view.frame.size.height = 1536
        rest()
        #expect(view.minimumZoomScale == 2 * fit && view.zoomScale == 2 * fit)
        view.frame.size.height = 768
        rest()
        #expect(view.zoomScale == 2 * fit, "a scale within the limits stays")
    }

    @Test("is shown at scale 1, whatever the limits were before")
    func firstScale() throws {
        view.maximumZoomScale = 4
        view.minimumZoomScale = 2
        view.zoomScale = 3
        try view.show(TimedSource(CGSize(width: 9000, height: 9000), rig.workers))
        #expect(view.zoomScale == 1 && view.contentSize == CGSize(width: 9000, height: 9000))
    }

    @Test("whose content is replaced by smaller while it moves ends within that, at a scale that it has")
    func replacedBySmaller() throws {
        view.maximumZoomScale = 4
        rest()
        view.setZoomScale(4, animated: false)
        view.setContentOffset(CGPoint(x: 3000, y: 100_000), animated: false)
        rest()
        rig.drag(by: CGVector(dx: 0, dy: -60), frames: 8)
        rig.frame()
        #expect(view.isDecelerating)
        let small = TimedSource(CGSize(width: 3000, height: 2000), rig.workers)
        try rig.engine.replace(
            #require(view.content), with: small, pyramid: TilePyramid(contentSize: small.contentSize, tileSize: 256))
        rest()
        let zoom = view.zoomScale
        #expect((view.minimumZoomScale...view.maximumZoomScale).contains(zoom))
        #expect(view.contentSize == CGSize(width: 3000 * zoom, height: 2000 * zoom))
        #expect(view.tileContainer.frame == CGRect(origin: .zero, size: view.contentSize))
        #expect(view.contentOffset.y <= 2000 * zoom - 768 && view.contentOffset.x <= 3000 * zoom - 1024)
        expectFull()
    }

    @Test("goes, with its content, while it moves and workers draw for it")
    func deinitialization() throws {
        rest()
        view.isHidden = true
        weak var gone: TiledScrollView?
        var content: ContentID?
        do {
            let view = TiledScrollView(frame: rig.window.bounds, engine: rig.engine)
            let source = TimedSource(CGSize(width: 9000, height: 90_000), rig.workers)
            source.script.withLock { $0.cost = 0.5 }
            try view.show(source)
            rig.window.addSubview(view)
            rig.drag(by: CGVector(dx: 0, dy: -60), frames: 8)
            #expect(view.isDecelerating && rig.workers.renderCount > 0)
            (gone, content) = (view, view.content)
            view.removeFromSuperview()
        }
        #expect(gone == nil)
        #expect(try rig.engine.pyramid(of: #require(content)) == nil)
        rest()
        #expect(rig.screen.layerHost.participants(at: .links).isEmpty)
        rig.engine._checkInvariants()
    }

    @Test("lies over its tiles what was put into their container, also after tiles were made and moved")
    func overlay() {
        let pin = UIView(frame: CGRect(x: 100, y: 100, width: 10, height: 10))
        view.tileContainer.addSubview(pin)
        rest()
        rig.drag(by: CGVector(dx: 0, dy: -60), frames: 8)
        rest()
        view.setZoomScale(0.3, animated: true)
        rest()
        #expect(view.tileContainer.subviews.last === pin)
        #expect(view.convert(pin.frame, from: view.tileContainer).width == 3)
    }

    @Test("with insets shows its content from them, and tiles to the content's edges")
    func insets() {
        view.contentInset = UIEdgeInsets(top: 50, left: 60, bottom: 70, right: 80)
        view.setContentOffset(CGPoint(x: -60, y: -50), animated: false)
        rest()
        expectFull()
        view.setContentOffset(CGPoint(x: 20_000 - 1024 + 80, y: 200_000 - 768 + 70), animated: false)
        rest()
        expectFull()
        #expect(view.surface?.tiles.contains { $0.key.tile.column == 78 && $0.key.tile.row == 781 } ?? false)
    }
}
