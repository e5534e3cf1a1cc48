import Foundation
import Testing
import TileGeometry
import TileLayers

@testable import TileViews

@Suite("Wheels and trackpads")
struct ScrollEventTests {
    private let rig = ScrollRig()
    private var scrollView: UIScrollView { rig.scrollView }
    private let place = CGPoint(x: 100, y: 150)

    private func wheel(_ dx: Double, _ dy: Double, at point: CGPoint? = nil) {
        rig.screen.sendEvent(
            ScrollEvent(wheel: CGVector(dx: dx, dy: dy), at: point ?? place, timestamp: rig.clock.now))
    }

    private func trackpad(_ phase: ScrollEvent.Phase, dx: Double = 0, dy: Double = 0, at point: CGPoint? = nil) {
        rig.screen.sendEvent(
            ScrollEvent(trackpad: phase, by: CGVector(dx: dx, dy: dy), at: point ?? place, timestamp: rig.clock.now))
    }

    // MARK: Wheels

    @Test("a notch moves the content on its way, in time; further notches add to it, and none goes past an edge")
    func notches() {
        wheel(0, -40)
        #expect(scrollView.contentOffset == .zero && scrollView.isScrollAnimating)
        rig.run(frames: 3)
        let part = scrollView.contentOffset.y
        #expect(part > 0 && part < 40)
        wheel(0, -40)
        rig.run()
        #expect(scrollView.contentOffset.y == 80)
        #expect(rig.told == ["didScroll", "didEndScrollingAnimation"], "as one way: \(rig.told)")
        let steps = zip(rig.offsets.dropFirst(), rig.offsets).map { $0.y - $1.y }
        #expect(steps.allSatisfy { $0 >= 0 }, "it never turns back")
        wheel(0, 500)
        rig.run()
        #expect(scrollView.contentOffset.y == 0)
        rig.told = []
        wheel(0, 40)
        rig.run()
        #expect(scrollView.contentOffset.y == 0 && rig.told.isEmpty)
        wheel(-30, 0)
        rig.run()
        #expect(scrollView.contentOffset == CGPoint(x: 30, y: 0))
    }

    @Test("a notch turns a page")
    func pages() {
        scrollView.isPagingEnabled = true
        wheel(0, -5)
        wheel(0, -5)
        rig.run()
        #expect(scrollView.contentOffset.y == 600)
        wheel(0, 5)
        rig.run()
        #expect(scrollView.contentOffset.y == 300)
    }

    @Test("a view whose content is at its end hands the wheel on to the one that it is in")
    func nested() {
        let inner = UIScrollView(frame: CGRect(x: 50, y: 100, width: 100, height: 100))
        inner.contentSize = CGSize(width: 100, height: 140)
        rig.content.addSubview(inner)
        wheel(0, -100)
        rig.run(frames: 120)
        #expect(inner.contentOffset.y == 40 && scrollView.contentOffset.y == 0)
        wheel(0, -30)
        rig.run()
        #expect(inner.contentOffset.y == 40 && scrollView.contentOffset.y == 30)
    }

    @Test("fingers take the content from the wheel; while they hold it the wheel moves nothing")
    func fingers() {
        wheel(0, -200)
        rig.run(frames: 3)
        let here = scrollView.contentOffset.y
        rig.touch(.began, x: 100, y: 100)
        rig.touch(.moved, x: 100, y: 80)
        #expect(abs(scrollView.contentOffset.y - here - 10) < 0.01)
        wheel(0, -200)
        #expect(!scrollView.isScrollAnimating)
        rig.touch(.ended, x: 100, y: 80)
    }

    @Test("what refuses: views, delegates, a mask without wheels, a view that does not scroll")
    func refusals() {
        scrollView.panGestureRecognizer.allowedScrollTypesMask = .continuous
        wheel(0, -40)
        rig.run()
        #expect(scrollView.contentOffset.y == 0)
        scrollView.panGestureRecognizer.allowedScrollTypesMask = .all
        scrollView.isScrollEnabled = false
        wheel(0, -40)
        trackpad(.began)
        trackpad(.changed, dx: 0, dy: -40)
        rig.run(frames: 1)
        #expect(scrollView.contentOffset.y == 0 && !scrollView.isTracking)
    }

