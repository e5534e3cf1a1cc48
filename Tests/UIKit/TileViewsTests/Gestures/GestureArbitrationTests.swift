import Foundation
import Testing
import TileDrawing
import TileGeometry

@testable import TileViews

@Suite("Recognizers beside each other")
struct GestureArbitrationTests {
    let rig = GestureRig()

    private func gestures() -> [String] { rig.drain().filter { !$0.hasPrefix("inner") && !$0.hasPrefix("outer") } }

    private func drag(_ steps: [(Double, Double)], finger: Int = 0) {
        rig.touch(.began, x: steps[0].0, y: steps[0].1, finger: finger)
        for step in steps.dropFirst() {
            rig.clock.advance(by: 0.016)
            rig.touch(.moved, x: step.0, y: step.1, finger: finger)
        }
    }

    @Test("whose taps fail others, too, the touched view hears that its touch is cancelled, before the action")
    func cancelsBeforeAction() {
        rig.add(UITapGestureRecognizer(), "a")
        rig.add(UITapGestureRecognizer(), "b", to: rig.outer)
        rig.tap()
        #expect(rig.drain() == ["inner down", "inner cancelled", "a ended"])
    }

    @Test("Of two that recognize the same, the inner view's does, unless a delegate lets both")
    func innerFirst() {
        rig.add(UITapGestureRecognizer(), "outer tap", to: rig.outer)
        let inner = rig.add(UITapGestureRecognizer(), "inner tap")
        rig.tap()
        #expect(rig.drain().filter { $0.hasSuffix("ended") } == ["inner tap ended"])
        let delegate = GestureDelegate()
        delegate.isTogether = { $0 === inner || $1 === inner }
        inner.delegate = delegate
        rig.tap()
        #expect(rig.drain().filter { $0.hasSuffix("ended") } == ["inner tap ended", "outer tap ended"])
    }

    @Test("The other's delegate may say so, too; a subclass may say that it prevents nobody")
    func otherDelegate() {
        let outer = rig.add(UITapGestureRecognizer(), "a", to: rig.outer)
        let inner = rig.add(Meek(), "b")
        rig.tap()
        #expect(gestures() == ["b ended", "a ended"])
        inner.isMeek = false
        rig.tap()
        #expect(gestures() == ["b ended"])
        let delegate = GestureDelegate()
        delegate.isTogether = { one, _ in one === outer }
        outer.delegate = delegate
        rig.tap()
        #expect(gestures() == ["b ended", "a ended"])
    }

    @Test("A pan begins ten points along an axis, which are not part of its way; less is a tap's")
    func pan() {
        let pan = rig.add(UIPanGestureRecognizer(), "pan")
        drag([(100, 150), (107, 157), (109.9, 150)])
        #expect(gestures().isEmpty)
        rig.touch(.moved, x: 110, y: 150)
        #expect(gestures() == ["pan began"])
        rig.touch(.ended, x: 110, y: 150)
        _ = gestures()
        drag([(100, 100), (100, 200), (100, 280)])
        #expect(pan.translation(in: nil) == CGPoint(x: 0, y: 170) && pan.state == .changed)
        rig.clock.advance(by: 0.016)
        rig.touch(.ended, x: 100, y: 280)
        #expect(gestures() == ["pan began", "pan changed", "pan ended"])
        rig.tap()
        #expect(gestures().isEmpty)
    }

    @Test("A finger more moves nothing, one too many ends it, and the last that lifts ends it")
    func panOfSeveral() {
        let pan = rig.add(UIPanGestureRecognizer(), "pan")
        drag([(100, 100), (100, 130)])
        let way = pan.translation(in: nil)
        rig.touch(.began, x: 140, y: 240, finger: 1)
        #expect(pan.translation(in: nil) == way && pan.numberOfTouches == 2)
        rig.touch(.moved, x: 140, y: 220, finger: 1)
        #expect(pan.translation(in: nil) == CGPoint(x: way.x, y: way.y - 10))
        rig.touch(.ended, x: 100, y: 130)
        #expect(pan.state == .changed && pan.numberOfTouches == 1)
        rig.touch(.ended, x: 140, y: 220, finger: 1)
        #expect(gestures().last == "pan ended")
        pan.maximumNumberOfTouches = 1
        drag([(100, 100), (100, 130)])
        rig.touch(.began, x: 140, y: 240, finger: 1)
        #expect(gestures() == ["pan began", "pan cancelled"])
    }

