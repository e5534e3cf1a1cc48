public import Foundation
import TileGeometry

/// Fingers that move; or a wheel or trackpad under the pointer, where `allowedScrollTypesMask` says so.
///
/// It begins once their middle went as far as `GesturePolicy.panSlop` along an axis; that much is not part of its way.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// How many fingers it takes to begin; 1 at first. Traps when it is less.
    open var minimumNumberOfTouches = 1 {
        willSet { precondition(newValue >= 1, "a pan takes at least one finger, not \(newValue)") }
    }

    /// With how many fingers it fails. A scroll view pans with any number, as UIKit's do.
    open var maximumNumberOfTouches = Int.max

    /// Which scrolls without a finger on the screen are pans, too: none at first, and all of a scroll view's pan. Such
    /// a pan begins with the first movement, has no touches, and lies where the pointer is.
    open var allowedScrollTypesMask: UIScrollTypeMask = []

    /// How far the fingers went since it began, in the coordinates of `view`.
    private var way = CGVector.zero
    /// Points a second, in the coordinates of `view`.
    private var speed = CGVector.zero
    /// Where the fingers' middle was at first, and last, in the window's coordinates.
    private var start = CGPoint.zero
    private var last = CGPoint.zero
    private var velocity = DragVelocity()
    /// All of their way, for the speed: a finger more or less moves nothing.
    private var course = CGPoint.zero

    /// How far the fingers went since it began, or since it was set, in a view's coordinates; in the window's without a
    /// view.
    open func translation(in view: UIView?) -> CGPoint { vector(way, in: view) }

    /// Counts on from here. Traps when it is not finite.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        precondition(
            translation.x.isFinite && translation.y.isFinite, "a translation must be finite, and is \(translation)")
        guard let own = self.view else { return }
        let (from, to) = (own.convert(CGPoint.zero, from: view), own.convert(translation, from: view))
        way = CGVector(dx: to.x - from.x, dy: to.y - from.y)
    }

    /// Points a second, in a view's coordinates: those of the moves in the last tenth of a second.
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

    /// A scroll that it follows has begun, moved, ended or been cancelled.
    func follow(_ input: ScrollInput, _ phase: ScrollEvent.Phase, with event: ScrollEvent) {
        guard isEnabled, !progress.state.isOver else { return }
        modifierFlags = event.modifierFlags
        if phase == .began {
            take(inputs: [input])
            velocity.add(course, at: event.timestamp)
        }
        // A wheel's notch has moved when it began.
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

    /// Goes on from where the fingers are now.
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

    /// Whether fingers that went so far, in the window's points, pan.
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

    /// Adds a step in the window's points.
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

    // MARK: What a scroll view says

    /// What those that are asked whether it should begin find: the whole way so far.
    final func prepare(_ touches: [UITouch], way: CGVector, velocityOfContent velocity: CGVector) {
        self.touches = touches
        self.way = way
        speed = CGVector(dx: -velocity.dx, dy: -velocity.dy)
    }

    /// Takes on a state, not told yet. What began starts with this way; later ones add to it.
    final func note(_ state: State, by way: CGVector = .zero, velocityOfContent velocity: CGVector) {
        if state == .began { self.way = .zero }
        progress.state = state
        self.way.dx += way.dx
        self.way.dy += way.dy
        speed = CGVector(dx: -velocity.dx, dy: -velocity.dy)
    }
}

extension UIGestureRecognizer {
    /// From when on fingers count as a gesture, on its screen.
    final var policy: GesturePolicy { view?.window?.screen.gesturePolicy ?? GesturePolicy() }
}
