import Foundation
import Testing
import TileGeometry

@testable import TileViews

@Suite("Recognizers where they should not be")
struct GestureBadInputTests {
    let rig = GestureRig()

    private func gestures() -> [String] { rig.drain().filter { !$0.hasPrefix("inner") && !$0.hasPrefix("outer") } }

    @Test("One that is added to a second view leaves the first, also while a finger is on that")
    func twoViews() {
        let pan = rig.add(UIPanGestureRecognizer(), "pan")
        rig.outer.addGestureRecognizer(pan)
        #expect(pan.view === rig.outer && rig.inner.gestureRecognizers?.isEmpty ?? true)
        rig.touch(.began, x: 10, y: 10)
        rig.touch(.moved, x: 10, y: 40)
        #expect(gestures() == ["pan began"])
        rig.inner.addGestureRecognizer(pan)
        #expect(pan.view === rig.inner && rig.outer.gestureRecognizers?.isEmpty ?? true)
        rig.pass(0.1)
        rig.touch(.moved, x: 10, y: 80)
        rig.touch(.ended, x: 10, y: 80)
        rig.pass(0.1)
        #expect(!gestures().contains { $0 == "pan changed" || $0 == "pan ended" })
        rig.touch(.began, x: 100, y: 100)
        rig.touch(.moved, x: 100, y: 140)
        #expect(gestures() == ["pan began"])
    }

    @Test("A view that is taken out while it is touched loses its fingers, and its recognizers fail or are cancelled")
    func removal() {
        rig.add(UIPanGestureRecognizer(), "pan")
        rig.add(UILongPressGestureRecognizer(), "press")
        rig.touch(.began, x: 100, y: 100)
        rig.touch(.moved, x: 100, y: 140)
        #expect(gestures().contains("pan began"))
        rig.inner.removeFromSuperview()
        rig.pass(1)
        rig.touch(.moved, x: 100, y: 180)
        rig.touch(.ended, x: 100, y: 180)
        rig.pass(1)
        #expect(!gestures().contains { $0 == "pan changed" || $0 == "pan ended" || $0.hasPrefix("press") })
        // The view can be added again and touched.
        rig.outer.addSubview(rig.inner)
        rig.touch(.began, x: 100, y: 100)
        rig.touch(.moved, x: 100, y: 140)
        #expect(gestures().contains("pan began"))
    }

    @Test("One that an action takes out, with its view, is told no more, and keeps nothing")
    func selfRemoval() {
        weak var gone: UIView?
        do {
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
            let tap = UITapGestureRecognizer()
            tap.addAction(UIAction { [unowned view] _ in view.removeFromSuperview() })
            view.addGestureRecognizer(tap)
            rig.outer.addSubview(view)
            gone = view
        }
        rig.tap(10, 10)
        rig.pass(1)
        rig.tap(10, 10)
        #expect(gone == nil)
    }

    @Test("Fingers farther away than any screen is are nowhere, and nothing ends")
    func places() {
        rig.add(UIPanGestureRecognizer(), "pan")
        rig.add(UIPinchGestureRecognizer(), "pinch")
        rig.add(UIRotationGestureRecognizer(), "turn")
        for (x, y) in [(1e300, -1e300), (100, 100), (-0.0, Double.leastNonzeroMagnitude), (1e9, 1e-9)] {
            rig.touch(.began, x: 100, y: 100, finger: 0)
            rig.touch(.began, x: x, y: y, finger: 1)
            rig.touch(.moved, x: x, y: y, finger: 0)
            rig.touch(.moved, x: 100, y: 100, finger: 1)
            rig.touch(.ended, x: x, y: y, finger: 0)
            rig.touch(.cancelled, x: y, y: x, finger: 1)
            rig.pass(0.5)
        }
        _ = rig.drain()
        rig.touch(.began, x: 100, y: 100)
        rig.touch(.moved, x: 100, y: 140)
        #expect(gestures() == ["pan began"])
    }
}
