public import Foundation
import TileGraphics
import TileLayers
public import TileViews

/// An interaction controller that drives an animator by a fraction. A gesture handler updates it, and finishes or
/// cancels it.
///
/// If the animator provides an `interruptibleAnimator(using:)`, that is driven; otherwise the time of the container's
/// layer is paused and moved. After a cancellation, the views have their previous values.
open class UIPercentDrivenInteractiveTransition: NSObject, UIViewControllerInteractiveTransitioning {
    private weak var transition: ControllerTransition?
    /// The interruptible animator, if there is one.
    private var animator: (any UIViewImplicitlyAnimating)?
    private var places: [ViewPlace] = []
    private var link: CADisplayLink?

    public override init() { super.init() }

    /// The duration of the animator, in seconds.
    public private(set) final var duration: CGFloat = 0
    /// The fraction completed, from 0 to 1.
    public private(set) final var percentComplete: CGFloat = 0
    /// The speed of the remaining animation after the interaction ends.
    open var completionSpeed: CGFloat = 1
    open var completionCurve = UIView.AnimationCurve.easeInOut
    /// The timing curve of the remaining animation; nil for that of the animator.
    open var timingCurve: (any UITimingCurveProvider)?
    /// Whether the transition starts interactively.
    open var wantsInteractiveStart = true

    /// Starts the interactive transition. A subclass calls super. Traps if the context isn't one of this library's
    /// transitions.
    open func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning) {
        guard let transition = transitionContext as? ControllerTransition else {
            preconditionFailure("a \(type(of: transitionContext)) is no context that a transition was begun with")
        }
        self.transition = transition
        duration = CGFloat(transition.transitionDuration)
        percentComplete = 0
        places = [transition.change.fromView, transition.change.toView].compactMap { $0.map { ViewPlace($0) } }
        transition.startAnimations()
        if let views = transition.viewAnimator {
            animator = views
            views.pauseAnimation()
        } else {
            hold(transition)
        }
    }

    /// Updates the fraction, which is clamped to 0 through 1. Values that aren't finite count as 0.
    open func update(_ percentComplete: CGFloat) {
        let fraction = percentComplete.isFinite ? min(1, max(0, percentComplete)) : 0
        self.percentComplete = fraction
        guard let transition, transition.isInteractive else { return }
        if let animator {
            animator.fractionComplete = fraction
        } else {
            transition.containerView.layer.timeOffset = start + Double(fraction * duration)
        }
        transition.updateInteractiveTransition(fraction)
    }

    /// Pauses the transition and makes it interactive again.
    open func pause() {
        guard let transition, !transition.isInteractive else { return }
        if let animator {
            animator.pauseAnimation()
            animator.isReversed = false
            percentComplete = animator.fractionComplete
        } else {
            link?.invalidate()
            hold(transition)
        }
        transition.pauseInteractiveTransition()
    }

    /// Ends the interaction and animates back to the start.
    open func cancel() {
        guard let transition, transition.isInteractive else { return }
        transition.cancelInteractiveTransition()
        if let animator {
            animator.isReversed = true
            animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        } else {
            goBack(transition)
        }
    }

    /// Ends the interaction and animates to the end.
    open func finish() {
        guard let transition, transition.isInteractive else { return }
        transition.finishInteractiveTransition()
        if let animator {
            animator.continueAnimation(
                withTimingParameters: timingCurve, durationFactor: completionSpeed > 0 ? 1 / completionSpeed : 0)
        } else {
            release(transition)
        }
    }

    // MARK: Layer time of the container

    /// The time of the container's layer at the start of the animations.
    private var start: CFTimeInterval = 0

    /// Returns the time of the screen that shows the container.
    private func now(_ transition: ControllerTransition) -> CFTimeInterval {
        transition.containerView.window?.screen.clock.now ?? CACurrentMediaTime()
    }

    private func hold(_ transition: ControllerTransition) {
        let layer = transition.containerView.layer
        start = layer.convertTime(now(transition), from: nil)
        if percentComplete > 0 { start -= Double(percentComplete * duration) }
        layer.speed = 0
        layer.timeOffset = start + Double(percentComplete * duration)
    }

    private func release(_ transition: ControllerTransition) {
        let layer = transition.containerView.layer
        let held = layer.timeOffset
        layer.speed = completionSpeed > 0 && completionSpeed.isFinite ? Float(completionSpeed) : 1
        layer.timeOffset = 0
        layer.beginTime = 0
        layer.beginTime = layer.convertTime(now(transition), from: nil) - held
        // Convert from the superlayer's time, at the layer's speed.
        layer.beginTime /= Double(layer.speed)
        // The container may outlive the transition, so its time is reset.
        transition.animate(alongsideTransition: nil) { _ in
            (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
        }
    }

    /// Moves the layer's time back to the start, frame by frame, and ends there.
    private func goBack(_ transition: ControllerTransition) {
        guard let screen = transition.containerView.window?.screen, percentComplete > 0, duration > 0 else {
            return endAtStart(transition)
        }
        let (from, speed) = (Double(percentComplete * duration), max(0.01, Double(completionSpeed)))
        var began: CFTimeInterval?
        let link = screen.displayLink { [weak self, weak transition] link in
            guard let self, let transition else { return link.invalidate() }
            let begin = began ?? link.timestamp
            began = begin
            let left = from - (link.timestamp - begin) * speed
            transition.containerView.layer.timeOffset = start + max(0, left)
            if left <= 0 {
                link.invalidate()
                endAtStart(transition)
            }
        }
        self.link = link
    }

    private func endAtStart(_ transition: ControllerTransition) {
        let layer = transition.containerView.layer
        (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
        // The animator's completion ends the transition. The views are restored before that.
        UIView.performWithoutAnimation { for place in places { place.restore() } }
        transition.containerView.removeAnimationsBelow()
    }
}

/// The geometry of a view, to be restored.
private struct ViewPlace {
    let view: UIView
    let bounds: CGRect
    let center: CGPoint
    let transform: CATransform3D
    let alpha: CGFloat

    init(_ view: UIView) {
        self.view = view
        (bounds, center, transform, alpha) = (view.bounds, view.center, view.transform3D, view.alpha)
    }

    func restore() { (view.bounds, view.center, view.transform3D, view.alpha) = (bounds, center, transform, alpha) }
}

extension UIView {
    fileprivate func removeAnimationsBelow() {
        layer.removeAllAnimations()
        for view in subviews { view.removeAnimationsBelow() }
    }
}
