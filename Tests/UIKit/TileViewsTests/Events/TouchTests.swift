import Foundation
import Testing
import TileGeometry

@testable import TileViews

@Suite("Touches")
struct TouchTests {
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

    @Test("A touch belongs to the view in which it began, until it ends")
    func belongs() {
        fingers.send(sample(0, .began, x: 10, y: 20, time: 1))
        let touch = fingers.touch()!
        #expect(touch.view === left && touch.window === window && touch.phase == .began && touch.tapCount == 1)
        fingers.send(sample(0, .moved, x: 150, y: 30, time: 2))
        #expect(touch.phase == .moved && touch.timestamp == 2)
        #expect(touch.location(in: right) == CGPoint(x: 50, y: 30))
        #expect(touch.previousLocation(in: nil) == CGPoint(x: 10, y: 20))
        fingers.send(sample(0, .ended, x: 150, y: 30, time: 3))
        #expect(left.log == ["touchesBegan", "touchesMoved", "touchesEnded"] && right.log.isEmpty)
        #expect(fingers.touch() == nil && window.activeTouches.isEmpty)
    }

    @Test("Nothing under the finger takes it: it is ignored until it is lifted")
    func nowhere() {
        left.isUserInteractionEnabled = false
        window.isUserInteractionEnabled = false
        fingers.send(
            sample(0, .began, x: 10, y: 20, time: 1), sample(0, .moved, x: 150, y: 20, time: 2),
            sample(0, .ended, x: 150, y: 20, time: 3))
        #expect(left.log.isEmpty && right.log.isEmpty)
    }

