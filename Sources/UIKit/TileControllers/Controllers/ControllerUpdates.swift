package import TileViews

/// The state of a controller's updates.
struct ControllerUpdates {
    /// The state of `updateProperties()`.
    private enum Properties {
        /// The first or a requested call is due.
        case due
        case running
        case done
    }

    private var properties = Properties.due
    /// Whether the first update is over, so that further ones were requested.
    private(set) var hasUpdated = false
    /// Whether the last update read the controller's traits.
    private(set) var readsTraits = false
    var trackings: UpdateTrackings?

    var isDue: Bool { properties == .due }

    mutating func request() { properties = .due }

    mutating func begin() {
        properties = .running
        readsTraits = false
    }

    /// Ends an update, unless it has requested another one.
    mutating func end() {
        if properties == .running { properties = .done }
        hasUpdated = true
    }

    mutating func noteTraitRead() { if properties == .running { readsTraits = true } }
}

extension UIViewController: UpdateTracking {
    package final var updateTrackings: UpdateTrackings? {
        get { updates.trackings }
        set { updates.trackings = newValue }
    }

    package final var updateInbox: UpdateInbox? { shownView?.updateInbox }

    final func requestPropertyUpdate() {
        updates.request()
        shownView?.requestProperties()
    }

    /// Requests an update if the last one read the controller's traits.
    final func updatePropertiesForTraits() { if updates.readsTraits { setNeedsUpdateProperties() } }

    package final var needsPropertyUpdate: Bool { updates.isDue }

    package final func updateManagedProperties() {
        if updates.hasUpdated { shownView?.countPropertyUpdate() }
        updates.begin()
        tracking(.properties) {
            $0.setNeedsUpdateProperties()
        } _: {
            updateProperties()
        }
        updates.end()
    }

    package final func updateManagedConstraints() {
        tracking(.constraints) {
            $0.shownView?.setNeedsUpdateConstraints()
        } _: {
            updateViewConstraints()
        }
    }

    package final func managedViewWillLayOut() {
        updateUnavailability()
        tracking(.willLayout) {
            $0.shownView?.setNeedsLayout()
        } _: {
            viewWillLayoutSubviews()
        }
    }

    package final func managedViewDidLayOut() {
        tracking(.didLayout) {
            $0.shownView?.setNeedsLayout()
        } _: {
            viewDidLayoutSubviews()
        }
    }
}
