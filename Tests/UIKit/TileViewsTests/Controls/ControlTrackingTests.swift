import Foundation
import Testing

@testable import TileViews

@Suite("A control follows a touch")
struct ControlTrackingTests {
    @Test("a tap is a touch down and a touch up inside")
    func tap() {
        let stage = ControlStage()
        stage.touch(.began, x: 50, y: 20)
        #expect(stage.sent() == ["down"])
        #expect(stage.control.isTracking && stage.control.isTouchInside && stage.control.isHighlighted)
        stage.touch(.ended, x: 50, y: 20)
        #expect(stage.sent() == ["upInside"])
        #expect(!stage.control.isTracking && !stage.control.isTouchInside && !stage.control.isHighlighted)
    }

    @Test("the second of two quick taps repeats the touch down")
    func repeatedTap() {
        let stage = ControlStage()
        stage.touch(.began, x: 50, y: 20)
        stage.touch(.ended, x: 50, y: 20, after: 0.05)
        _ = stage.sent()
        stage.touch(.began, x: 50, y: 20, after: 0.1)
        #expect(stage.sent() == ["down", "downRepeat"])
    }

    @Test(
        "a drag is inside up to 70 points from the control, and outside beyond",
        arguments: [
            (CGPoint(x: -70, y: 20), true), (CGPoint(x: -70.5, y: 20), false), (CGPoint(x: 169, y: 20), true),
            (CGPoint(x: 170.5, y: 20), false), (CGPoint(x: 50, y: -70), true), (CGPoint(x: 50, y: -71), false),
            (CGPoint(x: 50, y: 109), true), (CGPoint(x: 50, y: 110.5), false),
        ])
    func slack(place: CGPoint, isInside: Bool) {
        let stage = ControlStage()
        stage.touch(.began, x: 50, y: 20)
        _ = stage.sent()
        stage.touch(.moved, x: place.x, y: place.y)
        #expect(stage.sent() == (isInside ? ["dragInside"] : ["dragOutside", "dragExit"]))
        #expect(stage.control.isTouchInside == isInside)
        #expect(stage.control.isHighlighted == isInside)
        stage.touch(.ended, x: place.x, y: place.y)
        #expect(stage.sent() == (isInside ? ["upInside"] : ["upOutside"]))
    }

    /// The location of a finger: in the control, in the 70 points around it, or outside.
    private enum Place: CaseIterable {
        case inside, around, outside
        var x: CGFloat { self == .inside ? 50 : self == .around ? 165 : 190 }
        var counts: Bool { self != .outside }
    }

    @Test("any way of a finger sends what the rules say: all ways of up to four moves, lifted or cancelled")
    func allWays() {
        var ways: [[Place]] = [[]]
        for _ in 0..<4 { ways += ways.flatMap { way in Place.allCases.map { way + [$0] } } }
        for way in Set(ways) {
            for isLifted in [true, false] {
                let stage = ControlStage()
                var expected = ["down"]
                var wasInside = true
                stage.touch(.began, x: Place.inside.x, y: 20)
                for place in way {
                    stage.touch(.moved, x: place.x, y: 20)
                    expected.append(place.counts ? "dragInside" : "dragOutside")
                    if place.counts != wasInside { expected.append(place.counts ? "dragEnter" : "dragExit") }
                    wasInside = place.counts
                    #expect(stage.control.isTouchInside == wasInside && stage.control.isHighlighted == wasInside)
                }
                stage.touch(isLifted ? .ended : .cancelled, x: (way.last ?? .inside).x, y: 20)
                expected.append(!isLifted ? "cancel" : wasInside ? "upInside" : "upOutside")
                #expect(stage.sent() == expected, "\(way)")
                #expect(stage.control.state == .normal && !stage.control.isTracking)
            }
        }
    }

    @Test("a touch that leaves and comes back exits once and enters once")
    func exitAndEnter() {
        let stage = ControlStage()
        stage.touch(.began, x: 50, y: 20)
        stage.touch(.moved, x: 60, y: 20)
        #expect(stage.sent() == ["down", "dragInside"])
        stage.touch(.moved, x: 60, y: 200)
        stage.touch(.moved, x: 60, y: 201)
        #expect(stage.sent() == ["dragOutside", "dragExit", "dragOutside"])
        stage.touch(.moved, x: 60, y: 20)
        stage.touch(.moved, x: 61, y: 20)
        #expect(stage.sent() == ["dragInside", "dragEnter", "dragInside"])
    }