    @Test("Touches that are down when a gesture is over are ignored until all are up")
    func resting() {
        let pan = rig.add(UIPanGestureRecognizer(), "pan")
        pan.maximumNumberOfTouches = 1
        drag([(100, 100), (100, 130)])
        rig.touch(.began, x: 140, y: 240, finger: 1)
        _ = gestures()
        rig.touch(.ended, x: 140, y: 240, finger: 1)
        rig.touch(.moved, x: 100, y: 200)
        drag([(120, 200), (120, 100)], finger: 2)
        #expect(gestures().isEmpty)
        rig.touch(.ended, x: 100, y: 200)
        rig.touch(.ended, x: 120, y: 100, finger: 2)
        drag([(100, 100), (100, 130)])
        #expect(gestures() == ["pan began"])
    }

    /// Milliseconds, distance ahead and aside, and whether that is a swipe: published measurements of UIKit at 0, 0.2
    /// and 0.5 s.
    @Test(
        "A swipe is as far and as quick as was measured of UIKit",
        arguments: [
            (1, 50.0, 0.0, true), (1, 49, 0, false), (1, 60, 49, true), (1, 60, 51, false), (200, 40.7, 0, true),
            (200, 40.5, 0, false), (200, 45, 40, true), (200, 45, 40.3, false), (500, 26.6, 25, true),
            (500, 26.4, 0, false), (501, 80, 0, false),
        ])
    func swipe(milliseconds: Int, ahead: Double, aside: Double, isSwipe: Bool) {
        for (direction, x, y) in [
            (UISwipeGestureRecognizer.Direction.right, ahead, aside), (.left, -ahead, aside), (.up, aside, -ahead),
            (.down, -aside, ahead),
        ] {
            let rig = GestureRig()
            let swipe = rig.add(UISwipeGestureRecognizer(), "swipe", to: rig.outer)
            swipe.direction = direction
            rig.touch(.began, x: 100, y: 150)
            rig.clock.advance(by: Double(milliseconds) / 1000)
            rig.touch(.moved, x: 100 + x, y: 150 + y)
            #expect(rig.drain().contains("swipe ended") == isSwipe, "\(direction)")
        }
    }

    @Test("Behind its beginning a swipe fails; back and forth before it does not")
    func swipeBack() {
        let swipe = rig.add(UISwipeGestureRecognizer(), "swipe")
        drag([(100, 150), (99.8, 150), (160, 150)])
        #expect(gestures().isEmpty)
        rig.touch(.ended, x: 160, y: 150)
        drag([(60, 150), (80, 150), (70, 150), (160, 150)])
        #expect(gestures() == ["swipe ended"])
        rig.touch(.ended, x: 160, y: 150)
        swipe.numberOfTouchesRequired = 2
        rig.touch(.began, x: 60, y: 100)
        rig.touch(.began, x: 60, y: 200, finger: 1)
        rig.clock.advance(by: 0.05)
        rig.touch(.moved, x: 130, y: 100)
        #expect(gestures().isEmpty)
        rig.touch(.moved, x: 130, y: 200, finger: 1)
        #expect(gestures() == ["swipe ended"])
    }

    @Test("A pinch and a rotation of the same fingers exclude each other, or go together")
    func pinchAndRotation() {
        let pinch = rig.add(UIPinchGestureRecognizer(), "pinch")
        let rotation = rig.add(UIRotationGestureRecognizer(), "rotation")
        func spread() {
            rig.touch(.began, x: 90, y: 150)
            rig.touch(.began, x: 110, y: 150, finger: 1)
            rig.clock.advance(by: 0.1)
            rig.touch(.moved, x: 130, y: 150, finger: 1)
            rig.clock.advance(by: 0.1)
            rig.touch(.moved, x: 90, y: 190, finger: 0)
            rig.clock.advance(by: 0.1)
        }
        spread()
        #expect(gestures() == ["pinch began", "pinch changed"] && rotation.state == .possible)
        #expect(abs(pinch.scale - 2.squareRoot()) < 1e-12 && pinch.velocity > 4)
        rig.touch(.ended, x: 90, y: 190)
        rig.touch(.ended, x: 130, y: 150, finger: 1)
        #expect(gestures() == ["pinch ended"])
        let delegate = GestureDelegate()
        delegate.isTogether = { _, _ in true }
        pinch.delegate = delegate
        spread()
        #expect(gestures() == ["pinch began", "pinch changed", "rotation began"])
        #expect(abs(rotation.rotation + (.pi / 4 - 7 * .pi / 180)) < 1e-9)
        rotation.rotation = 1
        rig.touch(.moved, x: 130, y: 190, finger: 1)
        #expect(abs(rotation.rotation - (1 + .pi / 4)) < 1e-9)
    }

    @Test("A pan from the screen's edge begins there and nowhere else")
    func edge() {
        let edge = UIScreenEdgePanGestureRecognizer()
        rig.add(edge, "edge", to: rig.outer)
        edge.edges = .left
        drag([(5, 150), (40, 150)])
        #expect(gestures() == ["edge began"])
        rig.touch(.ended, x: 40, y: 150)
        _ = gestures()
        drag([(25, 150), (60, 150)])
        rig.touch(.ended, x: 60, y: 150)
        drag([(195, 150), (160, 150)])
        rig.touch(.ended, x: 160, y: 150)
        #expect(gestures().isEmpty)
    }

