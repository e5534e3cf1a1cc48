public import Foundation
import TileGeometry

/// Fingers that move: here, those that move a scroll view's content.
///
/// It begins once they went 10 points; those are not part of its way.
public final class UIPanGestureRecognizer: UIGestureRecognizer {
    /// How many fingers it takes to begin; 1 at first. Traps when it is less.
    public var minimumNumberOfTouches = 1 {
        willSet { precondition(newValue >= 1, "a pan takes at least one finger, not \(newValue)") }
    }

    /// Kept for code that sets it: as in UIKit, a scroll view pans with any number of fingers.
    public var maximumNumberOfTouches = Int.max

    /// How far the fingers went since it began, in the coordinates of `view`.
    private var way = CGVector.zero
    /// Points a second, in the coordinates of `view`.
    private var speed = CGVector.zero

    override func stop() { (view as? UIScrollView)?.endDrag() }

    /// How far the fingers went since it began, or since it was set, in a view's coordinates; in the window's without a
    /// view.
    public func translation(in view: UIView?) -> CGPoint { vector(way, in: view) }

    /// Counts on from here. Traps when it is not finite.
    public func setTranslation(_ translation: CGPoint, in view: UIView?) {
        precondition(
            translation.x.isFinite && translation.y.isFinite, "a translation must be finite, and is \(translation)")
        guard let own = self.view else { return }
        let (from, to) = (own.convert(CGPoint.zero, from: view), own.convert(translation, from: view))
        way = CGVector(dx: to.x - from.x, dy: to.y - from.y)
    }

    /// Points a second, in a view's coordinates: those of the moves in the last tenth of a second.
    public func velocity(in view: UIView?) -> CGPoint { vector(speed, in: view) }

    private func vector(_ vector: CGVector, in view: UIView?) -> CGPoint {
        guard let own = self.view else { return .zero }
        let from = own.convert(CGPoint.zero, to: view)
        let to = own.convert(CGPoint(x: vector.dx, y: vector.dy), to: view)
        return CGPoint(x: to.x - from.x, y: to.y - from.y)
    }

    // MARK: What the scroll view says

    /// What those that are asked whether it should begin find: the whole way so far.
    func prepare(_ touches: [UITouch], way: CGVector, velocityOfContent velocity: CGVector) {
        self.touches = touches
        self.way = way
        speed = CGVector(dx: -velocity.dx, dy: -velocity.dy)
    }

    /// Takes on a state, not told yet. What began starts with this way; later ones add to it.
    func note(_ state: State, by way: CGVector = .zero, velocityOfContent velocity: CGVector) {
        if state == .began { self.way = .zero }
        self.state = state
        self.way.dx += way.dx
        self.way.dy += way.dy
        speed = CGVector(dx: -velocity.dx, dy: -velocity.dy)
    }
}
