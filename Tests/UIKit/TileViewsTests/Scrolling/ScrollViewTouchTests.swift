import Foundation
import Testing
import TileGeometry

@testable import TileViews

@Suite("Touches of views in a scroll view")
struct ScrollViewTouchTests {
    let rig = ScrollRig()
    var scrollView: UIScrollView { rig.scrollView }
    private var touches: [String] { rig.content.log.filter { $0.hasPrefix("touches") } }

    @Test("A view hears of a touch after 150 ms, and of its end")
    func held() {
        rig.touch(.began, x: 100, y: 100)
        #expect(touches.isEmpty)
        rig.run(frames: 8)
        #expect(touches.isEmpty)
        rig.run(frames: 2)
        #expect(touches == ["touchesBegan"])
        rig.touch(.ended, x: 100, y: 100)
        #expect(touches == ["touchesBegan", "touchesEnded"])
    }

    @Test("A tap shorter than that is told whole, at its end")
    func tap() {
        rig.finger.tap(at: CGPoint(x: 100, y: 100), timestamp: rig.clock.now)
        #expect(touches == ["touchesBegan", "touchesEnded"])
    }

    @Test("A drag within that time is never told to the view")
    func drag() {
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 5)
        rig.run()
        #expect(touches.isEmpty)
    }

    @Test("A drag after that takes the touch away from the view")
    func taken() {
        rig.touch(.began, x: 100, y: 200)
        rig.run(frames: 10)
        rig.touch(.moved, x: 100, y: 150)
        #expect(touches == ["touchesBegan", "touchesCancelled"])
        rig.touch(.moved, x: 100, y: 140)
        rig.touch(.ended, x: 100, y: 140)
        #expect(touches == ["touchesBegan", "touchesCancelled"])
    }

    @Test("A quick drag across the axis finds the thumb of a slider where the finger was put down")
    func across() {
        let slider = UISlider(frame: CGRect(x: 0, y: 100, width: 200, height: 31))
        rig.content.addSubview(slider)
        scrollView.contentSize.width = scrollView.bounds.width
        // The center of the thumb moves from 14 to 186 points.
        rig.drag(from: CGPoint(x: 14, y: 115), to: CGPoint(x: 100, y: 115), frames: 5)
        #expect(slider.value == 0.5)
        #expect(scrollView.contentOffset == .zero)
    }

    @Test("A held touch that has moved is told where it began, and then that it moved")
    func movedWhileHeld() {
        final class Recorder: UIView {
            var places: [String] = []
            private func note(_ name: String, _ touches: Set<UITouch>) {
                for touch in touches {
                    places.append("\(name) \(touch.location(in: self).y) from \(touch.previousLocation(in: self).y)")
                }
            }
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { note("began", touches) }
            override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { note("moved", touches) }
        }
        let view = Recorder(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        rig.content.addSubview(view)
        rig.touch(.began, x: 100, y: 100)
        rig.touch(.moved, x: 100, y: 104)
        #expect(view.places.isEmpty)
        rig.run(frames: 10)
        #expect(view.places == ["began 100.0 from 100.0", "moved 104.0 from 100.0"])
        rig.touch(.moved, x: 100, y: 106)
        #expect(view.places.last == "moved 106.0 from 104.0")
    }

    @Test("Without delay the view hears at once")
    func immediately() {
        scrollView.delaysContentTouches = false
        rig.touch(.began, x: 100, y: 200)
        #expect(touches == ["touchesBegan"])
        rig.touch(.moved, x: 100, y: 195)
        #expect(touches == ["touchesBegan", "touchesMoved"])
        rig.touch(.moved, x: 100, y: 150)
        #expect(touches == ["touchesBegan", "touchesMoved", "touchesCancelled"])
        #expect(scrollView.isDragging)
    }

    @Test("A touch that a view has and keeps moves nothing")
    func kept() {
        scrollView.delaysContentTouches = false
        scrollView.canCancelContentTouches = false
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 5)
        #expect(scrollView.contentOffset == .zero)
        #expect(touches.last == "touchesEnded")
        scrollView.canCancelContentTouches = true
        let button = UIControl(frame: CGRect(x: 50, y: 50, width: 100, height: 200))
        rig.content.addSubview(button)
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 5, lifts: false)
        #expect(scrollView.contentOffset == .zero)
        #expect(button.isTracking)
    }

    @Test("touchesShouldBegin decides whether a touch that was kept back is handed on")
    func refused() {
        final class Refusing: UIScrollView {
            override func touchesShouldBegin(_ touches: Set<UITouch>, with event: UIEvent?, in view: UIView) -> Bool {
                false
            }
        }
        let rig = ScrollRig(Refusing(frame: CGRect(x: 0, y: 0, width: 200, height: 300)))
        rig.finger.tap(at: CGPoint(x: 100, y: 100), timestamp: rig.clock.now)
        #expect(rig.content.log.filter { $0.hasPrefix("touches") }.isEmpty)
    }

    @Test("Of two nested scroll views the inner one is moved, and at its end the outer one")
    func nested() {
        let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 200, height: 300))
        inner.contentSize = CGSize(width: 200, height: 600)
        rig.content.addSubview(inner)
        rig.drag(from: CGPoint(x: 100, y: 250), to: CGPoint(x: 100, y: 150), frames: 5)
        #expect(inner.contentOffset.y > 80 && scrollView.contentOffset == .zero)
        inner.setContentOffset(CGPoint(x: 0, y: 300), animated: false)
        rig.drag(from: CGPoint(x: 100, y: 250), to: CGPoint(x: 100, y: 150), frames: 5)
        #expect(inner.contentOffset.y == 300 && scrollView.contentOffset.y > 80)
        scrollView.setContentOffset(.zero, animated: false)
        inner.setContentOffset(CGPoint(x: 0, y: 100), animated: false)
        // The inner view cannot scroll horizontally.
        rig.drag(from: CGPoint(x: 150, y: 100), to: CGPoint(x: 50, y: 100), frames: 5)
        #expect(inner.contentOffset.y == 100 && scrollView.contentOffset.x > 80)
        scrollView.setContentOffset(.zero, animated: false)
        inner.setContentOffset(CGPoint(x: 0, y: 300), animated: false)
        inner.transfersVerticalScrollingToParent = false
        rig.drag(from: CGPoint(x: 100, y: 250), to: CGPoint(x: 100, y: 150), frames: 5, lifts: false)
        #expect(inner.contentOffset.y > 310 && scrollView.contentOffset.y == 0)
    }

    @Test("A scroll view that is switched off leaves touches alone")
    func disabled() {
        scrollView.isScrollEnabled = false
        rig.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 100), frames: 3)
        #expect(scrollView.contentOffset == .zero)
        #expect(touches == ["touchesBegan", "touchesMoved", "touchesMoved", "touchesMoved", "touchesEnded"])
    }
}
