import Foundation
import Testing
import TileGeometry

@testable import TileViews

@Suite("Zooming a scroll view")
struct ScrollViewZoomingTests {
    let rig = ScrollRig()
    var scrollView: UIScrollView { rig.scrollView }

    init() {
        rig.zooms = true
        scrollView.minimumZoomScale = 0.5
        scrollView.maximumZoomScale = 4
    }

    /// Sends two fingers at a distance around a center.
    private func pinch(_ phase: UITouch.Phase, x: Double, y: Double, apart: Double) {
        let time = rig.clock.now
        rig.finger.send(
            TouchSample(finger: 0, phase, at: CGPoint(x: x - apart / 2, y: y), timestamp: time),
            TouchSample(finger: 1, phase, at: CGPoint(x: x + apart / 2, y: y), timestamp: time))
    }

    @Test("Fingers scale content about their middle, whose point stays under them")
    func pinching() {
        scrollView.contentOffset = CGPoint(x: 300, y: 1000)
        let before = scrollView.convert(CGPoint(x: 380, y: 1120), to: rig.content)
        pinch(.began, x: 80, y: 120, apart: 50)
        #expect(scrollView.isZooming)
        pinch(.moved, x: 80, y: 120, apart: 100)
        #expect(abs(scrollView.zoomScale - 2) < 1e-9)
        #expect(scrollView.contentSize == CGSize(width: 2000, height: 10000))
        let offset = scrollView.contentOffset
        let after = scrollView.convert(CGPoint(x: offset.x + 80, y: offset.y + 120), to: rig.content)
        #expect(abs(after.x - before.x) < 1e-6 && abs(after.y - before.y) < 1e-6)
        #expect(rig.content.frame.origin.x.magnitude < 1e-6 && rig.content.frame.origin.y.magnitude < 1e-6)
        // If both fingers move, the point of the content follows them.
        pinch(.moved, x: 110, y: 170, apart: 100)
        #expect(abs(scrollView.contentOffset.x - (offset.x - 30)) < 1e-6)
        #expect(abs(scrollView.contentOffset.y - (offset.y - 50)) < 1e-6)
        pinch(.ended, x: 110, y: 170, apart: 100)
        #expect(!scrollView.isZooming)
        #expect(rig.told.filter { $0.contains("oom") } == ["willBeginZooming", "didZoom", "didEndZooming"])
    }

    @Test("Beyond a limit the zoom is held back, and comes back when the fingers are lifted")
    func bounce() {
        scrollView.contentOffset = CGPoint(x: 300, y: 1000)
        pinch(.began, x: 100, y: 150, apart: 20)
        pinch(.moved, x: 100, y: 150, apart: 160)
        #expect(scrollView.zoomScale > 4 && scrollView.zoomScale < 6)
        pinch(.ended, x: 100, y: 150, apart: 160)
        #expect(scrollView.isZoomBouncing)
        rig.run()
        #expect(scrollView.zoomScale == 4 && !scrollView.isZoomBouncing)
        #expect(rig.told.last == "didEndZooming")
        scrollView.bouncesZoom = false
        pinch(.began, x: 100, y: 150, apart: 20)
        pinch(.moved, x: 100, y: 150, apart: 160)
        #expect(scrollView.zoomScale == 4)
        pinch(.ended, x: 100, y: 150, apart: 160)
    }

    @Test("Zoomed out, no more than the content is left in view, and it does not leave its place")
    func out() {
        pinch(.began, x: 100, y: 150, apart: 160)
        pinch(.moved, x: 100, y: 150, apart: 20)
        pinch(.ended, x: 100, y: 150, apart: 20)
        rig.run()
        #expect(scrollView.zoomScale == 0.5)
        #expect(scrollView.contentSize == CGSize(width: 500, height: 2500))
        #expect(scrollView.contentOffset == CGPoint(x: 0, y: 0))
    }

    @Test("A scale set by the program is taken about the middle, within the limits, animated or not")
    func program() {
        scrollView.contentOffset = CGPoint(x: 400, y: 2000)
        scrollView.setZoomScale(2, animated: false)
        #expect(scrollView.contentOffset == CGPoint(x: 900, y: 4150))
        scrollView.setZoomScale(100, animated: true)
        #expect(scrollView.isZoomAnimating)
        rig.run()
        #expect(scrollView.zoomScale == 4)
        #expect(rig.told.last == "didEndScrollingAnimation")
        scrollView.zoomScale = 0.001
        #expect(scrollView.zoomScale == 0.5)
        #expect(rig.content.transform.a == 0.5)
    }

    @Test("A rect is zoomed to: it fills the view as well as it can, in the middle")
    func rect() {
        for animated in [false, true] {
            scrollView.zoomScale = 1
            scrollView.zoom(to: CGRect(x: 400, y: 2000, width: 100, height: 100), animated: animated)
            rig.run()
            #expect(scrollView.zoomScale == 2)
            // 200 by 200 of 200 by 300 points, with the center at (450, 2050)·2.
            #expect(abs(scrollView.contentOffset.x - 800) < 1e-6)
            #expect(abs(scrollView.contentOffset.y - (4100 - 150)) < 1e-6)
        }
        let before = scrollView.contentOffset
        scrollView.zoom(to: .zero, animated: false)
        #expect(scrollView.contentOffset == before)
    }

    @Test("Without a view to zoom nothing zooms")
    func none() {
        rig.zooms = false
        pinch(.began, x: 100, y: 150, apart: 50)
        pinch(.moved, x: 100, y: 150, apart: 100)
        #expect(scrollView.zoomScale == 1 && !scrollView.isZooming)
        scrollView.zoomScale = 2
        #expect(scrollView.zoomScale == 1)
    }

    @Test("A finger that is left after a zoom drags on from where it is")
    func remainingFinger() {
        scrollView.contentOffset = CGPoint(x: 300, y: 1000)
        pinch(.began, x: 80, y: 120, apart: 50)
        pinch(.moved, x: 80, y: 120, apart: 100)
        rig.touch(.ended, x: 130, y: 120, finger: 1)
        let offset = scrollView.contentOffset
        rig.touch(.moved, x: 30, y: 121)
        #expect(scrollView.contentOffset == offset)
        rig.touch(.moved, x: 30, y: 90)
        #expect(abs(scrollView.contentOffset.y - offset.y - 20) < 1e-6)
        rig.touch(.ended, x: 30, y: 90)
    }

    @Test("A limit set beyond the scale leaves it until the next zoom")
    func laterLimit() {
        scrollView.minimumZoomScale = 2
        #expect(scrollView.zoomScale == 1 && rig.content.transform.a == 1)
        scrollView.setZoomScale(1.5, animated: false)
        #expect(scrollView.zoomScale == 2)
        scrollView.maximumZoomScale = 2
        scrollView.minimumZoomScale = 1
        scrollView.maximumZoomScale = 1.5
        #expect(scrollView.zoomScale == 2)
        scrollView.setZoomScale(1.8, animated: true)
        rig.run()
        #expect(scrollView.zoomScale == 1.5)
    }
}
