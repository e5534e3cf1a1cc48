import Foundation
import Testing
import TileGeometry

@testable import TileViews

@Suite("Sequences of touches")
struct TouchSequenceTests {
    let screen = UIScreen(size: CGSize(width: 200, height: 200))
    let window: UIWindow
    let left = LoggingView(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
    let right = LoggingView(frame: CGRect(x: 100, y: 0, width: 100, height: 200))
    let fingers: TouchSequence

    init() {
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        window.addSubview(left)
        window.addSubview(right)
        fingers = TouchSequence(on: screen)
    }

    private func sample(
        _ finger: Int, _ phase: UITouch.Phase, x: CGFloat, y: CGFloat, time: TimeInterval
    ) -> TouchSample {
        TouchSample(finger: finger, phase, at: CGPoint(x: x, y: y), timestamp: time)
    }

    // MARK: Several fingers

    @Test("A finger that begins once more keeps no word of another from its view, whichever is sent first")
    func repeatedBegin() {
        for isFirst in [true, false] {
            fingers.send(sample(0, .began, x: 10, y: 10, time: 1), sample(1, .began, x: 150, y: 10, time: 1))
            let again = sample(0, .began, x: 20, y: 10, time: 2)
            let move = sample(1, .moved, x: 160, y: 10, time: 2)
            fingers.send(isFirst ? [again, move] : [move, again])
            #expect(left.log == ["touchesBegan", "touchesCancelled", "touchesBegan"])
            #expect(right.log == ["touchesBegan", "touchesMoved"])
            #expect(fingers.touch(finger: 1)?.previousLocation(in: nil).x == 150)
            fingers.cancel(timestamp: 3)
            (left.log, right.log) = ([], [])
        }
    }

    @Test("Of fingers lifted together the one that came down last counts for the next tap, on each run")
    func liftedTogether() {
        for _ in 0..<20 {
            let fingers = TouchSequence(on: screen)
            let places = [CGPoint(x: 10, y: 10), CGPoint(x: 60, y: 150), CGPoint(x: 150, y: 100)]
            for phase in [UITouch.Phase.began, .ended] {
                fingers.send(places.enumerated().map { TouchSample(finger: $0, phase, at: $1, timestamp: 1) })
            }
            fingers.send(sample(7, .began, x: 150, y: 100, time: 1.1))
            #expect(fingers.touch(finger: 7)?.tapCount == 2)
        }
    }

    @Test("What a view sends while it is told of an event is told after all have been told of that one")
    func sendingMeanwhile() {
        let sender = Sender(frame: left.frame)
        window.addSubview(sender)
        sender.answer = { [fingers] in fingers.send(sample(1, .moved, x: 170, y: 10, time: 2)) }
        fingers.send(sample(1, .began, x: 150, y: 10, time: 1))
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1.5), sample(1, .moved, x: 160, y: 10, time: 1.5))
        #expect(right.log == ["touchesBegan", "touchesMoved", "touchesMoved"])
        #expect(fingers.touch(finger: 1)?.previousLocation(in: nil).x == 160)
        #expect(fingers.touch(finger: 1)?.location(in: nil).x == 170)
    }

    // MARK: The end of a sequence

    @Test("When a sequence goes, its fingers are cancelled, and keep nobody off any more")
    func sequenceGoes() {
        var gone: TouchSequence? = TouchSequence(on: screen)
        gone?.send(sample(0, .began, x: 10, y: 10, time: 1))
        gone = nil
        #expect(left.log == ["touchesBegan", "touchesCancelled"] && window.activeTouches.isEmpty)
        fingers.send(sample(0, .began, x: 10, y: 10, time: 2))
        #expect(left.log.last == "touchesBegan")
    }

    @Test("A finger on the window itself keeps neither the window nor its screen alive once the sequence has gone")
    func noCycle() {
        weak var known: UIWindow?
        do {
            let window = UIWindow(screen: UIScreen(size: CGSize(width: 10, height: 10)))
            window.isHidden = false
            known = window
            let fingers = TouchSequence(in: window)
            fingers.send(sample(0, .began, x: 5, y: 5, time: 1))
            #expect(fingers.touch()?.view === window)
        }
        #expect(known == nil)
    }

    @Test("What waits for a frame keeps neither sequences, nor windows, nor the screen")
    func pendingKeepsNobody() {
        weak var known: UIScreen?
        do {
            let screen = UIScreen(size: CGSize(width: 10, height: 10))
            let window = UIWindow(screen: screen)
            known = screen
            TouchSequence(on: screen).post([sample(0, .began, x: 5, y: 5, time: 1)])
            window.post(UIEvent(type: .motion))
        }
        #expect(known == nil)
    }

    // MARK: Pointers over regions

    @Test("A pointer over a region is in the event until it leaves; no view is told, and no finger kept off")
    func regions() {
        fingers.send(sample(0, .regionEntered, x: 10, y: 10, time: 1))
        let pointer = fingers.touch()
        #expect(pointer?.view === left && pointer?.phase == .regionEntered)
        fingers.send(sample(0, .regionMoved, x: 12, y: 10, time: 2), sample(1, .began, x: 20, y: 20, time: 2))
        #expect(left.log == ["touchesBegan"], "a view that takes one touch takes it beside the pointer")
        #expect(fingers.event.allTouches?.count == 2 && pointer?.location(in: nil).x == 12)
        fingers.send(sample(0, .regionExited, x: 300, y: 10, time: 3))
        #expect(fingers.event.allTouches?.contains(pointer!) == true && fingers.touch() == nil)
        fingers.send(sample(1, .ended, x: 20, y: 20, time: 4))
        #expect(fingers.event.allTouches?.contains(pointer!) == false)
        #expect(left.log == ["touchesBegan", "touchesEnded"] && window.activeTouches.isEmpty)
    }

    @Test("A pointer whose button goes down leaves its region; one that is lifted or cancelled tells no view")
    func pointerPresses() {
        fingers.send(sample(0, .regionEntered, x: 10, y: 10, time: 1))
        let pointer = fingers.touch()
        fingers.send(sample(0, .ended, x: 10, y: 10, time: 2))
        #expect(fingers.touch() === pointer && left.log.isEmpty, "no button was down")
        fingers.send(sample(0, .began, x: 10, y: 10, time: 3))
        #expect(pointer?.phase == .regionExited && left.log == ["touchesBegan"])
        fingers.send(sample(0, .regionMoved, x: 11, y: 10, time: 4))
        #expect(left.log == ["touchesBegan"], "a finger is in no region")
        fingers.send(sample(0, .ended, x: 10, y: 10, time: 5), sample(0, .regionEntered, x: 10, y: 10, time: 5))
        fingers.send(sample(0, .cancelled, x: 10, y: 10, time: 6))
        #expect(left.log == ["touchesBegan", "touchesEnded"] && fingers.touch() == nil)
    }

    @Test("A view that leaves its window lets go of the pointer over it")
    func pointerOverLeaving() {
        fingers.send(sample(0, .regionEntered, x: 10, y: 10, time: 1))
        let pointer = fingers.touch()
        left.removeFromSuperview()
        #expect(pointer?.view == nil && pointer?.phase == .regionExited && left.log.isEmpty)
    }

    // MARK: Taps

    @Test("A drag is no tap, wherever it ends: the count begins anew after it", arguments: [60.0, 0.0])
    func drags(end: CGFloat) {
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1), sample(0, .moved, x: 80, y: 10, time: 1.05))
        fingers.send(sample(0, .ended, x: 10 + end, y: 10, time: 1.1))
        fingers.send(sample(0, .began, x: 10 + end, y: 10, time: 1.2))
        #expect(fingers.touch()?.tapCount == 1)
    }

    @Test("A finger that trembles has tapped all the same")
    func trembling() {
        fingers.send(
            sample(0, .began, x: 10, y: 10, time: 1), sample(0, .moved, x: 14, y: 12, time: 1.05),
            sample(0, .ended, x: 12, y: 10, time: 1.1))
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1.2))
        #expect(fingers.touch()?.tapCount == 2)
    }

    @Test("A pointer's way over a region between two clicks does not part them")
    func clicks() {
        fingers.tap(at: CGPoint(x: 10, y: 10), timestamp: 1)
        fingers.send(sample(0, .regionEntered, x: 10, y: 10, time: 1.1), sample(0, .began, x: 10, y: 10, time: 1.2))
        #expect(fingers.touch()?.tapCount == 2)
    }

    // MARK: Numbers from outside

    @Test(
        "Numbers that are no place or no time throw, and the error names the finger",
        arguments: [Double.nan, .infinity, -.infinity])
    func checking(number: Double) {
        let place = CGPoint(x: 1, y: number)
        let error = #expect(throws: TouchSample.Failure.self) {
            _ = try TouchSample(checking: 3, .began, at: place, timestamp: 0)
        }
        guard case .location(_, finger: 3)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(error!)".contains("finger 3"))
        let late = #expect(throws: TouchSample.Failure.self) {
            _ = try TouchSample(checking: 4, .moved, at: .zero, timestamp: number)
        }
        guard case .timestamp(_, finger: 4)? = late else {
            Issue.record("\(String(describing: late))")
            return
        }
    }

    @Test("Any finite numbers, in any order of phases, are sent without harm")
    func anyFiniteNumbers() throws {
        let places = [-CGFloat.greatestFiniteMagnitude, -1, 0, 50, 1e300, .greatestFiniteMagnitude]
        var time = -Double.greatestFiniteMagnitude
        for raw in 0...7 {
            let phase = try #require(UITouch.Phase(rawValue: raw))
            for x in places {
                for y in places {
                    let place = CGPoint(x: x, y: y)
                    fingers.send(try TouchSample(checking: raw % 3, phase, at: place, timestamp: time))
                    time = -time
                    fingers.send(try TouchSample(checking: Int.max, .began, at: place, timestamp: time))
                }
            }
        }
        fingers.cancel(timestamp: .nan)
        #expect(fingers.touch(finger: .max) == nil && window.activeTouches.isEmpty)
    }

    @Test("In a window that is seen edge on a touch stays where it was, and can be cancelled")
    func edgeOn() {
        let inside = TouchSequence(in: window)
        inside.send(sample(0, .began, x: 10, y: 20, time: 1))
        let touch = inside.touch()
        window.transform = CGAffineTransform(scaleX: 0, y: 1)
        inside.send(sample(0, .moved, x: 30, y: 40, time: 2))
        #expect(touch?.phase == .moved && touch?.location(in: nil) == CGPoint(x: 10, y: 20))
        inside.cancel(timestamp: 3)
        #expect(left.log == ["touchesBegan", "touchesMoved", "touchesCancelled"])
        #expect(touch?.location(in: nil) == CGPoint(x: 10, y: 20) && touch?.timestamp == 3)
    }
}

private final class Sender: LoggingView {
    var answer: () -> Void = {}
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { answer() }
}
