import Foundation
import Testing
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

@Suite("The drawing cycle of views")
struct DrawingTests {
    let screen = UIScreen(size: CGSize(width: 100, height: 100), scale: 1)
    let window: UIWindow

    init() {
        window = UIWindow(screen: screen)
        window.isHidden = false
    }

    private func counting(_ body: () -> Void = {}) -> FrameCounters {
        let before = screen.counters
        body()
        _ = screen.frame()
        let after = screen.counters
        var difference = FrameCounters()
        difference.frames = after.frames - before.frames
        difference.layoutPasses = after.layoutPasses - before.layoutPasses
        difference.layersLaidOut = after.layersLaidOut - before.layersLaidOut
        difference.displays = after.displays - before.displays
        difference.displayRects = after.displayRects - before.displayRects
        difference.displayPixels = after.displayPixels - before.displayPixels
        difference.nodesCommitted = after.nodesCommitted - before.nodesCommitted
        difference.nodesShared = after.nodesShared - before.nodesShared
        return difference
    }

    @Test("A view is drawn once, when it is first shown; a frame in which nothing changed does nothing")
    func onDemand() {
        let view = Painter(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
        window.addSubview(view)
        #expect(view.rects.isEmpty)
        #expect(counting().displays == 1)
        #expect(view.rects == [CGRect(x: 0, y: 0, width: 20, height: 20)])
        var nothing = FrameCounters()
        nothing.frames = 1
        #expect(counting() == nothing)
        #expect(view.rects.count == 1 && view.layouts == 1)
    }

    @Test("Moving, turning, fading and hiding draw nothing anew")
    func movingDrawsNothing() throws {
        let view = Painter(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
        window.addSubview(view)
        _ = counting()
        let counters = counting {
            view.center = CGPoint(x: 50, y: 50)
            view.transform = CGAffineTransform(rotationAngle: 1)
            view.alpha = 0.5
        }
        #expect(counters.displays == 0 && counters.nodesCommitted > 0)
        #expect(counting { view.isHidden = true }.displays == 0)
        #expect(counting { view.isHidden = false }.displays == 0)
        #expect(view.rects.count == 1)
    }

    @Test("Several wishes to be drawn become one drawing; of parts, the parts alone")
    func coalescing() {
        let view = Painter(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        window.addSubview(view)
        _ = counting()
        view.rects = []
        let whole = counting {
            view.setNeedsDisplay()
            view.setNeedsDisplay()
            view.setNeedsDisplay(CGRect(x: 0, y: 0, width: 5, height: 5))
        }
        #expect(whole.displays == 1 && view.rects == [view.bounds])
        view.rects = []
        let parts = counting {
            view.setNeedsDisplay(CGRect(x: 0, y: 0, width: 10, height: 10))
            view.setNeedsDisplay(CGRect(x: 5, y: 0, width: 10, height: 10))
            view.setNeedsDisplay(CGRect(x: 80, y: 80, width: 40, height: 4))
        }
        #expect(parts.displays == 1 && parts.displayRects == 2 && parts.displayPixels == 15 * 10 + 20 * 4)
        #expect(view.rects == [CGRect(x: 0, y: 0, width: 15, height: 10), CGRect(x: 80, y: 80, width: 20, height: 4)])
    }

    @Test("A part drawn anew replaces that part alone")
    func patches() throws {
        let view = Painter(frame: CGRect(x: 0, y: 0, width: 4, height: 4))
        view.color = .red
        window.addSubview(view)
        _ = counting()
        view.color = .blue
        view.setNeedsDisplay(CGRect(x: 1, y: 2, width: 2, height: 1))
        #expect(try pixels(screen).letters.prefix(4).map { $0.prefix(4) } == ["rrrr", "rrrr", "rbbr", "rrrr"])
    }

    @Test("What is drawn is clipped to the bounds, and in their coordinates")
    func coordinates() throws {
        let view = Painter(frame: CGRect(x: 1, y: 1, width: 3, height: 3))
        view.bounds.origin = CGPoint(x: 10, y: 20)
        view.paint = { _ in
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 100, height: 21))
            UIColor.green.setFill()
            UIRectFill(CGRect(x: 12, y: 21, width: 1, height: 2))
        }
        view.isOpaque = false
        window.addSubview(view)
        #expect(
            try pixels(screen).letters.prefix(5).map { $0.prefix(5) } == [".....", ".rrr.", "...g.", "...g.", "....."])
    }

