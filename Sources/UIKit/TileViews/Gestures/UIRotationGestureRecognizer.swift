public import Foundation
import TileGeometry

/// A recognizer for two fingers that rotate around each other. A third finger has no effect.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// The rotation since the gesture began, or since it was set, in radians, clockwise with y pointing down. Rotations
    /// beyond a full turn continue to add up.
    open var rotation: CGFloat {
        get { angle }
        set {
            precondition(newValue.isFinite, "a rotation must be finite, and is \(newValue)")
            angle = newValue
        }
    }
    /// The velocity in radians per second.
    public private(set) final var velocity: CGFloat = 0

    private var angle: CGFloat = 0
    private var pair = FingerPair()
    private var last: CGFloat?
    private var lastTime: TimeInterval = 0
    /// The rotation before the gesture began.
    private var gone: CGFloat = 0

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let line = pair.line(of: self.touches), pair.isNew(among: self.touches) else { return }
        (last, lastTime) = (line.angle, event.timestamp)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let line = pair.line(of: self.touches), let before = last else { return }
        // The smaller of the two possible rotations.
        var step = line.angle - before
        if step > .pi { step -= 2 * .pi }
        if step < -.pi { step += 2 * .pi }
        let seconds = event.timestamp - lastTime
        (last, lastTime) = (line.angle, event.timestamp)
        if progress.state == .possible {
            gone += step
            guard abs(gone) >= policy.rotationSlop else { return }
            angle = gone - (gone > 0 ? policy.rotationSlop : -policy.rotationSlop)
            state = .began
        } else {
            angle += step
            if seconds > 0 { velocity = step / CGFloat(seconds) }
            state = .changed
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard down.count < 2 else {
            pair.choose(among: down)
            last = pair.line(of: down)?.angle
            return
        }
        if progress.state == .possible {
            if down.isEmpty || !progress.awaited.isEmpty { state = progress.awaited.isEmpty ? .failed : .ended }
            (last, gone) = (nil, 0)
        } else {
            state = .ended
        }
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        state = progress.state == .possible ? .failed : .cancelled
    }

    open override func reset() {
        super.reset()
        (angle, velocity, gone, last, pair) = (0, 0, 0, nil, FingerPair())
    }
}