    @Test("A delegate, the views of the touch, and the touch itself may be against it")
    func objections() {
        let delegate = GestureDelegate()
        let tap = rig.add(UITapGestureRecognizer(), "tap", to: rig.outer)
        tap.delegate = delegate
        rig.inner.refuses = { $0 === tap }
        rig.tap()
        #expect(gestures().isEmpty)
        rig.inner.refuses = { _ in false }
        delegate.begins = { _ in false }
        rig.tap()
        #expect(gestures().isEmpty)
        delegate.begins = { _ in true }
        delegate.receives = { [rig] in $0.view !== rig.inner }
        rig.tap()
        #expect(gestures().isEmpty)
        rig.tap(20, 20)
        #expect(gestures() == ["tap ended"])
        tap.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.pencil.rawValue)]
        rig.tap(20, 20)
        #expect(gestures().isEmpty)
    }

    @Test("Who must wait is asked of delegates and of classes, both ways")
    func dynamicRequirements() {
        for way in 0..<2 {
            let rig = GestureRig()
            let press = rig.add(UILongPressGestureRecognizer(), "press")
            press.minimumPressDuration = 0.3
            let pan = rig.add(UIPanGestureRecognizer(), "pan", to: rig.outer)
            let delegate = GestureDelegate()
            if way == 0 {
                delegate.waits = { $0 === pan && $1 === press }
                pan.delegate = delegate
            } else {
                delegate.isAwaited = { $0 === press && $1 === pan }
                press.delegate = delegate
            }
            press.allowableMovement = 30
            rig.touch(.began, x: 100, y: 150)
            rig.touch(.moved, x: 120, y: 150)
            #expect(!rig.drain().contains("pan began"), "way \(way)")
            rig.touch(.moved, x: 140, y: 150)
            #expect(rig.drain().contains("pan began"), "way \(way)")
        }
    }

    @Test("What delays touches keeps them from the view until it fails")
    func delays() {
        let press = rig.add(UILongPressGestureRecognizer(), "press")
        press.delaysTouchesBegan = true
        rig.touch(.began, x: 100, y: 150)
        rig.touch(.moved, x: 105, y: 150)
        #expect(rig.drain().isEmpty)
        rig.touch(.moved, x: 120, y: 150)
        #expect(rig.drain() == ["inner down", "inner moved"])
        rig.touch(.ended, x: 120, y: 150)
        rig.notes.all = []
        rig.touch(.began, x: 100, y: 150)
        rig.pass(0.6)
        rig.touch(.ended, x: 100, y: 150)
        #expect(rig.drain() == ["press began", "press ended"])
        rig.tap()
        #expect(rig.drain() == ["inner down", "inner up"])
    }

    @Test("A recognizer that is taken away, disabled, or whose view goes, is cancelled and told so")
    func leaving() {
        let pan = rig.add(UIPanGestureRecognizer(), "pan")
        drag([(100, 100), (100, 130)])
        pan.isEnabled = false
        #expect(gestures() == ["pan began", "pan cancelled"])
        rig.touch(.moved, x: 100, y: 200)
        pan.isEnabled = true
        rig.touch(.moved, x: 100, y: 220)
        rig.touch(.ended, x: 100, y: 220)
        #expect(gestures().isEmpty)
        drag([(100, 100), (100, 130)])
        rig.inner.removeGestureRecognizer(pan)
        #expect(gestures() == ["pan began", "pan cancelled"] && pan.view == nil)
        rig.touch(.ended, x: 100, y: 130)
        rig.inner.addGestureRecognizer(pan)
        drag([(100, 100), (100, 130)])
        rig.inner.removeFromSuperview()
        #expect(gestures() == ["pan began", "pan cancelled"] && pan.state == .possible)
    }

    @Test("A recognizer is in one view at a time, and views keep theirs")
    func ownership() {
        weak var gone: UITapGestureRecognizer?
        do {
            let view = UIView()
            let tap = UITapGestureRecognizer()
            gone = tap
            view.addGestureRecognizer(tap)
            view.addGestureRecognizer(tap)
            #expect(view.gestureRecognizers?.count == 1)
            let other = UIView()
            other.addGestureRecognizer(tap)
            #expect(view.gestureRecognizers == nil && tap.view === other)
            other.gestureRecognizers = [UIPanGestureRecognizer()]
            #expect(tap.view == nil && other.gestureRecognizers?.count == 1)
        }
        #expect(gone == nil)
    }

    @Test(
        "A pan that moves on while it waits for another to fail begins once, with all of its way; so does one lifted by then"
    )
    func panWhileWaiting() {
        let long = rig.add(UILongPressGestureRecognizer(), "long")
        long.allowableMovement = 100
        let pan = rig.add(UIPanGestureRecognizer(), "pan")
        pan.require(toFail: long)
        var ways: [CGFloat] = []
        pan.addAction(UIAction { _ in ways.append(pan.translation(in: nil).x) })
        drag([(60, 150), (75, 150), (90, 150), (105, 150)])
        #expect(gestures() == [])
        rig.touch(.moved, x: 161, y: 150)
        // The gesture began at its start and then saw the same movement.
        #expect(gestures() == ["pan began", "pan changed"])
        #expect(ways == [35, 91])
        rig.touch(.moved, x: 165, y: 150)
        rig.touch(.ended, x: 167, y: 150)
        #expect(gestures() == ["pan changed", "pan ended"])
        #expect(ways == [35, 91, 95, 97])

        ways = []
        drag([(60, 150), (75, 150), (90, 150)])
        rig.touch(.ended, x: 92, y: 150)
        #expect(gestures() == ["pan began", "pan ended"])
        #expect(ways == [20, 22])
    }

    @Test("A scroll view's pan waits for others as it is told to, and goes together with those that are let")
    func scrollView() {
        let rig = ScrollRig()
        let notes = GestureRig.Notes()
        let swipe = UISwipeGestureRecognizer()
        swipe.direction = .up
        swipe.addAction(UIAction { _ in notes.all.append("swipe") })
        rig.content.addGestureRecognizer(swipe)
        rig.scrollView.panGestureRecognizer.require(toFail: swipe)
        rig.touch(.began, x: 100, y: 250)
        rig.clock.advance(by: 0.05)
        rig.touch(.moved, x: 100, y: 220)
        #expect(!rig.scrollView.isDragging)
        rig.touch(.moved, x: 100, y: 190)
        #expect(notes.all == ["swipe"] && !rig.scrollView.isDragging)
        rig.touch(.ended, x: 100, y: 190)
        rig.touch(.began, x: 100, y: 250)
        rig.clock.advance(by: 0.6)
        _ = rig.screen.frame()
        rig.touch(.moved, x: 100, y: 230)
        #expect(rig.scrollView.isDragging && notes.all == ["swipe"])
        rig.touch(.ended, x: 100, y: 230)

        let tap = UITapGestureRecognizer()
        tap.addAction(UIAction { _ in notes.all.append("tap") })
        rig.content.addGestureRecognizer(tap)
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 150), frames: 5)
        #expect(notes.all == ["swipe"])
        rig.run()
        rig.touch(.began, x: 100, y: 100)
        rig.touch(.ended, x: 100, y: 100)
        #expect(notes.all == ["swipe", "tap"])
    }

    @Test("A scroll view's pinch tells of the fingers that zoom, and lets none when it is disabled")
    func pinchOfScrollView() throws {
        let rig = ScrollRig()
        rig.zooms = true
        #expect(rig.scrollView.pinchGestureRecognizer == nil)
        rig.scrollView.maximumZoomScale = 4
        let pinch = try #require(rig.scrollView.pinchGestureRecognizer)
        #expect(rig.scrollView.gestureRecognizers?.count == 2)
        let notes = GestureRig.Notes()
        pinch.addAction(UIAction { _ in notes.all.append("\(pinch.state) \(pinch.scale)") })
        func spread() {
            rig.touch(.began, x: 80, y: 150)
            rig.touch(.began, x: 120, y: 150, finger: 1)
            rig.touch(.moved, x: 160, y: 150, finger: 1)
            rig.touch(.ended, x: 160, y: 150, finger: 1)
            rig.touch(.ended, x: 80, y: 150)
        }
        spread()
        #expect(notes.all == ["began 1.0", "changed 2.0", "ended 2.0"] && rig.scrollView.zoomScale == 2)
        #expect(pinch.state == .possible)
        pinch.isEnabled = false
        spread()
        #expect(rig.scrollView.zoomScale == 2 && notes.all.count == 3)
    }

    @Test("A pan of the content takes the drag from a scroll view, or shares it")
    func panInScrollView() {
        let rig = ScrollRig()
        let pan = UIPanGestureRecognizer()
        rig.content.addGestureRecognizer(pan)
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 150), frames: 5)
        #expect(rig.scrollView.contentOffset == .zero)
        let delegate = GestureDelegate()
        delegate.isTogether = { _, _ in true }
        pan.delegate = delegate
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 150), frames: 5, lifts: false)
        #expect(rig.scrollView.contentOffset.y == 40 && pan.state == .changed)
    }
}

private final class Meek: UITapGestureRecognizer {
    var isMeek = true
    override func canPrevent(_ other: UIGestureRecognizer) -> Bool { !isMeek }
}