    @Test("A view that does not clear what it draws on adds to it")
    func clearsContext() throws {
        let view = Painter(frame: CGRect(x: 0, y: 0, width: 4, height: 1))
        view.isOpaque = false
        var dot = 0
        view.paint = { _ in
            UIColor.red.setFill()
            UIRectFill(CGRect(x: dot, y: 0, width: 1, height: 1))
        }
        window.addSubview(view)
        _ = screen.frame()
        view.clearsContextBeforeDrawing = false
        dot = 2
        view.setNeedsDisplay()
        #expect(try pixels(screen).letters[0].prefix(4) == "r.r.")
        view.clearsContextBeforeDrawing = true
        dot = 3
        view.setNeedsDisplay()
        #expect(try pixels(screen).letters[0].prefix(4) == "...r")
    }

    @Test("A view that never clears keeps what it holds small, whole or part by part", arguments: [true, false])
    func addsWithoutEnd(whole: Bool) throws {
        let view = Painter(frame: CGRect(x: 0, y: 0, width: 4, height: 1))
        view.isOpaque = false
        view.clearsContextBeforeDrawing = false
        var dot = 0
        view.paint = { _ in
            UIColor.red.setFill()
            UIRectFill(CGRect(x: dot, y: 0, width: 1, height: 1))
        }
        window.addSubview(view)
        for display in 0..<3000 {
            dot = display % 2 * 2
            if whole {
                view.setNeedsDisplay()
            } else {
                view.setNeedsDisplay(CGRect(x: dot, y: 0, width: 1, height: 1))
            }
            _ = screen.frame()
        }
        #expect(try pixels(screen).letters[0].prefix(4) == "r.r.")
        let kept = try #require(view.layer.drawnPicture?.totalOperationCount)
        #expect(kept < 100 * UIView.maxKeptOperations)
    }