    // MARK: Trackpads

    @Test("fingers on a trackpad move the content with them, from the first point on, and it goes on after them")
    func trackpads() {
        trackpad(.began)
        #expect(scrollView.isTracking && !scrollView.isDragging)
        for step in 1...10 {
            rig.clock.advance(by: 1.0 / 60)
            trackpad(.changed, dx: 0, dy: -6)
            #expect(scrollView.contentOffset.y == 6 * CGFloat(step))
        }
        #expect(scrollView.isDragging && scrollView.panGestureRecognizer.numberOfTouches == 0)
        #expect(scrollView.panGestureRecognizer.translation(in: scrollView).y == -60)
        #expect(scrollView.panGestureRecognizer.location(in: nil) == place)
        trackpad(.ended)
        #expect(scrollView.isDecelerating)
        rig.run()
        #expect(scrollView.contentOffset.y > 150)
        #expect(
            rig.told == [
                "willBeginDragging", "didScroll", "willEndDragging", "didEndDragging(true)", "willBeginDecelerating",
                "didScroll", "didEndDecelerating",
            ])
        #expect(scrollView.panGestureRecognizer.state == .possible)
    }

    @Test("past an edge it is held back, and comes back; cancelled it stays where it is")
    func edges() {
        trackpad(.began)
        trackpad(.changed, dx: 0, dy: 100)
        #expect(abs(scrollView.contentOffset.y + RubberBand(length: 300).stretch(100)) < 1e-9)
        trackpad(.ended)
        rig.run()
        #expect(scrollView.contentOffset.y == 0)
        trackpad(.began)
        trackpad(.changed, dx: 0, dy: -50)
        trackpad(.cancelled)
        rig.run(frames: 10)
        #expect(scrollView.contentOffset.y == 50)
    }

    @Test("it stays with the view where it began, stops content that moves, and is missed no longer than it lasts")
    func sticks() {
        let other = UIView(frame: CGRect(x: 0, y: 250, width: 200, height: 50))
        rig.window.addSubview(other)
        trackpad(.began)
        trackpad(.changed, dx: 0, dy: -10)
        trackpad(.changed, dx: 0, dy: -10, at: CGPoint(x: 100, y: 290))
        #expect(scrollView.contentOffset.y == 20)
        trackpad(.began, dx: 0, dy: 0, at: CGPoint(x: 100, y: 290))
        #expect(!scrollView.isDragging, "its end was missed")
        trackpad(.changed, dx: 0, dy: -10, at: CGPoint(x: 100, y: 290))
        trackpad(.ended, at: CGPoint(x: 100, y: 290))
        #expect(scrollView.contentOffset.y == 20)
        trackpad(.changed, dx: 0, dy: -10)
        #expect(scrollView.contentOffset.y == 20, "none has begun")
        trackpad(.began)
        trackpad(.changed, dx: 0, dy: -10)
        rig.window.isHidden = true
        #expect(!scrollView.isDragging && rig.window.scrollUnderWay == nil)
    }

    @Test("numbers from anywhere are passed by", arguments: [Double.nan, .infinity, 1e300])
    func numbers(number: Double) {
        trackpad(.began)
        trackpad(.changed, dx: 0, dy: -10)
        trackpad(.changed, dx: number, dy: 0)
        trackpad(.changed, dx: 0, dy: -10, at: CGPoint(x: number, y: 0))
        wheel(0, number)
        rig.screen.sendEvent(
            ScrollEvent(wheel: CGVector(dx: 0, dy: -10), at: CGPoint(x: number, y: 1), timestamp: 1))
        rig.screen.sendEvent(ScrollEvent(trackpad: .changed, at: place, timestamp: .nan))
        #expect(scrollView.contentOffset == CGPoint(x: 0, y: 10))
    }

    @Test("pulled by a trackpad it refreshes")
    func refresh() {
        let control = UIRefreshControl()
        scrollView.refreshControl = control
        trackpad(.began)
        trackpad(.changed, dx: 0, dy: RubberBand(length: 300).pull(95))
        #expect(control.isRefreshing)
        trackpad(.ended)
        rig.run()
        #expect(scrollView.contentOffset.y == -60)
    }

    // MARK: Pans

    @Test("a pan that asks for it has scrolls without touches, and keeps them from a scroll view outside")
    func pans() {
        let gestures = GestureRig()
        func send(_ event: ScrollEvent) { gestures.screen.sendEvent(event) }
        let place = CGPoint(x: 100, y: 100)
        let pan = gestures.add(UIPanGestureRecognizer(), "pan")
        let outer = gestures.add(UIPanGestureRecognizer(), "outer", to: gestures.outer)
        outer.allowedScrollTypesMask = .all
        send(ScrollEvent(wheel: CGVector(dx: 0, dy: 9), at: place, timestamp: gestures.clock.now))
        #expect(gestures.drain() == ["outer began", "outer ended"], "none of its own at first")
        pan.allowedScrollTypesMask = .continuous
        var translations: [CGPoint] = []
        pan.addAction(UIAction { _ in translations.append(pan.translation(in: nil)) })
        let time = gestures.clock.now
        send(ScrollEvent(trackpad: .began, at: place, timestamp: time))
        #expect(gestures.drain().isEmpty)
        send(ScrollEvent(trackpad: .changed, by: CGVector(dx: 1, dy: 0), at: place, timestamp: time + 0.02))
        send(ScrollEvent(trackpad: .changed, by: CGVector(dx: 3, dy: 2), at: place, timestamp: time + 0.04))
        #expect(pan.location(in: gestures.inner) == CGPoint(x: 50, y: 50) && pan.numberOfTouches == 0)
        #expect(pan.velocity(in: nil).x > 0)
        send(ScrollEvent(trackpad: .ended, at: place, timestamp: time + 0.05))
        #expect(gestures.drain() == ["pan began", "pan changed", "pan ended"])
        #expect(translations == [CGPoint(x: 1, y: 0), CGPoint(x: 4, y: 2), CGPoint(x: 4, y: 2)])
        #expect(pan.state == .possible)
        send(ScrollEvent(trackpad: .began, at: place, timestamp: time + 1))
        send(ScrollEvent(trackpad: .changed, by: CGVector(dx: 1, dy: 0), at: place, timestamp: time + 1.1))
        send(ScrollEvent(trackpad: .cancelled, at: place, timestamp: time + 1.2))
        #expect(gestures.drain() == ["pan began", "pan cancelled"])
    }

    @Test("a delegate is asked about the event, and whether it begins")
    func delegates() {
        final class Picky: UIGestureRecognizerDelegate {
            var types: [UIEvent.EventType] = []
            func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive event: UIEvent) -> Bool {
                types.append(event.type)
                return false
            }
        }
        let gestures = GestureRig()
        let (picky, pan) = (Picky(), gestures.add(UIPanGestureRecognizer(), "pan"))
        (pan.delegate, pan.allowedScrollTypesMask) = (picky, .all)
        let event = ScrollEvent(
            wheel: CGVector(dx: 0, dy: 9), at: CGPoint(x: 100, y: 100), timestamp: gestures.clock.now)
        gestures.screen.sendEvent(event)
        #expect(picky.types == [.scroll] && gestures.drain().isEmpty)
        pan.delegate = nil
        gestures.inner.refuses = { $0 === pan }
        gestures.screen.sendEvent(event)
        #expect(gestures.drain().isEmpty && pan.state == .possible)
        gestures.screen.post(event)
        gestures.inner.refuses = { _ in false }
        gestures.pass(0.1)
        #expect(gestures.drain() == ["pan began", "pan ended"])
    }
}
