import Foundation
package import TileDrawing

/// The manager of a view and its subviews: a view controller, as far as views know it.
///
/// It is in the responder chain between its view and the superview, receives notifications about windows, layout,
/// traits and insets before or after the view does, and adds to the view's safe area. A view has at most one manager
/// and does not retain it.
package protocol ViewManager: UIResponder {
    /// Called before the view moves to a window, or to none, and before the view and its subviews are notified.
    func managedViewWillMove(to window: UIWindow?)
    /// Called after the view's window has changed and the view and its subviews were notified. The traits may still
    /// change.
    func managedViewDidMove(from window: UIWindow?)
    /// Called after the view was added to its superview, with the resulting traits.
    func managedViewDidArrive()

    /// Called instead of `UIView.updateConstraints()`, which it calls itself.
    func updateViewConstraints()
    /// Called before the view is laid out. Unlike `viewWillLayoutSubviews()`, it is also called if that is overridden
    /// without calling `super`.
    func managedViewWillLayOut()
    func viewWillLayoutSubviews()
    func viewDidLayoutSubviews()

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

/// The manager of a window, which manages the view that fills it.
package protocol WindowManager: ViewManager {
    /// Called before the window is shown.
    func windowWillShow(_ window: UIWindow)
    /// Called after the window was shown or hidden.
    func windowDidChangeVisibility(_ window: UIWindow)
    /// Called when the screen is about to change its size, and so that of the window that fills it.
    func windowWillChange(with transition: ScreenTransition)
    /// Called when memory is low.
    func receiveMemoryWarning()
    /// The orientations that the screen may have.
    var allowedOrientations: UIInterfaceOrientationMask { get }
    /// The appearance of the status bar above the window; nil for the default.
    var statusBarLook: (style: UIStatusBarStyle, isHidden: Bool)? { get }
}

extension UIView {
    /// The manager of the view; nil for most views.
    package final var manager: (any ViewManager)? { rare?.manager }

    /// Sets or clears the manager of the view.
    package final func setManager(_ manager: (any ViewManager)?) {
        guard manager !== rare?.manager else { return }
        let before = effectiveTraits
        rareState.manager = manager
        noteAddedSafeArea()
        spreadTraits(from: before)
    }

    /// The manager of this view or of its closest ancestor with one.
    package final var nearestManager: (any ViewManager)? {
        var view: UIView? = self
        while let each = view {
            if let manager = each.rare?.manager { return manager }
            view = each.parent
        }
        return nil
    }

    /// The traits that the view inherits, without those that its manager and the view itself set.
    package final var traitsAround: UITraitCollection { surroundingTraits }

    /// The traits that the manager sets for the view and its subviews.
    package final var managedTraits: TraitOverrides {
        get { rare?.managedOverrides ?? TraitOverrides() }
        set {
            let before = effectiveTraits
            rareState.managedOverrides = newValue.isEmpty ? nil : newValue
            rareState.knownTraits = nil
            spreadTraits(from: before)
            manager?.noteTraits()
        }
    }

    /// Runs code that changes traits, and then notifies the view and its subviews if their traits differ.
    package final func changingTraits(_ change: () -> Void) {
        let before = effectiveTraits
        change()
        spreadTraits(from: before)
    }

    /// Schedules layout of the tree after the manager's additional safe area changed.
    package final func noteAddedSafeArea() {
        guard let host, let manager, manager.addedSafeArea != .zero || host.hasAddedSafeArea else { return }
        host.hasAddedSafeArea = true
        layOutForSafeArea()
    }

    /// Notifies the view and the subviews that preserve its margins. Called by managers.
    package final func noteMargins() { spreadMargins() }
}
