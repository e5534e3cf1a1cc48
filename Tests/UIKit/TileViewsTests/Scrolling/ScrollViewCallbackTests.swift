import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileLayers

@testable import TileViews

/// A delegate that runs the test's code in its methods and records the calls.
private final class Meddler: UIScrollViewDelegate {
    var told: [String] = []
    var act: [String: (UIScrollView) -> Void] = [:]
    var zoomed: UIView?

    private func record(_ name: String, from view: UIScrollView) {
        told.append(name)
        act[name]?(view)
    }

    func count(_ name: String) -> Int { told.filter { $0 == name }.count }

    func scrollViewDidScroll(_ scrollView: UIScrollView) { record("didScroll", from: scrollView) }
    func scrollViewDidZoom(_ scrollView: UIScrollView) { record("didZoom", from: scrollView) }
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { record("willBeginDragging", from: scrollView) }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        record("didEndDragging", from: scrollView)
    }
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
        record("willBeginDecelerating", from: scrollView)
    }
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { record("didEndDecelerating", from: scrollView) }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
        record("didEndScrollingAnimation", from: scrollView)
    }
    func viewForZooming(in scrollView: UIScrollView) -> UIView? { zoomed }
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
        record("willBeginZooming", from: scrollView)
    }
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
        record("didEndZooming", from: scrollView)
    }
    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
        record("didChangeAdjustedContentInset", from: scrollView)
    }
}

@Suite("A scroll view whose delegate meddles")
struct ScrollViewCallbackTests {
    private let rig = ScrollRig()
    private let meddler = Meddler()
    private var scrollView: UIScrollView { rig.scrollView }

    init() { rig.scrollView.delegate = meddler }

    private func flick(_ way: Double = -200, at x: Double = 100) {
        let start = way < 0 ? 290.0 : 10.0
        rig.drag(from: CGPoint(x: x, y: start), to: CGPoint(x: x, y: start + way), frames: 10)
    }

