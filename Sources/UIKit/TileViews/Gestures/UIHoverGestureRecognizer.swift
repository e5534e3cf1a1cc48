public import Foundation
public import TileGeometry

/// A recognizer for a pointer over a view with no button pressed.
///
/// It begins when the pointer enters its view or a subview, changes as the pointer moves there, and ends when the
/// pointer leaves. It neither prevents other recognizers nor is prevented by them. A program sends a pointer with a
/// `TouchSequence`, from `.regionEntered` through `.regionMoved` to `.regionExited`.
open class UIHoverGestureRecognizer: UIGestureRecognizer {
    private var pointer: UITouch? { touches.first }

    /// The distance of a pencil from the surface, from 0 on contact to 1 at the maximum distance at which it is
    /// detected. 0 for other pointers.
    open var zOffset: CGFloat { pointer?.state.zOffset ?? 0 }

    /// The angle of the pencil to the surface, in radians: π/2 for an upright pencil and for other pointers.
    open var altitudeAngle: CGFloat { pointer?.altitudeAngle ?? .pi / 2 }

    /// The rotation of the pencil about its own axis, in radians; 0 for other pointers.
    open var rollAngle: CGFloat { pointer?.rollAngle ?? 0 }

    /// Returns the direction in which the pencil leans, as an angle from the view's x axis towards its y axis, in
    /// radians. A nil view stands for the window.
    open func azimuthAngle(in view: UIView?) -> CGFloat { pointer?.azimuthAngle(in: view) ?? 0 }

    /// Returns the direction in which the pencil leans, as a unit vector in the coordinate space of the view. A nil
    /// view stands for the window. Zero if there is no pointer.
    open func azimuthUnitVector(in view: UIView?) -> CGVector {
        pointer?.azimuthUnitVector(in: view) ?? CGVector(dx: 0, dy: 0)
    }

    open override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    open override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    /// Handles a pointer that has entered the view, moved over it or left it.
    final func hover(_ touch: UITouch, isThere: Bool, with event: UIEvent) {
        guard isEnabled, !progress.state.isOver else { return }
        modifierFlags = event.modifierFlags
        buttonMask = event.buttonMask
        if touches.isEmpty { touches = [touch] }
        if isThere {
            state = progress.state == .possible ? .began : .changed
        } else {
            state = progress.state == .possible ? .failed : .ended
        }
    }

    open override func reset() {
        super.reset()
        // The pointer may return: unlike a finger, it need not be lifted first.
        resting = []
    }
}

extension UIWindow {
    /// Delivers pointers to the hover recognizers of the views under them and of their superviews.
    func deliverHover(_ event: UIEvent) {
        for touch in event.touches where touch.window === self && touch.phase.isHovering && event.hasNews(of: touch) {
            var over = touch.phase == .regionExited ? [] : touch.view?.hoverers ?? []
            let before = touch.hoverers
            for hover in before where !over.contains(where: { $0 === hover }) {
                hover.hover(touch, isThere: false, with: event)
            }
            over = over.filter { hover in
                before.contains { $0 === hover } || hover.touches.isEmpty && hover.receives(touch, in: event)
            }
            touch.followers = over
            // From the innermost view outward, as for touches.
            for hover in over { hover.hover(touch, isThere: true, with: event) }
        }
    }

    /// Ends hovering when a pointer moves to another window.
    func endHover(of touch: UITouch, with event: UIEvent) {
        for hover in touch.hoverers { hover.hover(touch, isThere: false, with: event) }
        gestures.flush()
        touch.followers = []
    }
}

extension UITouch {
    fileprivate final var hoverers: [UIHoverGestureRecognizer] {
        followers.compactMap { $0 as? UIHoverGestureRecognizer }
    }
}
