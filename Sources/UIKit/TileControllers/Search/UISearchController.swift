public import Foundation
public import TileBars
import TileDrawing
public import TileTyping
import TileViews

/// An object that shows the results of a search.
public protocol UISearchResultsUpdating: AnyObject {
    /// Called after the search bar's text or scope has changed, or the search has begun or ended.
    func updateSearchResults(for searchController: UISearchController)
}

/// An object that is informed of the beginning and end of a search. As in UIKit, all methods are optional.
public protocol UISearchControllerDelegate: AnyObject {
    func willPresentSearchController(_ searchController: UISearchController)
    func didPresentSearchController(_ searchController: UISearchController)
    func willDismissSearchController(_ searchController: UISearchController)
    func didDismissSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
    public func willPresentSearchController(_ searchController: UISearchController) {}
    public func didPresentSearchController(_ searchController: UISearchController) {}
    public func willDismissSearchController(_ searchController: UISearchController) {}
    public func didDismissSearchController(_ searchController: UISearchController) {}
}

/// A controller of a search, with a search bar and the results below it.
///
/// The program sets it as the `searchController` of a navigation item, or adds `searchBar` to a view, for example as a
/// table's header or above it. A search begins when the bar's text is edited, and ends with its cancel button or by
/// setting `isActive`. While there is text, the results cover the view of the bar's controller, below the bar.
open class UISearchController: UIViewController {
    /// The controller that shows the results; nil if the searched view shows them itself.
    public final let searchResultsController: UIViewController?
    private final let bar = UISearchBar()
    private final var dimming: UIControl?
    private final var isOn = false

    public init(searchResultsController: UIViewController?) {
        self.searchResultsController = searchResultsController
        super.init(nibName: nil, bundle: nil)
        setUp()
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        searchResultsController = nil
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        setUp()
    }

    public required init?(coder: NSCoder) {
        searchResultsController = nil
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        // The bar has its height from the beginning, because a table's header keeps the height that it has.
        bar.frame.size = bar.sizeThatFits(UIScreen.main.bounds.size)
        bar.stepHandler = { [weak self] in self?.follow($0) }
    }

    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    open weak var delegate: (any UISearchControllerDelegate)?
    open var searchBar: UISearchBar { bar }

    /// Whether the searched content is dimmed until text is typed.
    open var obscuresBackgroundDuringPresentation = true { didSet { update() } }
    /// A Boolean value that indicates whether title and buttons are hidden while the search of a navigation item is
    /// active.
    open var hidesNavigationBarDuringPresentation = true
    open var automaticallyShowsCancelButton = true
    open var automaticallyShowsScopeBar = true
    /// Whether results are visible exactly while there is text. Otherwise `showsSearchResultsController` determines it.
    open var automaticallyShowsSearchResultsController = true { didSet { update() } }
    open var showsSearchResultsController = false {
        didSet {
            guard showsSearchResultsController != oldValue else { return }
            if !isUpdating { automaticallyShowsSearchResultsController = false }
            update()
        }
    }
    private final var isUpdating = false

    // MARK: Navigation items

    private final weak var item: UINavigationItem?

    /// Places the bar in a navigation item, which retains the controller.
    final func enter(_ item: UINavigationItem) {
        if self.item !== item { self.item?.searchController = nil }
        self.item = item
        bar.isInNavigationBar = true
        bar.sizeHandler = { [weak self] in self?.noteBarState() }
        item.search = NavigationSearch(owner: self, view: bar, height: barHeight)
    }

    final func leave(_ item: UINavigationItem) {
        guard self.item === item else { return }
        if isOn { end() }
        self.item = nil
        (bar.isInNavigationBar, bar.sizeHandler) = (false, nil)
    }

    private final var barHeight: CGFloat { bar.sizeThatFits(UIScreen.main.bounds.size).height }

    /// Informs the navigation bar of the bar's height and of the state of the search.
    private final func noteBarState() {
        guard let item, var search = item.search else { return }
        search.height = barHeight
        search.state = isOn ? .active(hidesRow: hidesNavigationBarDuringPresentation) : .idle
        guard search.height != item.search?.height || search.state != item.search?.state else { return }
        item.search = search
        guard let view = navigation?.viewIfLoaded, view.window != nil else { return }
        view.setNeedsLayout()
        UIView.animate(withDuration: 0.25) { view.layoutIfNeeded() }
    }

    /// The navigation controller that shows the item.
    private final var navigation: UINavigationController? { bar.nearestManager as? UINavigationController }