    @Test("Content that is put back by a stretch under a finger, as endless content is, goes on at its speed")
    func endlessDrag() {
        scrollView.contentOffset = CGPoint(x: 0, y: 1000)
        meddler.act["didScroll"] = { if $0.contentOffset.y > 1080 { $0.contentOffset.y -= 1000 } }
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 90), frames: 20, lifts: false)
        #expect(scrollView.contentOffset.y == 190)
        rig.touch(.ended, x: 100, y: 90)
        // A speed of 10 points per frame.
        let speed = scrollView.scrollMotion(at: rig.clock.now).velocity.dy
        #expect(abs(speed - 600) < 1, "\(speed)")
        rig.run()
        #expect(abs(scrollView.contentOffset.y - (190 + 590 * 0.499)) < 1)
    }

    @Test("Content that moves by itself and is put back by a stretch goes on, as in Apple's sample of endless content")
    func endlessMotion() {
        scrollView.contentOffset = CGPoint(x: 0, y: 1000)
        meddler.act["didScroll"] = { if $0.contentOffset.y > 1300 { $0.contentOffset.y -= 1000 } }
        flick()
        let speed = scrollView.scrollMotion(at: rig.clock.now).velocity.dy
        rig.run()
        #expect(speed > 1000)
        #expect(abs(scrollView.contentOffset.y - (190 + (speed - 10) * 0.499)) < 1)
        #expect(meddler.count("didEndDecelerating") == 1)
    }

    @Test("An offset that the delegate holds at an edge stays there, and the finger moves it at once when it turns")
    func held() {
        meddler.act["didScroll"] = { if $0.contentOffset.y < 0 { $0.contentOffset.y = 0 } }
        rig.drag(from: CGPoint(x: 100, y: 10), to: CGPoint(x: 100, y: 210), frames: 20, lifts: false)
        #expect(scrollView.contentOffset.y == 0)
        rig.clock.advance(by: 1.0 / 60)
        rig.touch(.moved, x: 100, y: 200)
        #expect(abs(scrollView.contentOffset.y - 10) < 0.01)
        rig.clock.advance(by: 1.0 / 60)
        rig.touch(.moved, x: 100, y: 240)
        rig.touch(.ended, x: 100, y: 240)
        rig.run()
        #expect(scrollView.contentOffset.y == 0 && !scrollView.isDecelerating)
    }

    @Test("What the delegate sets going when a drag ends goes on, and the drag's own motion does not")
    func animatedAtEnd() {
        meddler.act["didEndDragging"] = { $0.setContentOffset(CGPoint(x: 0, y: 777), animated: true) }
        flick()
        #expect(scrollView.isScrollAnimating && !scrollView.isDecelerating)
        rig.run()
        #expect(scrollView.contentOffset.y == 777)
        #expect(meddler.count("didEndScrollingAnimation") == 1)
        #expect(meddler.count("willBeginDecelerating") == 0)
    }

    @Test("Where the delegate puts the content when a drag ends, it stays")
    func setAtEnd() {
        meddler.act["didEndDragging"] = { $0.setContentOffset(CGPoint(x: 0, y: 777), animated: false) }
        flick()
        rig.run(frames: 30)
        #expect(scrollView.contentOffset.y == 777)
    }

    @Test("A view taken out of its window by its delegate is told of each end once, and can be used again")
    func removal() {
        for name in ["willBeginDragging", "didScroll", "didEndDragging", "didEndDecelerating"] {
            let rig = ScrollRig()
            let meddler = Meddler()
            rig.scrollView.delegate = meddler
            meddler.act[name] = { $0.removeFromSuperview() }
            rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 90), frames: 10)
            rig.run()
            #expect(rig.scrollView.superview == nil, "\(name)")
            #expect(!rig.scrollView.isTracking && !rig.scrollView.isDecelerating, "\(name)")
            #expect(meddler.count("didEndDragging") == meddler.count("willBeginDragging"), "\(name)")
            #expect(meddler.count("didEndDecelerating") == meddler.count("willBeginDecelerating"), "\(name)")
            #expect(rig.screen.layerHost.participants(at: .links).isEmpty)
            meddler.act = [:]
            rig.window.addSubview(rig.scrollView)
            let before = rig.scrollView.contentOffset.y
            rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 190), frames: 10, lifts: false)
            #expect(rig.scrollView.contentOffset.y == before + 90, "\(name)")
        }
    }

    @Test("A finger that stops content whose delegate then takes the view away holds nothing")
    func caughtAndRemoved() {
        flick()
        rig.run(frames: 5)
        meddler.act["didEndDecelerating"] = { $0.removeFromSuperview() }
        rig.touch(.began, x: 100, y: 100)
        #expect(scrollView.superview == nil && !scrollView.isTracking)
        rig.touch(.ended, x: 100, y: 100)
        meddler.act = [:]
        rig.window.addSubview(scrollView)
        let before = scrollView.contentOffset.y
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 190), frames: 10, lifts: false)
        #expect(scrollView.contentOffset.y == before + 90)
    }

    @Test("A delegate that stops the content in its last step is told of the end once")
    func stoppedAtTheEnd() {
        scrollView.setContentOffset(CGPoint(x: 0, y: 100), animated: true)
        meddler.act["didScroll"] = { if $0.contentOffset.y == 100 { $0.stopScrollingAndZooming() } }
        rig.run()
        #expect(meddler.count("didEndScrollingAnimation") == 1)
        #expect(scrollView.contentOffset.y == 100)
    }

    @Test("A page that is being turned is reached when content is added under way")
    func growingPages() {
        scrollView.isPagingEnabled = true
        flick(-180)
        #expect(scrollView.isDecelerating)
        rig.run(frames: 2)
        scrollView.contentSize.height += 900
        rig.run()
        #expect(scrollView.contentOffset.y == 300)
    }

    @Test("Where the delegate wants content to come to rest, it does when the content grows under way")
    func growingTarget() {
        rig.scrollView.delegate = rig
        rig.newTarget = CGPoint(x: 0, y: 640)
        flick()
        rig.run(frames: 2)
        scrollView.contentSize.height += 900
        rig.run()
        #expect(scrollView.contentOffset.y == 640)
    }

    @Test("Content whose extent changed under way comes to rest on a pixel, too")
    func pixels() {
        flick()
        rig.run(frames: 3)
        scrollView.contentSize.height += 10
        rig.run()
        #expect((scrollView.contentOffset.y * 2).truncatingRemainder(dividingBy: 1) == 0)
    }

    @Test("Touches of times that can't be move content by finite amounts, and what they leave going ends")
    func times() {
        for (from, to) in [
            (100, 1e15), (1e15, 100), (100, 100.0.nextUp), (-1e300, 1e300), (0, Double.leastNonzeroMagnitude),
        ] {
            let rig = ScrollRig()
            rig.scrollView.contentOffset.y = 2000
            rig.finger.send(TouchSample(.began, at: CGPoint(x: 100, y: 290), timestamp: from))
            rig.finger.send(TouchSample(.moved, at: CGPoint(x: 100, y: 190), timestamp: from))
            rig.finger.send(TouchSample(.moved, at: CGPoint(x: 100, y: 90), timestamp: to))
            rig.finger.send(TouchSample(.ended, at: CGPoint(x: 100, y: 90), timestamp: to))
            for _ in 0..<600 where rig.scrollView.isDecelerating {
                rig.clock.advance(by: 1.0 / 60)
                _ = rig.screen.frame()
            }
            #expect(!rig.scrollView.isDecelerating, "\(from) to \(to)")
            #expect((2000...4700).contains(rig.scrollView.contentOffset.y), "\(rig.scrollView.contentOffset)")
        }
    }

    @Test("Touches at places that can't be move content no further than the rubber band goes")
    func places() {
        for place in [1e300, -1e300, 1e17] {
            let rig = ScrollRig()
            rig.touch(.began, x: 100, y: 100)
            rig.touch(.moved, x: 100, y: place)
            rig.touch(.moved, x: place, y: place)
            _ = rig.screen.frame()
            rig.touch(.ended, x: place, y: place)
            rig.run()
            #expect(rig.scrollView.contentOffset.y.isFinite)
            #expect((0...4700).contains(rig.scrollView.contentOffset.y))
        }
    }

    @Test("A touch that is kept from its view asks for frames until the view hears of it")
    func heldTouch() {
        rig.run(frames: 2)
        #expect(!rig.screen.isFramePending)
        rig.touch(.began, x: 100, y: 100)
        var frames = 0
        while rig.screen.isFramePending, frames < 100 {
            rig.run(frames: 1)
            frames += 1
        }
        #expect(rig.content.log.contains("touchesBegan"), "after \(frames) frames")
        #expect((9...11).contains(frames))
    }

    @Test("Content that outgrows the view has the safe area's insets from then on, and its top shows")
    func outgrown() {
        scrollView.contentSize = CGSize(width: 100, height: 100)
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 44, left: 0, bottom: 34, right: 0)
        _ = rig.screen.frame()
        #expect(scrollView.adjustedContentInset == .zero)
        meddler.told = []
        scrollView.contentSize.height = 5000
        #expect(scrollView.adjustedContentInset.top == 44)
        #expect(meddler.count("didChangeAdjustedContentInset") == 1)
        #expect(scrollView.contentOffset.y == -44, "content at its top stays there, below the bar")
    }

    @Test("Indicators that fade are not shown fully again by a layout")
    func fadingIndicators() throws {
        scrollView.flashScrollIndicators()
        var opacities: [Float] = []
        for _ in 0..<60 {
            rig.run(frames: 1)
            scrollView.setNeedsLayout()
            _ = rig.screen.frame()
            if let bar = scrollView.scroll.indicators.vertical { opacities.append(bar.opacity) }
        }
        #expect(opacities.count > 30 && Set(opacities).count > 10)
        #expect(opacities == opacities.sorted(by: >), "\(opacities)")
    }

    // MARK: Zooming

    private func pinch(_ phase: UITouch.Phase, apart: Double, number: Int = 0) {
        rig.finger.send([
            TouchSample(
                finger: number, phase, at: CGPoint(x: 100 - apart / 2, y: 150), timestamp: rig.clock.now),
            TouchSample(
                finger: number + 1, phase, at: CGPoint(x: 100 + apart / 2, y: 150), timestamp: rig.clock.now),
        ])
        rig.clock.advance(by: 1.0 / 60)
        _ = rig.screen.frame()
    }

    private func pinchBeyond() {
        meddler.zoomed = rig.content
        (scrollView.minimumZoomScale, scrollView.maximumZoomScale) = (0.5, 2)
        pinch(.began, apart: 20)
        pinch(.moved, apart: 60)
        pinch(.moved, apart: 180)
        #expect(scrollView.zoomScale > 2)
    }

    @Test("A zoom beyond a limit is within it again when the view leaves its window")
    func zoomLeaving() {
        pinchBeyond()
        scrollView.removeFromSuperview()
        #expect(scrollView.zoomScale == 2 && !scrollView.isZooming && !scrollView.isZoomBouncing)
        #expect(meddler.count("willBeginZooming") == meddler.count("didEndZooming"))
    }

    @Test("A zoom that bounces back and is caught by a finger bounces back when it is lifted")
    func zoomCaught() {
        pinchBeyond()
        pinch(.ended, apart: 180)
        rig.run(frames: 3)
        #expect(scrollView.isZoomBouncing && scrollView.zoomScale > 2)
        rig.touch(.began, x: 100, y: 100)
        rig.run(frames: 3)
        rig.touch(.ended, x: 100, y: 100)
        rig.run()
        #expect(scrollView.zoomScale == 2)
        #expect(meddler.count("willBeginZooming") == meddler.count("didEndZooming"))
    }

    @Test("A zoom that bounces back and is pinched again goes on from where it is")
    func zoomPinchedAgain() {
        pinchBeyond()
        pinch(.ended, apart: 180)
        rig.run(frames: 3)
        let before = scrollView.zoomScale
        pinch(.began, apart: 100)
        pinch(.moved, apart: 100.001)
        #expect(abs(scrollView.zoomScale - before) < 0.01, "\(before) to \(scrollView.zoomScale)")
        pinch(.ended, apart: 100.001)
        rig.run()
        #expect(scrollView.zoomScale == 2)
    }

    @Test("A zoom that bounces back is within its limit when the program moves the content")
    func zoomMoved() {
        pinchBeyond()
        pinch(.ended, apart: 180)
        rig.run(frames: 3)
        scrollView.setContentOffset(CGPoint(x: 10, y: 20), animated: false)
        #expect(scrollView.zoomScale == 2 && scrollView.contentOffset == CGPoint(x: 10, y: 20))
    }

    @Test("A drag that became a zoom beyond a limit is told to have ended")
    func draggedAndZoomed() {
        meddler.zoomed = rig.content
        (scrollView.minimumZoomScale, scrollView.maximumZoomScale) = (0.5, 2)
        rig.touch(.began, x: 90, y: 150)
        rig.clock.advance(by: 0.02)
        rig.touch(.moved, x: 90, y: 110)
        #expect(scrollView.isDragging)
        rig.touch(.began, x: 110, y: 110, finger: 1)
        rig.touch(.moved, x: 190, y: 110, finger: 1)
        rig.touch(.moved, x: 1000, y: 110, finger: 1)
        #expect(scrollView.zoomScale > 2)
        rig.touch(.ended, x: 1000, y: 110, finger: 1)
        rig.touch(.ended, x: 90, y: 110)
        rig.run()
        #expect(scrollView.zoomScale == 2)
        #expect(meddler.count("willBeginDragging") == 1 && meddler.count("didEndDragging") == 1)
    }

    @Test("In a turned and scaled superview content follows the finger in its own coordinates")
    func turned() {
        let holder = UIView(frame: rig.window.bounds)
        rig.window.addSubview(holder)
        holder.addSubview(scrollView)
        holder.transform = CGAffineTransform(rotationAngle: .pi / 2).scaledBy(x: 2, y: 2)
        scrollView.contentOffset = CGPoint(x: 300, y: 300)
        let start = CGPoint(x: 100, y: 150)
        rig.drag(from: start, to: CGPoint(x: 40, y: 150), frames: 10, lifts: false)
        // Along the y axis of the view, at half the size. The 10 points of slop are in the view's coordinates.
        #expect(abs(scrollView.contentOffset.x - 300) < 1e-6)
        #expect(abs(scrollView.contentOffset.y - (300 - 20)) < 1e-6, "\(scrollView.contentOffset)")
    }

    @Test("Fingers that move take the content from an animation of the program, where it is")
    func takesBack() {
        let rig = ScrollRig()
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 190), frames: 10, lifts: false)
        rig.scrollView.setContentOffset(CGPoint(x: 0, y: 3000), animated: true)
        #expect(rig.scrollView.isScrollAnimating && rig.scrollView.isDragging)
        rig.run(frames: 6)
        let there = rig.scrollView.contentOffset.y
        #expect(there > 500 && there < 2500)
        rig.told = []
        rig.touch(.moved, x: 100, y: 180)
        #expect(rig.scrollView.contentOffset.y == there + 10)
        #expect(rig.told == ["didEndScrollingAnimation", "didScroll"])
        #expect(!rig.scrollView.isScrollAnimating && rig.scrollView.isDragging)
        rig.run(frames: 6)
        #expect(rig.scrollView.contentOffset.y == there + 10, "the animation does not go on")
    }

    @Test("Fingers that zoom take the content from an animation of the scale, as it is")
    func takesBackScale() {
        let rig = ScrollRig()
        rig.zooms = true
        (rig.scrollView.minimumZoomScale, rig.scrollView.maximumZoomScale) = (0.5, 4)
        rig.touch(.began, x: 60, y: 150)
        rig.touch(.began, x: 140, y: 150, finger: 1)
        rig.scrollView.setZoomScale(4, animated: true)
        #expect(rig.scrollView.isZoomAnimating && rig.scrollView.isZooming)
        rig.run(frames: 6)
        let scale = rig.scrollView.zoomScale
        #expect(scale > 1.2 && scale < 3.8)
        rig.clock.advance(by: 1.0 / 60)
        rig.touch(.moved, x: 59, y: 150)
        #expect(!rig.scrollView.isZoomAnimating && rig.scrollView.zoomScale == scale)
        rig.touch(.moved, x: 19, y: 150)
        #expect(abs(rig.scrollView.zoomScale - scale * 121 / 81) < 1e-9)
    }

    @Test("Scrolling that is switched off under a pinch ends the drag; the pinch zooms on, and drags nothing after")
    func endsDragUnderPinch() {
        let rig = ScrollRig()
        rig.zooms = true
        (rig.scrollView.minimumZoomScale, rig.scrollView.maximumZoomScale) = (0.5, 4)
        rig.drag(from: CGPoint(x: 100, y: 290), to: CGPoint(x: 100, y: 190), frames: 10, lifts: false)
        rig.touch(.began, x: 180, y: 190, finger: 1)
        #expect(rig.scrollView.isZooming && rig.scrollView.isDragging)
        rig.told = []
        rig.scrollView.isScrollEnabled = false
        #expect(rig.told == ["didEndDragging(false)"] && !rig.scrollView.isDragging && rig.scrollView.isZooming)
        rig.touch(.moved, x: 20, y: 190)
        #expect(rig.scrollView.zoomScale == 2)
        rig.touch(.ended, x: 180, y: 190, finger: 1)
        let offset = rig.scrollView.contentOffset
        rig.touch(.moved, x: 20, y: 40)
        #expect(rig.scrollView.contentOffset == offset && !rig.scrollView.isDragging)
        rig.touch(.ended, x: 20, y: 40)
        #expect(!rig.scrollView.isTracking && rig.scrollView.scroll.state.fingers == nil)
    }
}
