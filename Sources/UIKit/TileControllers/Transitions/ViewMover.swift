import Foundation
import TileGraphics
import TileViews

/// An animator that can be paused, driven interactively and reversed. Most of the library's own animators are of this
/// kind.
final class ViewMover: NSObject, UIViewControllerAnimatedTransitioning {
    private let duration: TimeInterval
    private let curve: any UITimingCurveProvider
    /// A closure that sets the initial state of the views.
    private let prepare: (ControllerTransition) -> Void
    /// A closure that sets the final state of the views.
    private let move: (ControllerTransition) -> Void
    /// A closure that removes temporary views, with whether the transition was completed.
    private let cleanUp: (ControllerTransition, Bool) -> Void

    init(
        duration: TimeInterval, curve: any UITimingCurveProvider = UISpringTimingParameters(dampingRatio: 1),
        prepare: @escaping (ControllerTransition) -> Void, move: @escaping (ControllerTransition) -> Void,
        cleanUp: @escaping (ControllerTransition, Bool) -> Void = { _, _ in }
    ) {
        self.duration = duration
        self.curve = curve
        self.prepare = prepare
        self.move = move
        self.cleanUp = cleanUp
    }

    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
        duration
    }

    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        interruptibleAnimator(using: transitionContext)?.startAnimation()
    }

    func interruptibleAnimator(
        using transitionContext: any UIViewControllerContextTransitioning
    ) -> (any UIViewImplicitlyAnimating)? {
        guard let transition = transitionContext as? ControllerTransition else { return nil }
        UIView.performWithoutAnimation { prepare(transition) }
        let animator = UIViewPropertyAnimator(duration: duration, timingParameters: curve)
        animator.addAnimations { [move] in move(transition) }
        animator.addCompletion { [cleanUp] position in
            let didComplete = position == .end
            cleanUp(transition, didComplete)
            transition.completeTransition(didComplete)
        }
        return animator
    }
}

/// An animator that uses a view transition of the container. It can't be interrupted.
final class ViewTurner: NSObject, UIViewControllerAnimatedTransitioning {
    private let options: UIView.AnimationOptions
    private let duration: TimeInterval

    init(_ options: UIView.AnimationOptions, duration: TimeInterval) {
        self.options = options
        self.duration = duration
    }

    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
        duration
    }

    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        let container = transitionContext.containerView
        UIView.transition(
            with: container, duration: duration, options: options,
            animations: {
                if let view = transitionContext.view(forKey: .to) {
                    if let to = transitionContext.viewController(forKey: .to) {
                        view.frame = transitionContext.finalFrame(for: to)
                    }
                    container.addSubview(view)
                }
                transitionContext.view(forKey: .from)?.removeFromSuperview()
            }, completion: { _ in transitionContext.completeTransition(true) })
    }
}
