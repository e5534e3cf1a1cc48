import Foundation
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// One change from a controller to another: what animators are told of it, what those who take part in it ask, and how
/// it comes to its end.
///
/// It is begun by `run()`, driven by an animator and perhaps by a hand, and over when `completeTransition(_:)` was
/// called: then `onEnd` has the container put things in order, and who asked for it is told.
final class ControllerTransition: NSObject, UIViewControllerContextTransitioning, UIViewControllerTransitionCoordinator
{
    /// What changes, and where.
    struct Change {
        var from: UIViewController?
        var to: UIViewController?
        var fromView: UIView?
        var toView: UIView?
        var container: UIView
        var style = UIModalPresentationStyle.none
        /// By the controllers' identities.
        var initialFrames: [ObjectIdentifier: CGRect] = [:]
        var finalFrames: [ObjectIdentifier: CGRect] = [:]
    }

    private enum Phase {
        case announced, running, over
    }

    let change: Change
    private let animator: (any UIViewControllerAnimatedTransitioning)?
    private let interaction: (any UIViewControllerInteractiveTransitioning)?
    /// Puts things in order, before the completions: whether it came to its end.
    private let onEnd: (Bool) -> Void
    private var phase = Phase.announced
    private var alongside: [(UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private var completions: [(UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private var interactionHandlers: [(UIViewControllerTransitionCoordinatorContext) -> Void] = []
    /// What animates those who take part, so that it can be held and turned round with the rest.
    private var companion: UIViewPropertyAnimator?
    /// Held while it goes on.
    private var keepsItself: ControllerTransition?

    private(set) var initiallyInteractive = false
    private(set) var isInteractive = false
    private(set) var isCancelled = false
    private(set) var percentComplete: CGFloat = 0
    private(set) var transitionDuration: TimeInterval = 0

    /// - Parameter animator: nil for a change at once.
    init(
        _ change: Change, animator: (any UIViewControllerAnimatedTransitioning)?,
        interaction: (any UIViewControllerInteractiveTransitioning)? = nil, onEnd: @escaping (Bool) -> Void
    ) {
        self.change = change
        self.animator = animator
        self.interaction = animator == nil ? nil : interaction
        self.onEnd = onEnd
    }

    /// Begins. Without an animator the container has made the change already; then what goes along with it is done at
    /// once, and whoever began it ends it.
    func run() {
        precondition(phase == .announced, "a transition runs once")
        phase = .running
        keepsItself = self
        guard let animator else {
            // Blocks of others are not to be animated by what is around.
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

    /// Has the animator begin.
    func startAnimations() {
        if let views = viewAnimator { return views.startAnimation() }
        animator?.animateTransition(using: self)
    }

    /// The animator's animator of views; asked for once.
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

    // MARK: For the animator

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

    /// A second call says so and does nothing, as what has ended can't end again.
    func completeTransition(_ didComplete: Bool) {
        guard phase == .running else {
            return ControllerLog.note("completeTransition(_:) was called twice, or before its transition began")
        }
        if !didComplete { isCancelled = true }
        phase = .over
        // What went along may have another frame to go; it is where it belongs now.
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

    // MARK: For those who take part

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
