import Foundation
package import TileDrawing

/// What looks after a view with all that is in it, as far as views know: a view controller.
///
/// It stands in the responder chain between its view and the superview; is told of windows, layout, traits and insets
/// before or after the view is; and adds to the view's safe area. A view has one at most, and does not keep it alive.
package protocol ViewManager: UIResponder {
    /// The view is about to be in a window, or in none. Told before the view is, and before those in it.
    func managedViewWillMove(to window: UIWindow?)
    /// The view's window has changed; traits are not settled yet. Told after the view was, and after those in it.
    func managedViewDidMove(from window: UIWindow?)
    /// The view has come into its superview, with the traits that it has there.
    func managedViewDidArrive()

    /// In place of `UIView.updateConstraints()`, which it calls.
    func updateViewConstraints()
    /// The view is about to be laid out: told before `viewWillLayoutSubviews()`, which an override may keep to itself.
    func managedViewWillLayOut()
    func viewWillLayoutSubviews()
    func viewDidLayoutSubviews()

    /// What lies over the view besides what lies over its superview, in points.
    var addedSafeArea: UIEdgeInsets { get }
    func viewSafeAreaInsetsDidChange()

    /// What the view's margins are at least; nil where it says nothing.
    var minimumMargins: NSDirectionalEdgeInsets? { get }
    func viewLayoutMarginsDidChange()

    /// Traits for a view that is in no superview; nil where it says nothing.
    var detachedTraits: UITraitCollection? { get }
    /// Its traits may be others than before. Told before the view is.
    func noteTraits()
}

/// What looks after a window: the manager of the view that fills it.
package protocol WindowManager: ViewManager {
    /// The window is about to be shown.
    func windowWillShow(_ window: UIWindow)
    /// The window has been shown, or hidden.
    func windowDidChangeVisibility(_ window: UIWindow)
    /// The screen is on its way to another size, and the window, which fills it, with it.
    func windowWillChange(with transition: ScreenTransition)
    /// Memory is short.
    func receiveMemoryWarning()
    /// The ways in which its screen may be turned.
    var allowedOrientations: UIInterfaceOrientationMask { get }
    /// How the status bar above the window is to look; nil where it says nothing.
    var statusBarLook: (style: UIStatusBarStyle, isHidden: Bool)? { get }
}

extension UIView {
    /// Who looks after the view; nil for most.
    package final var manager: (any ViewManager)? { rare?.manager }

    /// Gives the view to a manager, or takes it from one.
    package final func setManager(_ manager: (any ViewManager)?) {
        guard manager !== rare?.manager else { return }
        let before = effectiveTraits
        rareState.manager = manager
        noteAddedSafeArea()
        spreadTraits(from: before)
    }

    /// The next manager from here upwards, the view's own included.
    package final var nearestManager: (any ViewManager)? {
        var view: UIView? = self
        while let each = view {
            if let manager = each.rare?.manager { return manager }
            view = each.parent
        }
        return nil
    }

    /// The traits that the view has from around it, without what its manager and the view itself set.
    package final var traitsAround: UITraitCollection { surroundingTraits }

    /// Traits that the manager sets for the view and all in it.
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

    /// Sets what others may look at meanwhile, and tells the view, and those in it, if their traits are others by it.
    package final func changingTraits(_ change: () -> Void) {
        let before = effectiveTraits
        change()
        spreadTraits(from: before)
    }

    /// What the manager adds to the safe area is another: the tree looks at it at the next layout.
    package final func noteAddedSafeArea() {
        guard let host, let manager, manager.addedSafeArea != .zero || host.hasAddedSafeArea else { return }
        host.hasAddedSafeArea = true
        layOutForSafeArea()
    }

    /// As `spreadMargins()`, for managers.
    package final func noteMargins() { spreadMargins() }
}
