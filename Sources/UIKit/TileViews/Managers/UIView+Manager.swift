package import TileDrawing

extension UIView {
    /// The manager of the view; nil for most views.
    package final var manager: (any ViewControlling)? { rare?.manager }

    /// Sets or clears the manager of the view.
    package final func setManager(_ manager: (any ViewControlling)?) {
        guard manager !== rare?.manager else { return }
        let before = effectiveTraits
        rareState.manager = manager
        noteAddedSafeArea()
        spreadTraits(from: before)
    }

    /// The manager of this view or of its closest ancestor with one.
    package final var nearestManager: (any ViewControlling)? {
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
