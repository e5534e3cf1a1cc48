import Foundation
import Testing
import TileGeometry

@testable import TileViews

@Suite("Taps and presses")
struct TapGestureTests {
    let rig = GestureRig()

    @Test("A tap is told when the finger is up, cancels the view's touch, and is possible again afterwards")
    func tap() {
        let tap = rig.add(UITapGestureRecognizer(), "tap")
        rig.tap()
        #expect(rig.drain() == ["inner down", "inner cancelled", "tap ended"])
        #expect(tap.state == .possible && tap.numberOfTouches == 0)
        tap.cancelsTouchesInView = false
        rig.tap()
        #expect(rig.drain() == ["inner down", "tap ended", "inner up"])
    }

    @Test("A finger that is down for too long, or goes too far, is no tap; the view has its touch")
    func noTap() {
        rig.add(UITapGestureRecognizer(), "tap")
        rig.tap(down: 0.8)
        #expect(rig.drain() == ["inner down", "inner up"])
        rig.touch(.began, x: 100, y: 150)
        rig.touch(.moved, x: 100, y: 200)
        rig.touch(.ended, x: 100, y: 200)
        #expect(rig.drain() == ["inner down", "inner moved", "inner up"])
        rig.touch(.began, x: 100, y: 150)
        rig.touch(.moved, x: 100, y: 160)
        rig.touch(.ended, x: 100, y: 160)
        #expect(rig.drain().last == "tap ended")
    }

    @Test("Where it was is known when it is told")
    func location() {
        let tap = UITapGestureRecognizer()
        var place = CGPoint.zero
        tap.addAction(UIAction { [rig] _ in place = tap.location(in: rig.inner) })
        rig.inner.addGestureRecognizer(tap)
        rig.tap(70, 90)
        #expect(place == CGPoint(x: 20, y: 40))
    }

    @Test("Two taps are one double tap, if they are near in time and place")
    func doubleTap() {
        let double = rig.add(UITapGestureRecognizer(), "double")
        double.numberOfTapsRequired = 2
        rig.tap()
        // The end is withheld until a second tap is ruled out.
        #expect(rig.drain() == ["inner down"])
        rig.pass(0.2)
        rig.tap()
        #expect(rig.drain() == ["inner down", "inner cancelled", "inner cancelled", "double ended"])
        rig.tap()
        #expect(rig.drain() == ["inner down"])
        #expect(rig.screen.isFramePending)
        rig.pass(0.4)
        #expect(rig.drain() == ["inner up"])
        rig.tap(60, 60)
        rig.pass(0.1)
        rig.tap(140, 240)
        rig.pass(1)
        #expect(!rig.drain().contains("double ended"))
    }

    @Test("A single tap that waits for a double one is told when there is none, and not when there is")
    func singleAndDouble() {
        let double = rig.add(UITapGestureRecognizer(), "double")
        double.numberOfTapsRequired = 2
        let single = rig.add(UITapGestureRecognizer(), "single")
        single.require(toFail: double)
        rig.tap()
        #expect(!rig.drain().contains("single ended") && single.state == .possible)
        rig.pass(0.36)
        #expect(rig.drain().contains("single ended"))
        rig.tap()
        rig.pass(0.1)
        rig.tap()
        rig.pass(1)
        let told = rig.drain()
        #expect(told.contains("double ended") && !told.contains("single ended"))
        #expect(!rig.screen.isFramePending)
    }

    @Test("Two fingers must be down together, and a third is one too many")
    func fingers() {
        let tap = rig.add(UITapGestureRecognizer(), "tap")
        tap.numberOfTouchesRequired = 2
        rig.touch(.began, x: 80, y: 150)
        rig.touch(.began, x: 120, y: 150, finger: 1)
        rig.touch(.ended, x: 80, y: 150)
        #expect(!rig.drain().contains("tap ended"))
        rig.touch(.ended, x: 120, y: 150, finger: 1)
        #expect(rig.drain().contains("tap ended"))
        rig.tap()
        #expect(!rig.drain().contains("tap ended"))
        for finger in 0...2 { rig.touch(.began, x: 80 + 20 * Double(finger), y: 150, finger: finger) }
        for finger in 0...2 { rig.touch(.ended, x: 80 + 20 * Double(finger), y: 150, finger: finger) }
        #expect(!rig.drain().contains("tap ended"))
    }

    @Test("A press begins when its time has come, without the finger moving, and then follows it anywhere")
    func press() {
        let press = rig.add(UILongPressGestureRecognizer(), "press")
        rig.touch(.began, x: 100, y: 150)
        rig.pass(0.49)
        #expect(rig.drain() == ["inner down"] && rig.screen.isFramePending)
        rig.pass(0.02)
        #expect(rig.drain() == ["inner cancelled", "press began"] && press.state == .began)
        rig.touch(.moved, x: 100, y: 240)
        rig.touch(.ended, x: 100, y: 240)
        #expect(rig.drain() == ["press changed", "press ended"])
        rig.touch(.began, x: 100, y: 150)
        rig.touch(.moved, x: 100, y: 161)
        rig.pass(0.6)
        rig.touch(.ended, x: 100, y: 161)
        #expect(rig.drain() == ["inner down", "inner moved", "inner up"])
    }

    @Test("A press is begun before an event of a later time is seen, also without frames")
    func lateEvent() {
        rig.add(UILongPressGestureRecognizer(), "press")
        rig.touch(.began, x: 100, y: 150)
        rig.clock.advance(by: 2)
        rig.touch(.moved, x: 100, y: 200)
        #expect(rig.drain() == ["inner down", "inner cancelled", "press began", "press changed"])
    }

    @Test("Of a tap and a press the one that recognizes first fails the other")
    func tapOrPress() {
        rig.add(UITapGestureRecognizer(), "tap")
        rig.add(UILongPressGestureRecognizer(), "press")
        rig.tap(down: 0.6)
        #expect(rig.drain().filter { !$0.hasPrefix("inner") } == ["press began", "press ended"])
        rig.tap(down: 0.3)
        #expect(rig.drain().filter { !$0.hasPrefix("inner") } == ["tap ended"])
    }
}
