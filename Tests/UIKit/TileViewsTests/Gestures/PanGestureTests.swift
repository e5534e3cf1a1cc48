import Foundation
import Testing
import TileGeometry
import TileGraphics

@testable import TileViews

@Suite("The pan of a scroll view")
struct PanGestureTests {
    let rig = ScrollRig()
    var scrollView: UIScrollView { rig.scrollView }
    var pan: UIPanGestureRecognizer { scrollView.panGestureRecognizer }

    @Test("Tells its targets that it begins, changes and ends, and is possible again afterwards")
    func actions() {
        let listener = PanListener()
        pan.addTarget(listener, action: "panned:")
        pan.addTarget(listener, action: "panned:")
        rig.touch(.began, x: 100, y: 200)
        rig.touch(.moved, x: 100, y: 191)
        #expect(listener.states.isEmpty && pan.state == .possible)
        rig.touch(.moved, x: 100, y: 180)
        rig.touch(.moved, x: 100, y: 170)
        #expect(listener.states == [.began, .changed] && pan.state == .changed && pan.numberOfTouches == 1)
        #expect(pan.location(in: nil) == CGPoint(x: 100, y: 170))
        rig.touch(.ended, x: 100, y: 170)
        #expect(listener.states == [.began, .changed, .ended])
        #expect(pan.state == .possible && pan.numberOfTouches == 0)
        pan.removeTarget(listener, action: nil)
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 5)
        #expect(listener.states.count == 3)
    }

    @Test("The way starts after 10 points, goes on from where it is set, and is turned into a view's coordinates")
    func translation() {
        rig.touch(.began, x: 100, y: 250)
        rig.touch(.moved, x: 100, y: 230)
        #expect(pan.translation(in: nil) == CGPoint(x: 0, y: -10))
        rig.touch(.moved, x: 104, y: 70)
        #expect(pan.translation(in: scrollView) == CGPoint(x: 4, y: -170))
        let turned = UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
        rig.window.addSubview(turned)
        turned.transform = CGAffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0)
        let there = pan.translation(in: turned)
        #expect(abs(there.x + 85) < 1e-9 && abs(there.y + 2) < 1e-9)
        pan.setTranslation(.zero, in: nil)
        rig.touch(.moved, x: 104, y: 60)
        #expect(pan.translation(in: nil) == CGPoint(x: 0, y: -10))
    }

    @Test("The velocity is that of the finger, there when the delegate hears of the end")
    func velocity() {
        let reader = EndReader()
        scrollView.delegate = reader
        var time = rig.clock.now
        rig.finger.send(TouchSample(.began, at: CGPoint(x: 100, y: 200), timestamp: time))
        for step in 1...3 {
            time += 0.016
            rig.finger.send(
                TouchSample(.moved, at: CGPoint(x: 100, y: 200 - 15 * Double(step)), timestamp: time))
        }
        rig.finger.send(TouchSample(.ended, at: CGPoint(x: 100, y: 155), timestamp: time))
        #expect(abs(reader.velocity + 937.5) < 1e-6)
        #expect(reader.translation == -35 && reader.state == .ended)
    }

    @Test("A view that has the touch can keep it from beginning, until the finger is lifted")
    func refused() {
        let keeper = Keeper(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
        rig.content.addSubview(keeper)
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 20)
        #expect(scrollView.contentOffset == .zero && keeper.asked == 1)
        #expect(keeper.direction.y < 0 && keeper.direction.x == 0)
        #expect(pan.numberOfTouches == 0 && pan.state == .possible)
        keeper.keeps = false
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 20)
        #expect(scrollView.contentOffset.y > 50 && keeper.asked == 2)
    }

    @Test("Disabled, it moves nothing, and ends what is under way")
    func disabled() {
        let listener = PanListener()
        pan.addTarget(listener, action: "panned:")
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 150), frames: 5, lifts: false)
        pan.isEnabled = false
        #expect(listener.states.last == .cancelled && !scrollView.isDragging)
        #expect(rig.told.last == "didEndDragging(false)")
        let offset = scrollView.contentOffset
        rig.touch(.moved, x: 100, y: 20)
        rig.touch(.ended, x: 100, y: 20)
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 20)
        #expect(scrollView.contentOffset == offset)
        pan.isEnabled = true
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 20)
        #expect(scrollView.contentOffset.y > offset.y)
    }

    @Test("With a minimum of two fingers, one moves nothing")
    func twoFingers() {
        pan.minimumNumberOfTouches = 2
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 10)
        #expect(scrollView.contentOffset == .zero)
        rig.touch(.began, x: 60, y: 200)
        rig.touch(.began, x: 140, y: 200, finger: 1)
        for y in [190.0, 180, 170] {
            rig.touch(.moved, x: 60, y: y)
            rig.touch(.moved, x: 140, y: y, finger: 1)
        }
        #expect(scrollView.isDragging && pan.numberOfTouches == 2 && scrollView.contentOffset.y > 0)
        #expect(pan.location(ofTouch: 1, in: nil) == CGPoint(x: 140, y: 170))
    }

    @Test("A cancelled touch cancels it; neither it nor a refused one keeps the view alive")
    func cancelled() {
        let listener = PanListener()
        weak var gone: UIScrollView?
        do {
            let rig = ScrollRig()
            gone = rig.scrollView
            rig.scrollView.panGestureRecognizer.addTarget(listener, action: "panned:")
            rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 150), frames: 5, lifts: false)
            rig.finger.cancel(timestamp: rig.clock.now)
            #expect(listener.states.last == .cancelled && rig.scrollView.panGestureRecognizer.state == .possible)
            rig.content.addSubview(Keeper(frame: CGRect(x: 0, y: 0, width: 200, height: 300)))
            rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 5, lifts: false)
        }
        #expect(gone == nil)
    }

    @Test("A subclass with an initializer of its own need not have init(coder:), as in UIKit")
    func subclassWithoutCoder() {
        final class DirectedPan: UIPanGestureRecognizer {
            let isVertical: Bool
            init(isVertical: Bool, target: Any?, action: Selector?) {
                self.isVertical = isVertical
                super.init(target: target, action: action)
            }
        }
        final class PlainPan: UIPanGestureRecognizer {
            override init(target: Any?, action: Selector?) {
                super.init(target: target, action: action)
                maximumNumberOfTouches = 1
            }
        }
        #expect(DirectedPan(isVertical: true, target: nil, action: nil).isVertical)
        #expect(PlainPan().maximumNumberOfTouches == 1)
    }
}

private final class PanListener: ActionTarget {
    static let actions: ActionTable = [.action("panned:", PanListener.panned)]
    var states: [UIGestureRecognizer.State] = []

    func panned(_ pan: UIPanGestureRecognizer) { states.append(pan.state) }
}

private final class EndReader: UIScrollViewDelegate {
    var velocity = 0.0
    var translation = 0.0
    var state = UIGestureRecognizer.State.possible

    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        let pan = scrollView.panGestureRecognizer
        self.velocity = pan.velocity(in: nil).y
        translation = pan.translation(in: nil).y
        state = pan.state
    }
}

/// A view that prevents a pan from beginning.
private final class Keeper: UIView {
    var keeps = true
    var asked = 0
    var direction = CGPoint.zero

    override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        asked += 1
        direction = (gestureRecognizer as? UIPanGestureRecognizer)?.translation(in: self) ?? .zero
        return !(keeps && gestureRecognizer is UIPanGestureRecognizer)
    }
}