    /// Whether a search is active. Setting it begins or ends one.
    open var isActive: Bool {
        get { isOn }
        set { if newValue { begin() } else { end() } }
    }

    private final func follow(_ step: UISearchBar.Step) {
        switch step {
        case .began: begin()
        case .changed:
            update()
            searchResultsUpdater?.updateSearchResults(for: self)
        case .cancelled: end()
        }
    }

    private final func begin() {
        guard !isOn else { return }
        delegate?.willPresentSearchController(self)
        isOn = true
        if automaticallyShowsCancelButton { bar.setShowsCancelButton(true, animated: true) }
        if automaticallyShowsScopeBar, bar.scopeButtonTitles?.isEmpty == false { bar.showsScopeBar = true }
        noteBarState()
        if !bar.isFirstResponder { bar.becomeFirstResponder() }
        update()
        searchResultsUpdater?.updateSearchResults(for: self)
        delegate?.didPresentSearchController(self)
    }

    private final func end() {
        guard isOn else { return }
        delegate?.willDismissSearchController(self)
        isOn = false
        bar.text = ""
        bar.resignFirstResponder()
        if automaticallyShowsCancelButton { bar.setShowsCancelButton(false, animated: true) }
        if automaticallyShowsScopeBar { bar.showsScopeBar = false }
        noteBarState()
        update()
        searchResultsUpdater?.updateSearchResults(for: self)
        delegate?.didDismissSearchController(self)
    }

    // MARK: Results

    /// The controller of the view that contains the bar, or of the navigation item.
    private final var host: UIViewController? {
        guard let item else { return bar.nearestManager as? UIViewController }
        return navigation?.viewControllers.last { $0.navigationItem === item }
    }

    private final func update() {
        let hasText = bar.text?.isEmpty == false
        if automaticallyShowsSearchResultsController {
            isUpdating = true
            showsSearchResultsController = isOn && hasText
            isUpdating = false
        }
        // A search also ends while its item is not on top and has no host.
        if !isOn {
            removeResults()
            removeDimming()
            holdScrolling(of: nil)
        }
        guard let host else { return }
        host.noteSearch(self)
        guard isOn else { return }
        if showsSearchResultsController { showResults(in: host) } else { removeResults() }
        if obscuresBackgroundDuringPresentation, !hasText { showDimming(in: host) } else { removeDimming() }
        holdScrolling(of: host)
    }

    /// The scroll view that does not scroll while results or the dimming view, which are in its content, cover it.
    private final weak var heldScrollView: UIScrollView?

    private final func holdScrolling(of host: UIViewController?) {
        guard dimming != nil || searchResultsController?.parent != nil else {
            heldScrollView?.isScrollEnabled = true
            heldScrollView = nil
            return
        }
        guard heldScrollView == nil, let view = host?.view as? UIScrollView, view.isScrollEnabled else { return }
        view.isScrollEnabled = false
        heldScrollView = view
    }

    private final func room(in host: UIViewController) -> CGRect {
        let bounds = host.view.bounds
        let top = min(max(0, bar.convert(bar.bounds, to: host.view).maxY - bounds.minY), bounds.height)
        return CGRect(x: bounds.minX, y: bounds.minY + top, width: bounds.width, height: bounds.height - top)
    }

    private final func removeResults() {
        guard let results = searchResultsController, results.parent != nil else { return }
        results.willMove(toParent: nil)
        results.view.removeFromSuperview()
        results.removeFromParent()
    }

    private final func showResults(in host: UIViewController) {
        guard let results = searchResultsController else { return }
        if results.parent !== host {
            host.addChild(results)
            host.view.addSubview(results.view)
            results.didMove(toParent: host)
        }
        results.view.frame = room(in: host)
        results.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }

    private final func removeDimming() {
        dimming?.removeFromSuperview()
        dimming = nil
    }

    private final func showDimming(in host: UIViewController) {
        let view = dimming ?? UIControl(frame: .zero)
        if dimming == nil {
            view.backgroundColor = UIColor(white: 0, alpha: 0.2)
            view.addAction(UIAction { [weak self] _ in self?.isActive = false }, for: .touchUpInside)
            dimming = view
        }
        view.frame = room(in: host)
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        host.view.addSubview(view)
    }
}

extension UINavigationItem {
    /// The controller of a search bar below the title. The bar is hidden while content scrolls, unless
    /// `hidesSearchBarWhenScrolling` is false.
    public var searchController: UISearchController? {
        get { search?.owner as? UISearchController }
        set {
            guard newValue !== searchController else { return }
            searchController?.leave(self)
            search = nil
            newValue?.enter(self)
        }
    }
}
