import Foundation
import TileGeometry
import TileLayers

@testable import TileViews

/// A view of 200 by 300 points in a window, with fingers and a clock that the test controls. Calls of views and
/// recognizers are recorded in order.
final class GestureRig {
    let clock = VirtualClock(now: 100)
    let screen = UIScreen(size: CGSize(width: 200, height: 300), scale: 2)
    let window: UIWindow
    let fingers: TouchSequence
    let outer: TouchedView
    let inner: TouchedView
    let notes = Notes()

    final class Notes {
        var all: [String] = []
    }

    init() {
        window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        outer = TouchedView("outer", notes, frame: CGRect(x: 0, y: 0, width: 200, height: 300))
        inner = TouchedView("inner", notes, frame: CGRect(x: 50, y: 50, width: 100, height: 200))
        outer.isMultipleTouchEnabled = true
        inner.isMultipleTouchEnabled = true
        window.addSubview(outer)
        outer.addSubview(inner)
        fingers = TouchSequence(on: screen)
        screen.clock = clock
        _ = screen.frame()
    }

    /// Adds a recognizer and records its states under a name.
    @discardableResult
    func add<Recognizer: UIGestureRecognizer>(_ recognizer: Recognizer, _ name: String, to view: UIView? = nil)
        -> Recognizer
    {
        let notes = notes
        recognizer.name = name
        recognizer.addAction(
            UIAction { action in
                guard let sender = action.sender as? UIGestureRecognizer else { return }
                notes.all.append("\(name) \(sender.state)")
            })
        (view ?? inner).addGestureRecognizer(recognizer)
        return recognizer
    }

    func touch(_ phase: UITouch.Phase, x: Double, y: Double, finger: Int = 0) {
        fingers.send(TouchSample(finger: finger, phase, at: CGPoint(x: x, y: y), timestamp: clock.now))
    }

    /// Sends a tap at a point.
    func tap(_ x: Double = 100, _ y: Double = 150, finger: Int = 0, down: TimeInterval = 0.05) {
        touch(.began, x: x, y: y, finger: finger)
        pass(down)
        touch(.ended, x: x, y: y, finger: finger)
    }

    /// Advances the clock and runs a frame.
    func pass(_ seconds: TimeInterval) {
        clock.advance(by: seconds)
        _ = screen.frame()
    }

    /// Returns the calls since the last time.
    func drain() -> [String] {
        defer { notes.all = [] }
        return notes.all
    }
}

/// A view that records its touches.
final class TouchedView: UIView {
    let name: String
    let notes: GestureRig.Notes
    var refuses: (UIGestureRecognizer) -> Bool = { _ in false }

    init(_ name: String, _ notes: GestureRig.Notes, frame: CGRect) {
        (self.name, self.notes) = (name, notes)
        super.init(frame: frame)
    }

    required init?(coder: NSCoder) { nil }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { notes.all.append("\(name) down") }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { notes.all.append("\(name) moved") }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { notes.all.append("\(name) up") }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        notes.all.append("\(name) cancelled")
    }
    override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { !refuses(recognizer) }
}

/// A delegate that consists of closures.
final class GestureDelegate: UIGestureRecognizerDelegate {
    var begins: (UIGestureRecognizer) -> Bool = { _ in true }
    var isTogether: (UIGestureRecognizer, UIGestureRecognizer) -> Bool = { _, _ in false }
    var waits: (UIGestureRecognizer, UIGestureRecognizer) -> Bool = { _, _ in false }
    var isAwaited: (UIGestureRecognizer, UIGestureRecognizer) -> Bool = { _, _ in false }
    var receives: (UITouch) -> Bool = { _ in true }

    func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { begins(recognizer) }
    func gestureRecognizer(
        _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool { isTogether(recognizer, other) }
    func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldRequireFailureOf other: UIGestureRecognizer) -> Bool
    {
        waits(recognizer, other)
    }
    func gestureRecognizer(
        _ recognizer: UIGestureRecognizer, shouldBeRequiredToFailBy other: UIGestureRecognizer
    ) -> Bool { isAwaited(recognizer, other) }
    func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { receives(touch) }
}
