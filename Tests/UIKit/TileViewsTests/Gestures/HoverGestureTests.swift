import Foundation
import Testing
import TileGeometry
import TileLayers

@testable import TileViews

@Suite("Hovering pointers")
struct HoverGestureTests {
    private let rig = GestureRig()

    @Test("it begins over its view, changes as the pointer moves there, and ends when it leaves; views hear nothing")
    func hover() {
        let hover = rig.add(UIHoverGestureRecognizer(), "hover")
        rig.touch(.regionEntered, x: 10, y: 10)
        #expect(rig.drain().isEmpty)
        rig.touch(.regionMoved, x: 100, y: 100)
        #expect(rig.drain() == ["hover began"] && hover.state == .began)
        #expect(hover.location(in: rig.inner) == CGPoint(x: 50, y: 50) && hover.numberOfTouches == 1)
        rig.touch(.regionMoved, x: 101, y: 100)
        #expect(rig.drain() == ["hover changed"])
        rig.touch(.regionMoved, x: 10, y: 10)
        #expect(rig.drain() == ["hover ended"] && hover.state == .possible)
        rig.touch(.regionMoved, x: 100, y: 100)
        rig.touch(.regionExited, x: 100, y: 100)
        #expect(rig.drain() == ["hover began", "hover ended"])
    }

    @Test("over a view within it goes on; both are told, and neither keeps the other or a tap")
    func nested() {
        rig.add(UIHoverGestureRecognizer(), "outer", to: rig.outer)
        rig.add(UIHoverGestureRecognizer(), "inner")
        rig.add(UITapGestureRecognizer(), "tap")
        rig.touch(.regionEntered, x: 10, y: 10)
        rig.touch(.regionMoved, x: 100, y: 100)
        #expect(rig.drain() == ["outer began", "inner began", "outer changed"])
        rig.touch(.began, x: 100, y: 100, finger: 1)
        rig.touch(.ended, x: 100, y: 100, finger: 1)
        #expect(rig.drain() == ["inner down", "inner cancelled", "tap ended"], "a finger's events move no pointer")
        rig.touch(.regionMoved, x: 10, y: 10)
        #expect(rig.drain() == ["inner ended", "outer changed"])
    }

    @Test("a pointer whose button goes down, a view that goes, and a recognizer that is disabled end it")
    func ends() {
        let hover = rig.add(UIHoverGestureRecognizer(), "hover")
        rig.touch(.regionEntered, x: 100, y: 100)
        rig.touch(.began, x: 100, y: 100)
        #expect(rig.drain() == ["hover began", "hover ended", "inner down"])
        rig.touch(.ended, x: 100, y: 100)
        rig.touch(.regionEntered, x: 100, y: 100)
        hover.isEnabled = false
        rig.touch(.regionMoved, x: 101, y: 100)
        #expect(rig.drain() == ["inner up", "hover began", "hover cancelled"])
        hover.isEnabled = true
        rig.touch(.regionMoved, x: 102, y: 100)
        rig.inner.removeFromSuperview()
        #expect(rig.drain() == ["hover began", "hover cancelled"])
    }

    @Test("of a pencil it tells how far and how it is held")
    func pencil() {
        let hover = rig.add(UIHoverGestureRecognizer(), "hover")
        #expect(hover.zOffset == 0 && hover.altitudeAngle == .pi / 2 && hover.azimuthUnitVector(in: nil).dx == 0)
        var sample = TouchSample(.regionEntered, at: CGPoint(x: 100, y: 100), timestamp: rig.clock.now)
        (sample.type, sample.zOffset, sample.rollAngle) = (.pencil, 0.25, 0.5)
        (sample.altitudeAngle, sample.azimuthAngle) = (1, .pi / 2)
        rig.fingers.send(sample)
        #expect((hover.zOffset, hover.altitudeAngle, hover.rollAngle) == (0.25, 1, 0.5))
        rig.inner.transform = CGAffineTransform(rotationAngle: .pi / 2)
        #expect(abs(hover.azimuthAngle(in: nil) - .pi / 2) < 1e-9 && abs(hover.azimuthAngle(in: rig.inner)) < 1e-9)
    }

    @Test("a pointer that goes over to another window leaves the first")
    func windows() {
        rig.add(UIHoverGestureRecognizer(), "under", to: rig.outer)
        let window = UIWindow(frame: CGRect(x: 0, y: 200, width: 200, height: 100), screen: rig.screen)
        window.isHidden = false
        let hover = UIHoverGestureRecognizer()
        rig.add(hover, "over", to: window)
        rig.touch(.regionEntered, x: 100, y: 100)
        rig.touch(.regionMoved, x: 100, y: 250)
        #expect(rig.drain() == ["under began", "under ended", "over began"])
        #expect(hover.location(in: nil) == CGPoint(x: 100, y: 50))
        rig.touch(.regionExited, x: 100, y: 250)
        #expect(rig.drain() == ["over ended"])
        #expect(window.activeTouches.isEmpty && rig.window.activeTouches.isEmpty)
    }
}
