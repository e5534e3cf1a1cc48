public import Foundation
public import TileGeometry
public import TileViews

/// What there is to know of a transition between controllers while it goes on.
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
    var isAnimated: Bool { get }
    var presentationStyle: UIModalPresentationStyle { get }
    /// Whether it began by a person's hand.
    var initiallyInteractive: Bool { get }
    /// Whether its animations can be taken in hand while they go on.
    var isInterruptible: Bool { get }
    /// Whether a person's hand drives it now.
    var isInteractive: Bool { get }
    var isCancelled: Bool { get }
    /// In seconds; 0 for one that is not animated.
    var transitionDuration: TimeInterval { get }
    /// How far a hand has driven it, from 0 to 1.
    var percentComplete: CGFloat { get }
    /// How fast the rest goes, in transitions per duration.
    var completionVelocity: CGFloat { get }
    var completionCurve: UIView.AnimationCurve { get }
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// The view that the transition takes place in.
    var containerView: UIView { get }
    /// How the picture turns where the screen does.
    var targetTransform: CGAffineTransform { get }
}

/// A transition, for those who want to take part in it.
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    /// Has changes animated with the transition's own, over its duration. Returns whether they will be.
    ///
    /// - Parameter completion: called when it is over, before the callbacks of the controllers.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool

    /// As `animate(alongsideTransition:completion:)`, for views that are not in the container.
    @discardableResult
    func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool

    /// Calls `handler` when a hand lets go of the transition; never for one that is not interactive.
    func notifyWhenInteractionChanges(_ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
    /// As `notifyWhenInteractionChanges(_:)`, for older code.
    func notifyWhenInteractionEnds(_ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinator {
    @discardableResult
    public func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}

/// Which of a transition's controllers.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The one that is there before.
    public static let from = Self(rawValue: "UITransitionContextFromViewController")
    /// The one that is there after.
    public static let to = Self(rawValue: "UITransitionContextToViewController")
}

/// Which of a transition's views.
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The one that goes; nil where none does.
    public static let from = Self(rawValue: "UITransitionContextFromView")
    /// The one that comes; nil where none does.
    public static let to = Self(rawValue: "UITransitionContextToView")
}
