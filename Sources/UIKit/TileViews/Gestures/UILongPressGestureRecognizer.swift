public import Foundation
import TileGeometry

/// A recognizer for fingers that stay down. It begins after they have been down for long enough without moving. After
/// that they may move, and it ends when they are lifted. It also recognizes buttons or keys that stay down if
/// `allowedPressTypes` contains their types.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// The number of taps before the press.
    open var numberOfTapsRequired = 0 {
        willSet { precondition(newValue >= 0, "there are no \(newValue) taps") }
    }
    open var numberOfTouchesRequired = 1 {
        willSet { precondition(newValue >= 1, "a press takes at least one finger, not \(newValue)") }
    }
    /// The minimum duration of the press in seconds.
    open var minimumPressDuration: TimeInterval = 0.5 {
        willSet { precondition(!newValue.isNaN, "a press can't last NaN seconds") }
    }
    /// The maximum movement of the fingers before the gesture begins, in points.
    open var allowableMovement: CGFloat = 10

    private var taps = 0
    private var most = 0
    private var starts: [ObjectIdentifier: CGPoint] = [:]

    override var isBetweenTouches: Bool { taps > 0 && progress.state == .possible }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard progress.state == .possible else { return }
        for touch in touches { starts[ObjectIdentifier(touch)] = touch.location(in: nil) }
        most = max(most, down.count)
        if most > numberOfTouchesRequired || !inputs.isEmpty {
            state = .failed
        } else if most == numberOfTouchesRequired, taps == numberOfTapsRequired {
            deadline = event.timestamp + max(0, minimumPressDuration)
        } else if taps < numberOfTapsRequired {
            deadline = event.timestamp + policy.longestTap
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard progress.state == .possible else {
            state = .changed
            return
        }
        let allowed = taps < numberOfTapsRequired ? policy.tapMovement : allowableMovement
        let strays = touches.contains { touch in
            guard let start = starts[ObjectIdentifier(touch)] else { return true }
            let place = touch.location(in: nil)
            let (dx, dy) = (place.x - start.x, place.y - start.y)
            return (dx * dx + dy * dy).squareRoot() > allowed
        }
        if strays { state = .failed }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard progress.state == .possible else {
            state = .ended
            return
        }
        guard taps < numberOfTapsRequired, most == numberOfTouchesRequired else {
            state = progress.awaited.isEmpty ? .failed : .ended
            return
        }
        guard down.isEmpty else { return }
        (taps, most, starts) = (taps + 1, 0, [:])
        deadline = event.timestamp + policy.longestTapGap
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        state = progress.state == .possible ? .failed : .cancelled
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {
        guard progress.state == .possible else { return }
        if inputs.count > 1 || !touches.isEmpty {
            state = .failed
        } else {
            deadline =
                event.timestamp + (taps == numberOfTapsRequired ? max(0, minimumPressDuration) : policy.longestTap)
        }
    }

    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) {
        guard progress.state == .possible else {
            state = .ended
            return
        }
        guard taps < numberOfTapsRequired else {
            state = progress.awaited.isEmpty ? .failed : .ended
            return
        }
        taps += 1
        deadline = event.timestamp + policy.longestTapGap
    }

    open override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent) {
        state = progress.state == .possible ? .failed : .cancelled
    }

    open override func deadlinePassed() {
        let isDown = down.count == numberOfTouchesRequired || inputs.contains { !$0.hasFinished }
        state = taps == numberOfTapsRequired && isDown ? .began : .failed
    }

    open override func reset() {
        super.reset()
        (taps, most, starts) = (0, 0, [:])
    }
}
