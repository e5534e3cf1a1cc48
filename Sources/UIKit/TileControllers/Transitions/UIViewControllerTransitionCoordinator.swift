public import Foundation
public import TileGeometry
public import TileViews

/// Information about a transition between controllers.
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
    var isAnimated: Bool { get }
    var presentationStyle: UIModalPresentationStyle { get }
    /// Whether the transition started interactively.
    var initiallyInteractive: Bool { get }
    /// Whether the animations can be interrupted.
    var isInterruptible: Bool { get }
    /// Whether the transition is currently interactive.
    var isInteractive: Bool { get }
    var isCancelled: Bool { get }
    /// The duration in seconds; 0 without animation.
    var transitionDuration: TimeInterval { get }
    /// The progress of the interaction, from 0 to 1.
    var percentComplete: CGFloat { get }
    /// The speed of the remaining animation, in transitions per duration.
    var completionVelocity: CGFloat { get }
    var completionCurve: UIView.AnimationCurve { get }
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// The view in which the transition takes place.
    var containerView: UIView { get }
    /// The transform of a screen rotation.
    var targetTransform: CGAffineTransform { get }
}

/// A transition that others can run animations alongside.
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    /// Runs animations alongside the transition, with its duration. Returns whether they will run.
    ///
    /// - Parameter completion: called at the end, before the controllers' callbacks.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool

    /// Runs animations as `animate(alongsideTransition:completion:)` does, for views outside the container.
    @discardableResult
    func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool

    /// Calls `handler` when the interaction ends; never for a transition that isn't interactive.
    func notifyWhenInteractionChanges(_ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
    /// The older name of `notifyWhenInteractionChanges(_:)`.
    func notifyWhenInteractionEnds(_ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinator {
    @discardableResult
    public func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}

/// The role of a controller in a transition.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The controller that is visible before.
    public static let from = Self(rawValue: "UITransitionContextFromViewController")
    /// The controller that is visible after.
    public static let to = Self(rawValue: "UITransitionContextToViewController")
}

/// The role of a view in a transition.
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The disappearing view; nil if there is none.
    public static let from = Self(rawValue: "UITransitionContextFromView")
    /// The appearing view; nil if there is none.
    public static let to = Self(rawValue: "UITransitionContextToView")
}
