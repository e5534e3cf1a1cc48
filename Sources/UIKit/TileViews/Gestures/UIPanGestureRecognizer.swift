public import Foundation
import TileGeometry

/// A recognizer for moving fingers and, if `allowedScrollTypesMask` allows it, for a wheel or trackpad.
///
/// It begins once the center of the fingers has moved by `GesturePolicy.panSlop` along an axis. That distance is not
/// part of the translation.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// The minimum number of fingers. The default is 1. Traps if it is less.
    open var minimumNumberOfTouches = 1 {
        willSet { precondition(newValue >= 1, "a pan takes at least one finger, not \(newValue)") }
    }

    /// The maximum number of fingers; the recognizer fails with more. A scroll view pans with any number, as in UIKit.
    open var maximumNumberOfTouches = Int.max

    /// The types of scrolls without a finger on the screen that are recognized. The default is none, and all for the
    /// pan of a scroll view. Such a pan begins with the first movement, has no touches, and its location is that of the
    /// pointer.
    open var allowedScrollTypesMask: UIScrollTypeMask = []

    /// The distance since the gesture began, in the coordinates of `view`.
    private var way = CGVector.zero
    /// The velocity in points per second, in the coordinates of `view`.
    private var speed = CGVector.zero
    /// The initial and the last center of the fingers, in the window's coordinates.
    private var start = CGPoint.zero
    private var last = CGPoint.zero
    private var velocity = DragVelocity()
    /// The sum of all movements, from which the velocity is computed. It does not jump when fingers are added or
    /// lifted.
    private var course = CGPoint.zero

    /// Returns the distance since the gesture began, or since it was set, in the coordinates of a view, or of the
    /// window if the view is nil.
    open func translation(in view: UIView?) -> CGPoint { vector(way, in: view) }

    /// Sets the current translation, to which later movements are added. Traps if it is not finite.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        precondition(
            translation.x.isFinite && translation.y.isFinite, "a translation must be finite, and is \(translation)")
        guard let own = self.view else { return }
        let (from, to) = (own.convert(CGPoint.zero, from: view), own.convert(translation, from: view))
        way = CGVector(dx: to.x - from.x, dy: to.y - from.y)
    }

    /// Returns the velocity in points per second over the last tenth of a second, in the coordinates of a view.
    open func velocity(in view: UIView?) -> CGPoint { vector(speed, in: view) }

    private func vector(_ vector: CGVector, in view: UIView?) -> CGPoint {
        guard let own = self.view else { return .zero }
        let from = own.convert(CGPoint.zero, to: view)
        let to = own.convert(CGPoint(x: vector.dx, y: vector.dy), to: view)
        return CGPoint(x: to.x - from.x, y: to.y - from.y)
    }

    // MARK: Scrolls

    open override func location(in view: UIView?) -> CGPoint {
        guard touches.isEmpty, let input = inputs.first as? ScrollInput, let window = input.window else {
            return super.location(in: view)
        }
        return view.map { window.convert(input.location, to: $0) } ?? input.location
    }

    /// Handles a scroll that has begun, moved, ended or been cancelled.
    func follow(_ input: ScrollInput, _ phase: ScrollEvent.Phase, with event: ScrollEvent) {
        guard isEnabled, !progress.state.isOver else { return }
        modifierFlags = event.modifierFlags
        if phase == .began {
            addInputs([input])
            velocity.add(course, at: event.timestamp)
        }
        // A notch of a wheel moves at its beginning.
        if phase != .cancelled, event.phase != nil || phase == .began { scroll(by: event.delta, at: event.timestamp) }
        switch phase {
        case .began, .changed: return
        case .ended:
            updateSpeed(at: event.timestamp)
            state = progress.state == .possible && progress.awaited.isEmpty ? .failed : .ended
        case .cancelled: state = progress.state == .possible ? .failed : .cancelled
        }
    }

    private func scroll(by step: CGVector, at time: TimeInterval) {
        guard step.dx != 0 || step.dy != 0 else { return }
        course.x += step.dx
        course.y += step.dy
        velocity.add(course, at: time)
        updateSpeed(at: time)
        if progress.state == .possible, progress.awaited.isEmpty { way = .zero }
        move(by: step)
        state = progress.state == .possible && progress.awaited.isEmpty ? .began : .changed
    }

    // MARK: Touches

    /// Continues from the current positions of the fingers.
    private func rebase() {
        guard let middle = Self.middle(of: down, in: nil) else { return }
        last = middle
        if progress.state == .possible { start = middle }
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        rebase()
        velocity.add(course, at: event.timestamp)
        if !inputs.isEmpty {
            state = progress.state == .possible ? .failed : .cancelled
            return
        }
        if down.count > maximumNumberOfTouches {
            state = progress.state == .possible ? .failed : .cancelled
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let middle = Self.middle(of: down, in: nil) else { return }
        let step = CGVector(dx: middle.x - last.x, dy: middle.y - last.y)
        last = middle
        course.x += step.dx
        course.y += step.dy
        velocity.add(course, at: event.timestamp)
        updateSpeed(at: event.timestamp)
        if progress.state == .possible {
            beginIfFarEnough(middle)
        } else {
            move(by: step)
            state = .changed
        }
    }

    private func beginIfFarEnough(_ middle: CGPoint) {
        let gone = CGVector(dx: middle.x - start.x, dy: middle.y - start.y)
        guard down.count >= minimumNumberOfTouches, mayBegin(after: gone) else { return }
        let slop = policy.panSlop
        let length = (gone.dx * gone.dx + gone.dy * gone.dy).squareRoot()
        let part = max(0, (length - slop) / length)
        way = .zero
        move(by: CGVector(dx: gone.dx * part, dy: gone.dy * part))
        state = .began
    }

    /// Returns whether a movement of the fingers, in points of the window, begins a pan.
    func mayBegin(after gone: CGVector) -> Bool { max(abs(gone.dx), abs(gone.dy)) >= policy.panSlop }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        let isUnderWay = progress.state != .possible || !progress.awaited.isEmpty
        if isUnderWay, let middle = Self.middle(of: down + touches, in: nil) {
            let step = CGVector(dx: middle.x - last.x, dy: middle.y - last.y)
            move(by: step)
        }
        guard down.count < minimumNumberOfTouches else { return rebase() }
        updateSpeed(at: event.timestamp)
        state = progress.state == .possible && progress.awaited.isEmpty ? .failed : .ended
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        state = progress.state == .possible ? .failed : .cancelled
    }

    open override func reset() {
        super.reset()
        (way, speed, course) = (.zero, .zero, .zero)
        velocity = DragVelocity()
    }

    private func updateSpeed(at time: TimeInterval) {
        let perSecond = velocity.velocity(at: time)
        speed = inView(perSecond)
    }

    /// Adds a movement in points of the window.
    private func move(by step: CGVector) {
        let own = inView(step)
        way.dx += own.dx
        way.dy += own.dy
    }

    private func inView(_ vector: CGVector) -> CGVector {
        guard let own = view else { return vector }
        let (from, to) = (
            own.convert(CGPoint.zero, from: nil), own.convert(CGPoint(x: vector.dx, y: vector.dy), from: nil)
        )
        return CGVector(dx: to.x - from.x, dy: to.y - from.y)
    }

    // MARK: State set by a scroll view

    /// Sets the entire distance so far, which delegates and views see when they decide whether the gesture should
    /// begin.
    final func prepare(_ touches: [UITouch], way: CGVector, velocityOfContent velocity: CGVector) {
        self.touches = touches
        self.way = way
        speed = CGVector(dx: -velocity.dx, dy: -velocity.dy)
    }

    /// Sets a state without notifying the handlers. `began` resets the translation; other states add to it.
    final func note(_ state: State, by way: CGVector = .zero, velocityOfContent velocity: CGVector) {
        if state == .began { self.way = .zero }
        progress.state = state
        self.way.dx += way.dx
        self.way.dy += way.dy
        speed = CGVector(dx: -velocity.dx, dy: -velocity.dy)
    }
}

extension UIGestureRecognizer {
    /// The gesture thresholds of the view's screen.
    final var policy: GesturePolicy { view?.window?.screen.gesturePolicy ?? GesturePolicy() }
}
