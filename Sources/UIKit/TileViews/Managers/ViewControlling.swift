import Foundation
package import TileDrawing

/// A manager of a view and its subviews: a view controller, as far as views know it.
///
/// It is in the responder chain between its view and the superview, receives notifications about windows, layout,
/// traits and insets before or after the view does, and adds to the view's safe area. A view has at most one manager
/// and does not retain it.
package protocol ViewControlling: UIResponder {
    /// Called before the view moves to a window, or to none, and before the view and its subviews are notified.
    func managedViewWillMove(to window: UIWindow?)
    /// Called after the view's window has changed and the view and its subviews were notified. The traits may still
    /// change.
    func managedViewDidMove(from window: UIWindow?)
    /// Called after the view was added to its superview, with the resulting traits.
    func managedViewDidArrive()

    /// A Boolean value that indicates whether the first or a requested update of the manager's properties is due.
    var needsPropertyUpdate: Bool { get }
    /// Updates the manager's properties. Called before the view's own update.
    func updateManagedProperties()
    /// Called instead of `UIView.updateConstraints()`, which it calls itself.
    func updateManagedConstraints()
    /// Called before the view is laid out. Calls `viewWillLayoutSubviews()`.
    func managedViewWillLayOut()
    /// Called after the view was laid out. Calls `viewDidLayoutSubviews()`.
    func managedViewDidLayOut()

    /// The additional safe area insets of the view, in points.
    var addedSafeArea: UIEdgeInsets { get }
    func viewSafeAreaInsetsDidChange()

    /// The minimum margins of the view; nil for none.
    var minimumMargins: NSDirectionalEdgeInsets? { get }
    func viewLayoutMarginsDidChange()

    /// The traits of the view while it has no superview; nil for the default.
    var detachedTraits: UITraitCollection? { get }
    /// Called when the traits may have changed, before the view is notified.
    func noteTraits()
}
