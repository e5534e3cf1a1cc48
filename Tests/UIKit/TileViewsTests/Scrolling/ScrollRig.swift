import Foundation
import TileGeometry
import TileLayers

@testable import TileViews

/// A scroll view of 200 by 300 points, with a finger, on a screen with a clock that the test controls.
final class ScrollRig: UIScrollViewDelegate {
    let clock = VirtualClock(now: 100)
    let screen = UIScreen(size: CGSize(width: 200, height: 300), scale: 2)
    let window: UIWindow
    let scrollView: UIScrollView
    let content = LoggingView(frame: CGRect(x: 0, y: 0, width: 1000, height: 5000))
    let finger: TouchSequence
    /// The calls of the delegate in order, without consecutive duplicates.
    var told: [String] = []
    /// The offset at each frame.
    var offsets: [CGPoint] = []
    var velocity = CGPoint.zero
    var projected = CGPoint.zero
    var newTarget: CGPoint?
    var zooms = false

    init(_ scrollView: UIScrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 300))) {
        self.scrollView = scrollView
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        window.addSubview(scrollView)
        scrollView.addSubview(content)
        scrollView.contentSize = content.bounds.size
        finger = TouchSequence(on: screen)
        screen.clock = clock
        scrollView.delegate = self
    }

    /// Advances the clock in frames of a 60th of a second until the motion ends, at most for a number of frames.
    func run(frames: Int = 600) {
        for _ in 0..<frames {
            clock.advance(by: 1.0 / 60)
            _ = screen.frame()
            offsets.append(scrollView.contentOffset)
            if frames == 600, scrollView.scroll.state.motion == nil, scrollView.scroll.state.drag == nil { return }
        }
    }

    func touch(_ phase: UITouch.Phase, x: Double, y: Double, finger number: Int = 0) {
        finger.send(TouchSample(finger: number, phase, at: CGPoint(x: x, y: y), timestamp: clock.now))
    }

    /// Sends a drag between two points in a number of frames of a 60th of a second.
    func drag(from start: CGPoint, to end: CGPoint, frames: Int, lifts: Bool = true) {
        touch(.began, x: start.x, y: start.y)
        for frame in 1...frames {
            let part = Double(frame) / Double(frames)
            clock.advance(by: 1.0 / 60)
            touch(.moved, x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
            _ = screen.frame()
            offsets.append(scrollView.contentOffset)
        }
        if lifts { touch(.ended, x: end.x, y: end.y) }
    }

    private func record(_ name: String) {
        if told.last != name { told.append(name) }
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) { record("didScroll") }
    func scrollViewDidZoom(_ scrollView: UIScrollView) { record("didZoom") }
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { record("willBeginDragging") }
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
        record("willEndDragging")
        self.velocity = velocity
        projected = targetContentOffset.pointee
        if let newTarget { targetContentOffset.pointee = newTarget }
    }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        record("didEndDragging(\(decelerate))")
    }
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { record("willBeginDecelerating") }
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { record("didEndDecelerating") }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { record("didEndScrollingAnimation") }
    func viewForZooming(in scrollView: UIScrollView) -> UIView? { zooms ? content : nil }
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) { record("willBeginZooming") }
    func scrollViewDidEndZooming(_ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat) {
        record("didEndZooming")
    }
}
