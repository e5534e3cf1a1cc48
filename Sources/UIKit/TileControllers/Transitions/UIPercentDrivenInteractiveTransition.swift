public import Foundation
import TileGraphics
import TileLayers
public import TileViews

/// Drives an animator's animations by a fraction: what a gesture's handler updates, and finishes or cancels.
///
/// An animator that gives an `interruptibleAnimator(using:)` is driven by that; of others, the container's time stands
/// still and is moved. Cancelled, views have again what they had before.
open class UIPercentDrivenInteractiveTransition: NSObject, UIViewControllerInteractiveTransitioning {
    private weak var transition: ControllerTransition?
    /// What is driven, where the animator gives one.
    private var animator: (any UIViewImplicitlyAnimating)?
    private var places: [ViewPlace] = []
    private var link: CADisplayLink?

    public override init() { super.init() }

    /// In seconds: the animator's.
    public private(set) final var duration: CGFloat = 0
    /// How far it is, from 0 to 1.
    public private(set) final var percentComplete: CGFloat = 0
    /// How fast the rest goes, once let go of.
    open var completionSpeed: CGFloat = 1
    open var completionCurve = UIView.AnimationCurve.easeInOut
    /// The pace of animations while a hand moves them: evenly, where nothing is set.
    open var timingCurve: (any UITimingCurveProvider)?
    /// Whether it begins by hand.
    open var wantsInteractiveStart = true

    /// A subclass calls super. A context that is of no transition of this library traps.
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

    /// Moves it: a fraction that is less than 0 or more than 1, or no number, is brought there.
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

    /// A hand takes it up again, where it is.
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

    /// Lets go of it: it goes back.
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

    /// Lets go of it: it goes on to its end.
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

    // MARK: The container's time

    /// The time of the container's layer at which the animations began.
    private var start: CFTimeInterval = 0

    /// The time of the frames that show the container.
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
        // From the superlayer's time, at the layer's pace.
        layer.beginTime /= Double(layer.speed)
        // The container may outlive the transition, and goes on as others do.
        transition.animate(alongsideTransition: nil) { _ in
            (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
        }
    }

    /// Moves the time back to the start, frame by frame, and ends there.
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
        // The animator's completion says that it is over; by then all is where it was.
        UIView.performWithoutAnimation { for place in places { place.restore() } }
        transition.containerView.removeAnimationsBelow()
    }
}

/// Where a view was, to be put back.
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