    @Test("a cancelled touch sends a cancel and nothing else")
    func cancel() {
        let stage = ControlStage()
        stage.touch(.began, x: 50, y: 20)
        _ = stage.sent()
        stage.touch(.cancelled, x: 50, y: 20)
        #expect(stage.sent() == ["cancel"])
        #expect(!stage.control.isTracking && !stage.control.isHighlighted)
    }

    @Test("a control that leaves its window while touched is cancelled")
    func leavesWindow() {
        let stage = ControlStage()
        stage.touch(.began, x: 50, y: 20)
        _ = stage.sent()
        stage.control.removeFromSuperview()
        #expect(stage.sent() == ["cancel"])
    }

    @Test("a control that is disabled takes no touches, and one disabled while touched is cancelled")
    func disabled() {
        let stage = ControlStage()
        stage.touch(.began, x: 50, y: 20)
        _ = stage.sent()
        stage.control.isEnabled = false
        #expect(stage.sent() == ["cancel"])
        stage.touch(.moved, x: 55, y: 20)
        stage.touch(.ended, x: 55, y: 20)
        stage.touch(.began, x: 50, y: 20)
        stage.touch(.ended, x: 50, y: 20)
        #expect(stage.sent().isEmpty)
        #expect(!stage.control.isHighlighted)
    }

    @Test("a second finger changes nothing, also where several touches are taken")
    func secondFinger() {
        for takesSeveral in [false, true] {
            let stage = ControlStage()
            stage.control.isMultipleTouchEnabled = takesSeveral
            let place = CGPoint(x: 150, y: 120)
            stage.fingers.send(TouchSample(finger: 1, .began, at: place, timestamp: 1))
            stage.fingers.send(TouchSample(finger: 2, .began, at: place, timestamp: 2))
            stage.fingers.send(TouchSample(finger: 2, .moved, at: CGPoint(x: 150, y: 400), timestamp: 3))
            stage.fingers.send(TouchSample(finger: 2, .ended, at: CGPoint(x: 150, y: 400), timestamp: 4))
            #expect(stage.sent() == ["down"])
            #expect(stage.control.isTracking && stage.control.isTouchInside)
            stage.fingers.send(TouchSample(finger: 1, .ended, at: place, timestamp: 5))
            #expect(stage.sent() == ["upInside"])
        }
    }

    @Test("of fingers that come down together it follows the one that came first, on each run")
    func fingersTogether() {
        for first in 0..<8 {
            let stage = ControlStage(Follower(frame: .zero))
            stage.control.isMultipleTouchEnabled = true
            let order = [first] + (0..<8).filter { $0 != first }
            let place = CGPoint(x: 150, y: 120)
            stage.fingers.send(order.map { TouchSample(finger: $0, .began, at: place, timestamp: 1) })
            #expect(stage.control.touch === stage.fingers.touch(finger: first))
            for other in order.dropFirst() {
                stage.fingers.send(TouchSample(finger: other, .ended, at: place, timestamp: 2))
            }
            #expect(stage.control.isTracking && stage.sent() == ["down"])
            stage.fingers.send(TouchSample(finger: first, .ended, at: place, timestamp: 3))
            #expect(stage.sent() == ["upInside"])
        }
    }