    @Test("Only a view of mode redraw is drawn anew when its size changes")
    func redraw() {
        for mode in UIView.ContentMode.allCases {
            let view = Painter(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
            view.contentMode = mode
            window.addSubview(view)
            _ = counting()
            view.rects = []
            let counters = counting { view.frame.size = CGSize(width: 20, height: 10) }
            #expect(counters.displays == (mode == .redraw ? 1 : 0), "\(mode)")
            #expect(view.rects == (mode == .redraw ? [view.bounds] : []))
            view.removeFromSuperview()
        }
    }

    /// Returns a view that draws red, green, blue and black in 2 by 2 pixels, shown at 6 by 4.
    private func shown(_ mode: UIView.ContentMode) throws -> [String] {
        let view = Painter(frame: CGRect(x: 0, y: 0, width: 2, height: 2))
        view.contentMode = mode
        view.isOpaque = false
        view.paint = { _ in
            for (index, color) in [UIColor.red, .green, .blue, .black].enumerated() {
                color.setFill()
                UIRectFill(CGRect(x: index % 2, y: index / 2, width: 1, height: 1))
            }
        }
        window.addSubview(view)
        _ = screen.frame()
        view.frame.size = CGSize(width: 6, height: 4)
        let letters = try pixels(screen).letters
        view.removeFromSuperview()
        return letters.prefix(4).map { String($0.prefix(6)) }
    }

    @Test("All 13 content modes place what was drawn as they say")
    func contentModes() throws {
        #expect(try shown(.scaleToFill) == ["rrrggg", "rrrggg", "bbbkkk", "bbbkkk"])
        #expect(try shown(.scaleAspectFit) == [".rrgg.", ".rrgg.", ".bbkk.", ".bbkk."])
        #expect(try shown(.redraw) == ["rg....", "bk....", "......", "......"])
        #expect(try shown(.center) == ["......", "..rg..", "..bk..", "......"])
        #expect(try shown(.top) == ["..rg..", "..bk..", "......", "......"])
        #expect(try shown(.bottom) == ["......", "......", "..rg..", "..bk.."])
        #expect(try shown(.left) == ["......", "rg....", "bk....", "......"])
        #expect(try shown(.right) == ["......", "....rg", "....bk", "......"])
        #expect(try shown(.topLeft) == ["rg....", "bk....", "......", "......"])
        #expect(try shown(.topRight) == ["....rg", "....bk", "......", "......"])
        #expect(try shown(.bottomLeft) == ["......", "......", "rg....", "bk...."])
        #expect(try shown(.bottomRight) == ["......", "......", "....rg", "....bk"])
        // Scaled by 3 it is 6 by 6 and extends beyond the top and the bottom of the view by 1.
        #expect(try shown(.scaleAspectFill) == ["rrrggg", "rrrggg", "bbbkkk", "bbbkkk"])
    }

    @Test("The part outside of the stretchable area keeps its size")
    func stretch() throws {
        let view = Painter(frame: CGRect(x: 0, y: 0, width: 3, height: 1))
        view.isOpaque = false
        view.paint = { _ in
            for (index, color) in [UIColor.red, .green, .blue].enumerated() {
                color.setFill()
                UIRectFill(CGRect(x: index, y: 0, width: 1, height: 1))
            }
        }
        view.contentStretch = CGRect(x: 1.0 / 3, y: 0, width: 1.0 / 3, height: 1)
        window.addSubview(view)
        _ = screen.frame()
        view.frame.size.width = 7
        #expect(try pixels(screen).letters[0].prefix(8) == "rgggggb.")
    }

    @Test("An opaque view keeps what is behind it from being drawn; one that is not does not")
    func opaque() throws {
        let back = Painter(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        back.paint = { _ in
            for row in 0..<50 {
                UIColor.red.setFill()
                UIBezierPath(ovalIn: CGRect(x: 0, y: row * 2, width: 100, height: 2)).fill()
            }
        }
        let front = Painter(frame: back.frame)
        front.color = .blue
        window.addSubview(back)
        window.addSubview(front)
        func drawn() throws -> ReplayCounters {
            var counters = ReplayCounters()
            let area = RasterArea(scale: 1, x: 10, y: 10, width: 80, height: 80)
            _ = try screen.frame().raster(area, in: RasterContext(pool: BitmapPool(limit: 0)), counters: &counters)
            return counters
        }
        let opaque = try drawn()
        front.isOpaque = false
        front.alpha = 0.5
        let translucent = try drawn()
        #expect(opaque.operationsHidden > 0 && opaque.segments <= 4)
        #expect(translucent.segments >= 50)
    }

    @Test("A translucent background ends an opaque view's promise to the layer")
    func opacityPromise() {
        let view = UIView()
        #expect(view.isOpaque && view.layer.isOpaque)
        view.backgroundColor = .clear
        #expect(view.isOpaque && !view.layer.isOpaque)
        view.backgroundColor = .white
        #expect(view.layer.isOpaque)
        view.isOpaque = false
        #expect(!view.layer.isOpaque)
    }

    @Test("A view of a class that draws nothing keeps no contents; a plain view is never asked")
    func emptyDrawing() {
        let view = Silent(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        let plain = UIView(frame: view.frame)
        window.addSubview(view)
        window.addSubview(plain)
        #expect(counting().displays == 1)
        #expect(view.layer.contents == nil && plain.layer.contents == nil)
        #expect(counting().displays == 0)
    }

    @Test("Layout runs before display, superviews before subviews, once for all wishes")
    func layoutOrder() {
        let log = Log()
        let (outer, inner) = (Logger("outer", log), Logger("inner", log))
        outer.frame = window.bounds
        inner.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        window.addSubview(outer)
        outer.addSubview(inner)
        inner.setNeedsLayout()
        outer.setNeedsLayout()
        _ = screen.frame()
        #expect(log.lines == ["layout outer", "layout inner", "draw outer", "draw inner"])
        log.lines = []
        inner.setNeedsLayout()
        #expect(counting().layersLaidOut == 1 && log.lines == ["layout inner"])
        log.lines = []
        outer.setNeedsLayout()
        outer.layoutIfNeeded()
        #expect(log.lines == ["layout outer"])
        // The layout has already happened: it is counted with the next frame, which lays out nothing.
        #expect(counting().layersLaidOut == 1 && log.lines == ["layout outer"])
        #expect(counting().layersLaidOut == 0)
    }

    @Test("A change of size lays out, a move does not; a change of the bounds' origin does")
    func layoutCauses() {
        let view = Painter(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        window.addSubview(view)
        _ = screen.frame()
        for (change, count) in [
            ({ view.center.x += 5 }, 0), ({ view.bounds.size.width += 5 }, 1), ({ view.frame.size.height += 5 }, 1),
            ({ view.bounds.origin.x += 1 }, 1), ({ view.frame = view.frame }, 0), ({ view.addSubview(UIView()) }, 1),
        ] as [(() -> Void, Int)] {
            view.layouts = 0
            change()
            _ = screen.frame()
            #expect(view.layouts == count)
        }
    }

    @Test("The context's scale is the screen's, or the view's own")
    func scales() {
        let sharp = UIScreen(size: CGSize(width: 50, height: 50), scale: 3)
        let window = UIWindow(screen: sharp)
        window.isHidden = false
        let view = Painter(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(view.contentScaleFactor == 1)
        window.addSubview(view)
        #expect(view.contentScaleFactor == 3)
        _ = sharp.frame()
        #expect(view.scales == [3])
        view.contentScaleFactor = 2
        _ = sharp.frame()
        #expect(view.scales == [3, 2])
        view.removeFromSuperview()
        window.addSubview(view)
        #expect(view.contentScaleFactor == 2)
        view.contentScaleFactor = 0
        #expect(view.contentScaleFactor == 3)
    }

    @Test("draw(_:) runs with the view's traits")
    func traits() {
        let view = Painter(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        window.addSubview(view)
        view.overrideUserInterfaceStyle = .dark
        var style = UIUserInterfaceStyle.unspecified
        view.paint = { _ in style = UITraitCollection.current.userInterfaceStyle }
        _ = screen.frame()
        #expect(style == .dark)
    }

    @Test("A mask's alpha decides what shows, and a mask has no superview")
    func masks() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 4, height: 1))
        view.backgroundColor = .red
        let mask = UIView(frame: CGRect(x: 1, y: 0, width: 2, height: 1))
        mask.backgroundColor = .black
        window.addSubview(mask)
        window.addSubview(view)
        view.mask = mask
        #expect(mask.superview == nil && view.mask === mask)
        #expect(try pixels(screen).letters[0].prefix(5) == ".rr..")
        view.mask = nil
        #expect(try pixels(screen).letters[0].prefix(5) == "rrrr.")
        let other = UIView(frame: view.frame)
        other.mask = mask
        view.mask = mask
        #expect(other.mask == nil && view.mask === mask, "a mask masks one view")
        window.addSubview(mask)
        #expect(view.mask == nil && mask.superview === window, "and none once it is in a tree")
    }

    @Test("clipsToBounds cuts what is in the view, and hidden or faded views show as they should")
    func appearance() throws {
        let box = UIView(frame: CGRect(x: 0, y: 0, width: 2, height: 2))
        let inner = UIView(frame: CGRect(x: 1, y: 1, width: 2, height: 2))
        box.backgroundColor = .white
        inner.backgroundColor = .blue
        box.addSubview(inner)
        window.addSubview(box)
        #expect(try pixels(screen).letters.prefix(3).map { $0.prefix(3) } == ["ww.", "wbb", ".bb"])
        box.clipsToBounds = true
        #expect(try pixels(screen).letters.prefix(3).map { $0.prefix(3) } == ["ww.", "wb.", "..."])
        inner.isHidden = true
        #expect(try pixels(screen).letters.prefix(2).map { $0.prefix(2) } == ["ww", "ww"])
        box.alpha = 0
        #expect(try pixels(screen).solidColor == .clear)
        box.alpha = 7
        #expect(box.alpha == 1)
    }

    @Test("Damage names what a change touches")
    func damage() {
        let view = Painter(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
        window.addSubview(view)
        let before = screen.frame()
        view.setNeedsDisplay(CGRect(x: 5, y: 5, width: 10, height: 10))
        let after = screen.frame()
        #expect(after.damage(since: before) == [CGRect(x: 15, y: 15, width: 10, height: 10)])
        #expect(screen.frame().damage(since: after).isEmpty)
    }
}

private final class Silent: UIView {}

private final class Log {
    var lines: [String] = []
}

private final class Logger: UIView {
    let name: String
    let log: Log

    init(_ name: String, _ log: Log) {
        (self.name, self.log) = (name, log)
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() { log.lines.append("layout \(name)") }
    override func draw(_ rect: CGRect) { log.lines.append("draw \(name)") }
}
