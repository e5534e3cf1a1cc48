import Foundation
import TileGeometry

/// A recognizer for one or several taps of fingers and, if `allowedPressTypes` contains their types, of buttons or
/// keys.
///
/// Each tap ends within `GesturePolicy.longestTap`, the next one begins within `longestTapGap`, and none moves farther
/// than `tapMovement`. The recognizer ends when the last finger of the last tap is lifted.
open class UITapGestureRecognizer: UIGestureRecognizer {
    open var numberOfTapsRequired = 1 {
        willSet { precondition(newValue >= 1, "a gesture has at least one tap, not \(newValue)") }
    }
    /// The number of fingers, which must all be down at the same time.
    open var numberOfTouchesRequired = 1 {
        willSet { precondition(newValue >= 1, "a tap takes at least one finger, not \(newValue)") }
    }
    /// The buttons of a pointer that must be pressed.
    open var buttonMaskRequired: UIEvent.ButtonMask = .primary

    private var taps = 0
    private var most = 0
    /// The center of the fingers in the first tap, in points of the window. Later taps must be near it.
    private var place: CGPoint?
    private var starts: [ObjectIdentifier: CGPoint] = [:]

    override var isBetweenTouches: Bool { taps > 0 && progress.state == .possible }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if most == 0 { deadline = event.timestamp + policy.longestTap }
        for touch in touches { starts[ObjectIdentifier(touch)] = touch.location(in: nil) }
        most = max(most, down.count)
        let isPointer = touches.contains { $0.type == .indirectPointer }
        if most > numberOfTouchesRequired || !inputs.isEmpty
            || isPointer && !event.buttonMask.isSuperset(of: buttonMaskRequired)
        {
            state = .failed
            return
        }
        guard down.count == numberOfTouchesRequired, let middle = Self.middle(of: down, in: nil) else { return }
        if let place, !isNear(middle, place) {
            state = .failed
        } else if place == nil {
            place = middle
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        let strays = touches.contains { touch in
            starts[ObjectIdentifier(touch)].map { !isNear(touch.location(in: nil), $0) } ?? true
        }
        if strays { state = .failed }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        touchesMoved(touches, with: event)
        guard progress.state == .possible, down.isEmpty else { return }
        guard most == numberOfTouchesRequired else {
            state = .failed
            return
        }
        (taps, most, starts) = (taps + 1, 0, [:])
        if taps == numberOfTapsRequired {
            deadline = nil
            state = .ended
        } else {
            deadline = event.timestamp + policy.longestTapGap
        }
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .failed }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {
        deadline = event.timestamp + policy.longestTap
        if inputs.count > 1 || !touches.isEmpty { state = .failed }
    }

    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) {
        guard progress.state == .possible else { return }
        taps += 1
        if taps == numberOfTapsRequired {
            deadline = nil
            state = .ended
        } else {
            deadline = event.timestamp + policy.longestTapGap
        }
    }

    open override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent) { state = .failed }

    open override func deadlinePassed() { state = .failed }

    open override func reset() {
        super.reset()
        (taps, most, place, starts) = (0, 0, nil, [:])
    }

    private func isNear(_ a: CGPoint, _ b: CGPoint) -> Bool {
        let (dx, dy) = (a.x - b.x, a.y - b.y)
        return (dx * dx + dy * dy).squareRoot() <= policy.tapMovement
    }
}
