import Foundation
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// A transition from one controller to another: the context for animators, the coordinator for participants, and the
/// completion.
///
/// It begins with `run()`, is driven by an animator and optionally an interaction controller, and ends with
/// `completeTransition(_:)`. The container then cleans up in `onEnd`, and completion handlers are called.
final class ControllerTransition: NSObject, UIViewControllerContextTransitioning, UIViewControllerTransitionCoordinator
{
    /// The controllers, views and frames of the transition.
    struct Change {
        var from: UIViewController?
        var to: UIViewController?
        var fromView: UIView?
        var toView: UIView?
        var container: UIView
        var style = UIModalPresentationStyle.none
        /// The frames by controller identity.
        var initialFrames: [ObjectIdentifier: CGRect] = [:]
        var finalFrames: [ObjectIdentifier: CGRect] = [:]
    }

    private enum Phase {
        case announced, running, over
    }

    let change: Change
    private let animator: (any UIViewControllerAnimatedTransitioning)?
    private let interaction: (any UIViewControllerInteractiveTransitioning)?
    /// A closure for cleanup before the completion handlers, with whether the transition was completed.
    private let onEnd: (Bool) -> Void
    private var phase = Phase.announced
    private var alongside: [(UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private var completions: [(UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private var interactionHandlers: [(UIViewControllerTransitionCoordinatorContext) -> Void] = []
    /// The animator of animations alongside the transition, which can be paused and reversed with it.
    private var companion: UIViewPropertyAnimator?
    /// A reference to the transition itself while it is running.
    private var keepsItself: ControllerTransition?

    private(set) var initiallyInteractive = false
    private(set) var isInteractive = false
    private(set) var isCancelled = false
    private(set) var percentComplete: CGFloat = 0
    private(set) var transitionDuration: TimeInterval = 0

    /// Creates a transition.
    ///
    /// - Parameter animator: nil for a change without animation.
    init(
        _ change: Change, animator: (any UIViewControllerAnimatedTransitioning)?,
        interaction: (any UIViewControllerInteractiveTransitioning)? = nil, onEnd: @escaping (Bool) -> Void
    ) {
        self.change = change
        self.animator = animator
        self.interaction = animator == nil ? nil : interaction
        self.onEnd = onEnd
    }

    /// Begins the transition. Without an animator, the container has already made the change; the animations alongside
    /// are then performed at once, and the caller ends the transition.
    func run() {
        precondition(phase == .announced, "a transition runs once")
        phase = .running
        keepsItself = self
        guard let animator else {
            // The closures must not inherit an enclosing animation.
            UIView.performWithoutAnimation { runAlongside() }
            return
        }
        transitionDuration = max(0, animator.transitionDuration(using: self))
        if let interaction, interaction.wantsInteractiveStart {
            initiallyInteractive = true
            isInteractive = true
            interaction.startInteractiveTransition(self)
        } else {
            startAnimations()
        }
        runCompanion()
    }

    /// Starts the animator.
    func startAnimations() {
        if let views = viewAnimator { return views.startAnimation() }
        animator?.animateTransition(using: self)
    }

    /// The interruptible animator of the animation controller, requested once.
    private(set) lazy var viewAnimator: (any UIViewImplicitlyAnimating)? = animator?.interruptibleAnimator(using: self)

    private func runAlongside() {
        let blocks = alongside
        alongside = []
        for block in blocks { block(self) }
    }

    private func runCompanion() {
        guard !alongside.isEmpty, phase == .running else { return }
        let companion = UIViewPropertyAnimator(
            duration: transitionDuration, curve: isInteractive ? .linear : .easeInOut
        ) { [self] in runAlongside() }
        self.companion = companion
        companion.startAnimation()
        if isInteractive { companion.pauseAnimation() }
    }

    // MARK: Transition context

    var containerView: UIView { change.container }
    var isAnimated: Bool { animator != nil }
    var transitionWasCancelled: Bool { isCancelled }
    var presentationStyle: UIModalPresentationStyle { change.style }
    var targetTransform: CGAffineTransform { .identity }
    var isInterruptible: Bool { viewAnimator != nil }

    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        switch key {
        case .from: change.from
        case .to: change.to
        default: nil
        }
    }

    func view(forKey key: UITransitionContextViewKey) -> UIView? {
        switch key {
        case .from: change.fromView
        case .to: change.toView
        default: nil
        }
    }

    func initialFrame(for vc: UIViewController) -> CGRect { change.initialFrames[ObjectIdentifier(vc)] ?? .zero }
    func finalFrame(for vc: UIViewController) -> CGRect { change.finalFrames[ObjectIdentifier(vc)] ?? .zero }

    func updateInteractiveTransition(_ percentComplete: CGFloat) {
        guard phase == .running else { return }
        self.percentComplete = percentComplete.isFinite ? min(1, max(0, percentComplete)) : 0
        companion?.fractionComplete = self.percentComplete
    }

    func finishInteractiveTransition() { letGo(cancelled: false) }
    func cancelInteractiveTransition() { letGo(cancelled: true) }

    func pauseInteractiveTransition() {
        guard phase == .running, !isInteractive else { return }
        isInteractive = true
        isCancelled = false
        companion?.pauseAnimation()
    }

    private func letGo(cancelled: Bool) {
        guard phase == .running, isInteractive else { return }
        isInteractive = false
        isCancelled = cancelled
        companion?.isReversed = cancelled
        companion?.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        let handlers = interactionHandlers
        interactionHandlers = []
        for handler in handlers { handler(self) }
    }

    /// Ends the transition. Further calls log a message and have no effect.
    func completeTransition(_ didComplete: Bool) {
        guard phase == .running else {
            return ControllerLog.note("completeTransition(_:) was called twice, or before its transition began")
        }
        if !didComplete { isCancelled = true }
        phase = .over
        // The animations alongside may have another frame left; they end now.
        if let companion, companion.state == .active {
            companion.stopAnimation(false)
            companion.finishAnimation(at: didComplete ? .end : .start)
        }
        onEnd(didComplete)
        let blocks = completions
        completions = []
        for block in blocks { block(self) }
        animator?.animationEnded(didComplete)
        (viewAnimator, companion, keepsItself) = (nil, nil, nil)
    }

    // MARK: Transition coordinator

    var completionVelocity: CGFloat { interaction?.completionSpeed ?? 1 }
    var completionCurve: UIView.AnimationCurve { interaction?.completionCurve ?? .easeInOut }

    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        guard phase != .over else { return false }
        if let completion { completions.append(completion) }
        guard let animation else { return true }
        if phase == .announced {
            alongside.append(animation)
        } else if let companion, companion.state == .active {
            companion.addAnimations { [self] in animation(self) }
        } else if isAnimated {
            alongside.append(animation)
            runCompanion()
        } else {
            animation(self)
        }
        return true
    }

    @discardableResult
    func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: completion) }

    func notifyWhenInteractionChanges(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
    ) { if phase != .over { interactionHandlers.append(handler) } }

    func notifyWhenInteractionEnds(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
    ) { notifyWhenInteractionChanges(handler) }
}