    @Test("A view that does not ask for more gets one touch at a time")
    func singleTouch() {
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1), sample(1, .began, x: 20, y: 20, time: 1))
        fingers.send(sample(1, .moved, x: 30, y: 30, time: 2))
        fingers.send(sample(0, .ended, x: 10, y: 10, time: 3), sample(1, .ended, x: 30, y: 30, time: 3))
        #expect(left.log == ["touchesBegan", "touchesEnded"] && left.touchCounts == [1, 1])
    }

    @Test("A view that does gets all of them, those of one phase together")
    func multipleTouches() {
        left.isMultipleTouchEnabled = true
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1), sample(1, .began, x: 20, y: 20, time: 1))
        fingers.send(
            sample(0, .moved, x: 11, y: 10, time: 2), sample(1, .moved, x: 21, y: 20, time: 2),
            sample(2, .began, x: 30, y: 30, time: 2))
        fingers.send(sample(1, .ended, x: 21, y: 20, time: 3))
        #expect(left.log == ["touchesBegan", "touchesBegan", "touchesMoved", "touchesEnded"])
        #expect(left.touchCounts == [2, 1, 2, 1])
        #expect(fingers.event.touches(for: left)?.count == 3)
        #expect(fingers.event.allTouches?.count == 3 && fingers.event.touches(for: window)?.count == 3)
        #expect(fingers.touch(finger: 0)?.phase == .stationary)
        fingers.send(sample(0, .moved, x: 12, y: 10, time: 4))
        #expect(fingers.event.allTouches?.count == 2, "what has ended has left")
    }

    @Test("Several views have touches at a time, unless one of them wants to be alone", arguments: [false, true])
    func exclusive(isExclusive: Bool) {
        left.isExclusiveTouch = isExclusive
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1), sample(1, .began, x: 150, y: 10, time: 1))
        #expect(right.log.isEmpty == isExclusive)
        fingers.send(sample(0, .ended, x: 10, y: 10, time: 2), sample(1, .ended, x: 150, y: 10, time: 2))
        // In the reverse case, an exclusive view receives nothing while another one has a touch.
        fingers.send(sample(1, .began, x: 150, y: 10, time: 3), sample(0, .began, x: 10, y: 10, time: 3))
        #expect(left.log.filter { $0 == "touchesBegan" }.count == (isExclusive ? 1 : 2))
    }

    @Test("A view that leaves its window has its touches cancelled, and gets no more")
    func leaving() {
        let box = UIView(frame: window.bounds)
        let inner = LoggingView(frame: window.bounds)
        window.addSubview(box)
        box.addSubview(inner)
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1))
        let touch = fingers.touch()
        box.removeFromSuperview()
        #expect(inner.log == ["touchesBegan", "touchesCancelled"] && touch?.phase == .cancelled)
        fingers.send(sample(0, .moved, x: 11, y: 10, time: 2), sample(0, .ended, x: 11, y: 10, time: 3))
        #expect(inner.log.count == 2 && left.log.isEmpty)
        fingers.send(sample(0, .began, x: 10, y: 10, time: 4))
        #expect(left.log == ["touchesBegan"])
    }

    @Test("A window that hides has its touches cancelled")
    func hiding() {
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1))
        window.isHidden = true
        #expect(left.log == ["touchesBegan", "touchesCancelled"])
    }

    @Test("A view removed by another's answer to the same event hears of no touch that it was not told of")
    func removedMeanwhile() {
        let remover = Remover(frame: left.frame)
        remover.victim = right
        window.addSubview(remover)
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1), sample(1, .began, x: 150, y: 10, time: 1))
        #expect(right.log.isEmpty && right.window == nil)
    }

    @Test("Cancelled by the sender: the views are told")
    func cancelling() {
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1), sample(1, .began, x: 150, y: 10, time: 1))
        fingers.cancel(timestamp: 2)
        #expect(left.log == ["touchesBegan", "touchesCancelled"] && right.log == ["touchesBegan", "touchesCancelled"])
        #expect(fingers.touch(finger: 0) == nil)
    }

    @Test("Quick taps at about one place count up; later, or elsewhere, they begin anew")
    func taps() {
        let counter = TapCounter(frame: window.bounds)
        window.addSubview(counter)
        fingers.tap(at: CGPoint(x: 50, y: 50), timestamp: 1)
        fingers.tap(at: CGPoint(x: 55, y: 50), timestamp: 1.2)
        fingers.tap(at: CGPoint(x: 55, y: 52), timestamp: 1.5)
        fingers.tap(at: CGPoint(x: 55, y: 52), timestamp: 2.5)
        fingers.tap(at: CGPoint(x: 150, y: 52), timestamp: 2.6)
        #expect(counter.counts == [1, 2, 3, 1, 1])
    }

    @Test("Moves sent together are one event: the last counts, all are its coalesced touches, and the sender predicts")
    func coalescing() {
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1))
        fingers.send(
            [
                sample(0, .moved, x: 20, y: 10, time: 2), sample(0, .moved, x: 30, y: 10, time: 3),
                sample(0, .moved, x: 40, y: 10, time: 4),
            ],
            predicted: [sample(0, .moved, x: 50, y: 10, time: 5)])
        let touch = fingers.touch()!
        let states = fingers.event.coalescedTouches(for: touch)!
        #expect(left.log == ["touchesBegan", "touchesMoved"])
        #expect(states.map { $0.location(in: nil).x } == [20, 30, 40])
        #expect(states.map { $0.previousLocation(in: nil).x } == [10, 20, 30])
        #expect(touch.previousLocation(in: left).x == 10 && touch.location(in: left).x == 40)
        #expect(fingers.event.predictedTouches(for: touch)?.map { $0.location(in: nil).x } == [50])
        #expect(fingers.event.timestamp == 4)
        fingers.send(sample(0, .ended, x: 40, y: 10, time: 5))
        #expect(
            fingers.event.coalescedTouches(for: UITouch(sample(0, .began, x: 0, y: 0, time: 0), window: nil, view: nil))
                == nil)
    }

    @Test("What is posted is delivered by the next frame, moves merged; what is sent, at once")
    func posting() {
        fingers.post([sample(0, .began, x: 10, y: 10, time: 1)])
        fingers.post([sample(0, .moved, x: 20, y: 10, time: 2)])
        fingers.post([sample(0, .moved, x: 30, y: 10, time: 3)])
        #expect(left.log.isEmpty)
        _ = screen.frame()
        #expect(left.log == ["touchesBegan", "touchesMoved"])
        _ = screen.frame()
        #expect(left.log.count == 2)
        window.post(UIEvent(type: .motion, subtype: .motionShake))
        _ = screen.frame()
        #expect(left.log.count == 2)
    }

    @Test("Samples out of order do no harm: a second beginning cancels, a move or an end of no finger is passed by")
    func disorder() {
        fingers.send(sample(0, .moved, x: 10, y: 10, time: 0), sample(0, .ended, x: 10, y: 10, time: 0))
        #expect(left.log.isEmpty)
        fingers.send(sample(0, .began, x: 10, y: 10, time: 1))
        fingers.send(sample(0, .began, x: 150, y: 10, time: 2))
        #expect(left.log == ["touchesBegan", "touchesCancelled"] && right.log == ["touchesBegan"])
    }

    @Test("Touches go to the frontmost window that takes them, in its own points")
    func windows() {
        let front = UIWindow(frame: CGRect(x: 50, y: 50, width: 20, height: 20), screen: screen)
        let view = LoggingView(frame: front.bounds)
        front.addSubview(view)
        fingers.tap(at: CGPoint(x: 55, y: 56), timestamp: 1)
        #expect(view.log.isEmpty && left.log.count == 2, "hidden")
        front.isHidden = false
        fingers.send(sample(0, .began, x: 55, y: 56, time: 2))
        #expect(view.log == ["touchesBegan"])
        #expect(fingers.touch()?.location(in: view) == CGPoint(x: 5, y: 6))
        #expect(fingers.touch()?.location(in: nil) == CGPoint(x: 5, y: 6), "nil is the window")
        let inside = TouchSequence(in: front)
        inside.tap(at: CGPoint(x: -40, y: 0), timestamp: 3)
        #expect(left.log.count == 4, "in a window's points, but on whatever window is there")
    }

    @Test("An override of sendEvent sees each event with its touches' views set, and can keep it back")
    func sendEvent() {
        let guarded = Guard(screen: screen)
        guarded.isHidden = false
        let view = LoggingView(frame: guarded.bounds)
        guarded.addSubview(view)
        fingers.tap(at: CGPoint(x: 5, y: 5), timestamp: 1)
        #expect(guarded.views == [view, view] && view.log.isEmpty)
    }

    @Test("Better values for an estimate reach the view, and move nothing")
    func estimates() {
        var first = sample(0, .began, x: 10, y: 10, time: 1)
        first.estimationUpdateIndex = 7
        first.estimatedProperties = .force
        first.estimatedPropertiesExpectingUpdates = .force
        fingers.send(first)
        var better = first
        better.force = 0.5
        better.estimatedPropertiesExpectingUpdates = []
        fingers.amend(better)
        let touch = fingers.touch()!
        #expect(
            touch.force == 0.5 && touch.estimationUpdateIndex == 7 && touch.estimatedPropertiesExpectingUpdates.isEmpty)
        #expect(left.log == ["touchesBegan", "touchesEstimated"])
        better.estimationUpdateIndex = 8
        fingers.amend(better)
        #expect(left.log.count == 2)
    }

    @Test("A pencil's lean is told in the view's own directions")
    func azimuth() {
        var pencil = sample(0, .began, x: 10, y: 10, time: 1)
        pencil.type = .pencil
        pencil.azimuthAngle = .pi / 2
        fingers.send(pencil)
        let touch = fingers.touch()!
        #expect(abs(touch.azimuthAngle(in: nil) - .pi / 2) < 1e-9 && touch.type == .pencil)
        left.transform = CGAffineTransform(rotationAngle: .pi / 2)
        #expect(abs(touch.azimuthAngle(in: left)) < 1e-9)
        #expect(abs(touch.azimuthUnitVector(in: left).dx - 1) < 1e-9)
        #expect(touch.altitudeAngle == .pi / 2)
    }

    @Test("A touch that is nowhere traps")
    func notFinite() async {
        await #expect(processExitsWith: .failure) {
            _ = TouchSample(.began, at: CGPoint(x: CGFloat.nan, y: 0), timestamp: 0)
        }
    }

    @Test("Buttons are bits, counted from 1")
    func buttons() {
        #expect(UIEvent.ButtonMask.button(1) == .primary && UIEvent.ButtonMask.button(2) == .secondary)
        #expect(UIEvent.ButtonMask.button(3).rawValue == 4)
        #expect(UIEvent(type: .motion).allTouches == nil)
    }
}

private final class Remover: LoggingView {
    weak var victim: UIView?
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { victim?.removeFromSuperview() }
}

private final class TapCounter: UIView {
    var counts: [Int] = []
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        counts += touches.map(\.tapCount)
    }
}

private final class Guard: UIWindow {
    var views: [UIView?] = []
    override func sendEvent(_ event: UIEvent) { views += event.touches.map(\.view) }
}
