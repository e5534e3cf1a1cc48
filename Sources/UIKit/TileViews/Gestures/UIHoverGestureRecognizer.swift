public import Foundation
public import TileGeometry

/// A pointer over a view, with no button pressed.
///
/// It begins when the pointer comes over its view, or over one in it, changes as the pointer moves there, and ends when
/// it leaves. It keeps no other from recognizing, and no other keeps it. A program sends a pointer by a
/// `TouchSequence`: from `.regionEntered`, through `.regionMoved`, to `.regionExited`.
open class UIHoverGestureRecognizer: UIGestureRecognizer {
    private var pointer: UITouch? { touches.first }

    /// How far a pencil is from the surface: from 0, where it touches it, to 1, the farthest at which it is told of. 0
    /// for other pointers.
    open var zOffset: CGFloat { pointer?.state.zOffset ?? 0 }

    /// The pencil's angle to the surface, in radians: π/2 when it stands upright, and for other pointers.
    open var altitudeAngle: CGFloat { pointer?.altitudeAngle ?? .pi / 2 }

    /// The pencil's turn about its own axis, in radians; 0 for other pointers.
    open var rollAngle: CGFloat { pointer?.rollAngle ?? 0 }

    /// Where the pencil leans, as an angle from the view's x axis towards its y axis, in radians; nil stands for the
    /// window.
    open func azimuthAngle(in view: UIView?) -> CGFloat { pointer?.azimuthAngle(in: view) ?? 0 }

    /// Where the pencil leans, as a vector of length 1 in the view's space; nil stands for the window. Zero when there
    /// is no pointer.
    open func azimuthUnitVector(in view: UIView?) -> CGVector {
        pointer?.azimuthUnitVector(in: view) ?? CGVector(dx: 0, dy: 0)
    }

    open override func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { false }
    open override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { false }

    /// The pointer has moved over its view, come there, or left it.
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
        // The pointer may come back: it is no finger that must be lifted first.
        resting = []
    }
}

extension UIWindow {
    /// Lets recognizers have pointers over their views, and over views in those.
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
            // The innermost first, as with touches.
            for hover in over { hover.hover(touch, isThere: true, with: event) }
        }
    }

    /// A pointer goes over to another window.
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
