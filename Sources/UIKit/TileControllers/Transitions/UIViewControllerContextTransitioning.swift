public import Foundation
public import TileGeometry
public import TileViews

/// What an animator is told of a transition, and what it tells back.
public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
    /// The view that it takes place in. The animator puts the coming view into it.
    var containerView: UIView { get }
    var isAnimated: Bool { get }
    var isInteractive: Bool { get }
    var transitionWasCancelled: Bool { get }
    var presentationStyle: UIModalPresentationStyle { get }
    /// A hand has driven it this far, from 0 to 1.
    func updateInteractiveTransition(_ percentComplete: CGFloat)
    /// The hand let go of it, and it goes on to its end.
    func finishInteractiveTransition()
    /// The hand let go of it, and it goes back.
    func cancelInteractiveTransition()
    /// A hand takes it up again.
    func pauseInteractiveTransition()
    /// The animator is done. To be called once; without it the transition never ends.
    ///
    /// - Parameter didComplete: false where it went back.
    func completeTransition(_ didComplete: Bool)
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    var targetTransform: CGAffineTransform { get }
    /// Where a controller's view is before, in the container; empty where it is nowhere.
    func initialFrame(for vc: UIViewController) -> CGRect
    /// Where a controller's view is to be after, in the container; empty where it is nowhere.
    func finalFrame(for vc: UIViewController) -> CGRect
}

/// Animates a transition.
public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
    /// In seconds.
    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval
    /// Puts the coming view into the container, animates, and in the end calls `completeTransition(_:)`.
    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
    /// The animator of views that the transition can be taken in hand by; nil for none.
    func interruptibleAnimator(
        using transitionContext: any UIViewControllerContextTransitioning
    ) -> (any UIViewImplicitlyAnimating)?
    /// The transition is over.
    func animationEnded(_ transitionCompleted: Bool)
}

extension UIViewControllerAnimatedTransitioning {
    public func interruptibleAnimator(
        using transitionContext: any UIViewControllerContextTransitioning
    ) -> (any UIViewImplicitlyAnimating)? { nil }
    public func animationEnded(_ transitionCompleted: Bool) {}
}

/// Drives a transition by a person's hand.
public protocol UIViewControllerInteractiveTransitioning: NSObjectProtocol {
    /// Begins the transition, in place of the animator.
    func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)
    /// How fast the rest goes, once let go of: 1, as it would have.
    var completionSpeed: CGFloat { get }
    var completionCurve: UIView.AnimationCurve { get }
    /// Whether it begins by hand; else it begins by itself, and may be taken in hand later.
    var wantsInteractiveStart: Bool { get }
}

extension UIViewControllerInteractiveTransitioning {
    public var completionSpeed: CGFloat { 1 }
    public var completionCurve: UIView.AnimationCurve { .easeInOut }
    public var wantsInteractiveStart: Bool { true }
}

/// Who gives a controller animators and a presentation controller of one's own.
public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    func animationController(
        forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    func interactionControllerForPresentation(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    func interactionControllerForDismissal(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController?
}

extension UIViewControllerTransitioningDelegate {
    public func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    public func animationController(
        forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    public func interactionControllerForPresentation(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    public func interactionControllerForDismissal(
        using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    public func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? { nil }
}
