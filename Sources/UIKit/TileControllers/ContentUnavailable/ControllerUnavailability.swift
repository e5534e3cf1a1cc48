import TileGeometry
import TileViews

/// What stands for a controller's content while there is none.
struct ControllerUnavailability {
    var configuration: (any UIContentConfiguration)?
    var view: (UIView & UIContentView)?
    /// Whether `updateContentUnavailableConfiguration(using:)` is to be called before the view's next layout.
    var isPending = false
    /// The search that has its bar in the view.
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

    /// Before each layout: what was asked for, and where it stands.
    package func managedViewWillLayOut() {
        if unavailability.isPending {
            unavailability.isPending = false
            updateContentUnavailableConfiguration(using: contentUnavailableConfigurationState)
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
        // In front of all but what the view itself has there, and over what shows of a view that scrolls.
        if view.subviews.last(where: { $0 === new || !($0 is any ViewPart) }) !== new { view.addSubview(new) }
        if new.frame != view.bounds { new.frame = view.bounds }
    }

    /// Has something done while the view is as the program has made it.
    func withoutUnavailability(_ body: () -> Void) {
        guard let view = unavailability.view else { return body() }
        UIView.performWithoutAnimation { view.removeFromSuperview() }
        body()
        shownView?.setNeedsLayout()
    }

    /// As the search in its view goes on.
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
