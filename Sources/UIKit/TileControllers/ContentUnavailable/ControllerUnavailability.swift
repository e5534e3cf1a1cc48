import TileGeometry
import TileViews

/// The view that replaces a controller's content while none is available.
struct ControllerUnavailability {
    var configuration: (any UIContentConfiguration)?
    var view: (UIView & UIContentView)?
    /// Whether `updateContentUnavailableConfiguration(using:)` must be called before the view's next layout.
    var isPending = false
    /// The search controller with its bar in the view.
    weak var search: UISearchController?
}

extension UIViewController {
    func markUnavailability() {
        unavailability.isPending = true
        shownView?.setNeedsLayout()
    }

    func setUnavailability(_ new: (any UIContentConfiguration)?) {
        unavailability.configuration = new
        shownView?.setNeedsLayout()
    }

    /// Updates the configuration and the position of the placeholder view before each layout.
    func updateUnavailability() {
        if unavailability.isPending {
            unavailability.isPending = false
            let state = contentUnavailableConfigurationState
            tracking(.contentUnavailable) {
                $0.setNeedsUpdateContentUnavailableConfiguration()
            } _: {
                updateContentUnavailableConfiguration(using: state)
            }
        }
        guard unavailability.configuration != nil || unavailability.view != nil else { return }
        showUnavailability()
    }

    private func showUnavailability() {
        let old = unavailability.view
        guard let view = shownView, let configuration = unavailability.configuration else {
            old?.removeFromSuperview()
            unavailability.view = nil
            return
        }
        let new = configuration.updated(for: contentUnavailableConfigurationState).view(after: old)
        if new !== old { old?.removeFromSuperview() }
        unavailability.view = new
        // The view is in front of all subviews except the view's own parts, and covers the visible part of a scroll
        // view.
        if view.subviews.last(where: { $0 === new || !($0 is any ViewPart) }) !== new { view.addSubview(new) }
        if new.frame != view.bounds { new.frame = view.bounds }
    }

    /// Performs a closure while the placeholder view is removed, so that only the program's views remain.
    func withoutUnavailability(_ body: () -> Void) {
        guard let view = unavailability.view else { return body() }
        UIView.performWithoutAnimation { view.removeFromSuperview() }
        body()
        shownView?.setNeedsLayout()
    }

    /// Updates the configuration as the search in the view proceeds.
    func noteSearch(_ search: UISearchController) {
        unavailability.search = search
        markUnavailability()
    }

    var knownUnavailabilityState: UIContentUnavailableConfigurationState {
        var state = UIContentUnavailableConfigurationState(traitCollection: traitCollection)
        if let search = unavailability.search, search.isActive { state.searchText = search.searchBar.text ?? "" }
        return state
    }
}