    @Test("touches that are in no event are followed by time, then by finger")
    func withoutEvent() {
        let control = Follower(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        let touches = [(3, 2.0), (2, 1.0), (1, 1.0), (0, 2.0)].map { finger, time in
            UITouch(TouchSample(finger: finger, .began, at: .zero, timestamp: time), window: nil, view: control)
        }
        control.touchesBegan(Set(touches), with: nil)
        #expect(control.touch === touches[2])
    }

    @Test("after a touch that a subclass did not want, or wanted no longer, it is asked about another one")
    func asksAboutTheNext() {
        let stage = ControlStage(Follower(frame: .zero))
        stage.control.isMultipleTouchEnabled = true
        let place = CGPoint(x: 150, y: 120)
        stage.control.begins = false
        stage.fingers.send(TouchSample(finger: 1, .began, at: place, timestamp: 1))
        #expect(!stage.control.isTracking && !stage.control.isTouchInside)
        stage.control.begins = true
        stage.fingers.send(TouchSample(finger: 2, .began, at: place, timestamp: 2))
        #expect(stage.control.isTracking && stage.control.touch === stage.fingers.touch(finger: 2))
        stage.control.continues = false
        stage.fingers.send(TouchSample(finger: 2, .moved, at: place, timestamp: 3))
        #expect(!stage.control.isTracking && !stage.control.isTouchInside)
        stage.fingers.send(TouchSample(finger: 3, .began, at: place, timestamp: 4))
        #expect(stage.control.isTracking && stage.control.touch === stage.fingers.touch(finger: 3))
    }

    /// A control with tracking results that the test chooses, which records the calls.
    final class Follower: UIControl {
        var begins = true
        /// The call during which the control disables itself.
        var disablesAt: String?
        var continues = true
        var calls: [String] = []
        /// The touch of the last call.
        weak var touch: UITouch?

        override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            self.touch = touch
            call("begin")
            return begins
        }
        override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
            call("continue")
            return continues
        }
        override func endTracking(_ touch: UITouch?, with event: UIEvent?) { call("end") }
        override func cancelTracking(with event: UIEvent?) { call("cancel") }

        private func call(_ name: String) {
            calls.append(name)
            if disablesAt == name { isEnabled = false }
        }
    }

    @Test("a subclass is asked to begin and to continue, and told of the end")
    func asksSubclass() {
        let stage = ControlStage(Follower(frame: .zero))
        stage.touch(.began, x: 50, y: 20)
        stage.touch(.moved, x: 51, y: 20)
        stage.touch(.ended, x: 51, y: 20)
        #expect(stage.control.calls == ["begin", "continue", "end"])
        stage.touch(.began, x: 50, y: 20)
        stage.touch(.cancelled, x: 50, y: 20)
        #expect(stage.control.calls.suffix(2) == ["begin", "cancel"])
    }

    @Test(
        "a subclass that disables the control while asked ends the tracking as cancelled",
        arguments: [
            ("begin", ["begin"], []), ("continue", ["begin", "continue", "cancel"], ["down", "cancel"]),
            ("end", ["begin", "continue", "end", "cancel"], ["down", "dragInside", "cancel"]),
        ] as [(String, [String], [String])])
    func disablesItself(call: String, calls: [String], sent: [String]) {
        let stage = ControlStage(Follower(frame: .zero))
        stage.control.disablesAt = call
        stage.touch(.began, x: 50, y: 20)
        stage.touch(.moved, x: 51, y: 20)
        stage.touch(.ended, x: 51, y: 20)
        #expect(stage.control.calls == calls)
        #expect(stage.sent() == sent)
        #expect(stage.control.state == .disabled && !stage.control.isTracking && !stage.control.isTouchInside)
    }

    @Test("a subclass that does not begin is sent nothing further")
    func refusesToBegin() {
        let stage = ControlStage(Follower(frame: .zero))
        stage.control.begins = false
        stage.touch(.began, x: 50, y: 20)
        #expect(!stage.control.isTracking && !stage.control.isHighlighted)
        stage.touch(.moved, x: 51, y: 20)
        stage.touch(.ended, x: 51, y: 20)
        #expect(stage.control.calls == ["begin"])
        #expect(stage.sent().isEmpty)
    }

    @Test("a subclass that does not continue is no longer highlighted, and sends nothing further")
    func refusesToContinue() {
        let stage = ControlStage(Follower(frame: .zero))
        stage.touch(.began, x: 50, y: 20)
        stage.control.continues = false
        stage.touch(.moved, x: 51, y: 20)
        #expect(!stage.control.isTracking && !stage.control.isHighlighted)
        stage.touch(.ended, x: 51, y: 20)
        #expect(stage.control.calls == ["begin", "continue"])
        #expect(stage.sent() == ["down"])
        stage.control.continues = true
        stage.touch(.began, x: 50, y: 20)
        #expect(stage.sent() == ["down"])
    }
}
