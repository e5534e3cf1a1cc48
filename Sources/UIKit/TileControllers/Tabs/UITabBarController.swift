public import Foundation
public import TileBars
import TileDrawing
import TileGraphics
public import TileViews

/// A container that shows one of several controllers, selected in a bar at the bottom.
///
/// Unselected controllers aren't loaded; those of a `UITab` aren't even created. In a narrow window, tabs that don't
/// fit, if there are more than five, are in `moreNavigationController` behind an item of their own.
open class UITabBarController: UIViewController, ChildContainer, UITabBarDelegate {
    /// The tabs that are in no group.
    final var roots: [UITab] = []
    final var choice = TabChoice.none
    /// The tab that was last reported to the delegate.
    final weak var toldTab: UITab?
    /// The controller whose view is visible.
    final var shownTab: UIViewController?
    final var currentTransition: ControllerTransition?
    final var crossing: [UIViewController]?
    final let content = UIView()
    final var knownMore: UINavigationController?
    /// The scroll view that the bar follows, and whether only this controller follows it.
    final weak var followed: UIScrollView?
    final var followsAlone = false
    /// The state of the accessory, the minimized bar and the prominent tab; nil until one of them is set.
    final var floating: TabFloating?

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public convenience init(tabs: [UITab]) {
        self.init(nibName: nil, bundle: nil)
        self.tabs = tabs
    }

    // MARK: Tabs

    /// The tabs that are in no group. They correspond to `viewControllers`: each controller that is set there has a tab
    /// that retains it.
    open var tabs: [UITab] {
        get { roots }
        set { setTabs(newValue, animated: false) }
    }

    /// Sets the tabs. The selected one stays selected if it is among them; otherwise the first visible one is selected.
    /// Traps if two have the same identifier, at any depth.
    open func setTabs(_ tabs: [UITab], animated: Bool) { setRoots(tabs, animated: animated) }

    /// The selected tab, possibly in a group; nil if there is none or the list of remaining tabs is visible. Traps if
    /// it is set to a tab of another tab bar controller.
    open var selectedTab: UITab? {
        get {
            guard case .tab(let tab) = choice else { return nil }
            return tab.selectedLeaf
        }
        set {
            guard let newValue else { return }
            precondition(newValue.tabBarController === self, "only a tab of the tab bar controller can be selected")
            newValue.selectInGroups()
            select(.tab(newValue.root), animated: true)
        }
    }

    /// Returns the tab with an identifier, at any depth.
    open func tab(forIdentifier identifier: String) -> UITab? {
        roots.flatMap(\.all).first { $0.identifier == identifier }
    }

    /// The identifiers of the top-level tabs in a narrow window's bar; nil for all.
    open var compactTabIdentifiers: [String]? { didSet { showItems(animated: false) } }

    /// The controllers of the top-level tabs. Reading it creates all of them.
    open var viewControllers: [UIViewController]? {
        get { roots.isEmpty ? nil : roots.compactMap { controller(of: $0) } }
        set { setViewControllers(newValue, animated: false) }
    }

    /// Sets the controllers. The selected one stays selected if it is among them; otherwise the first one is selected.
    /// Traps if a controller occurs twice.
    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        let new = viewControllers ?? []
        precondition(
            Set(new.map { ObjectIdentifier($0) }).count == new.count, "a tab bar controller has each controller once")
        setRoots(tabs(of: new), animated: animated)
    }

    /// The visible controller. As in UIKit, setting one that isn't in a tab traps.
    open var selectedViewController: UIViewController? {
        get { chosen }
        set {
            guard let newValue else { return }
            if newValue === knownMore { return select(.more, animated: true) }
            let tab = roots.first { controller(of: $0) === newValue }
            guard let tab else {
                preconditionFailure(
                    "only a view controller in the tab bar controller's list of view controllers can be selected")
            }
            select(.tab(tab), animated: true)
        }
    }

    /// The index of the visible controller; `NSNotFound` if there is none. Invalid indices are ignored.
    open var selectedIndex: Int {
        get { roots.firstIndex { choice.isSame(as: .tab($0)) } ?? NSNotFound }
        set { if roots.indices.contains(newValue) { select(.tab(roots[newValue]), animated: true) } }
    }

    /// Selects the child.
    open override func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {
        guard roots.contains(where: { $0.madeContent === subsequentVC }) else { return }
        selectedViewController = subsequentVC
    }

    open weak var delegate: (any UITabBarControllerDelegate)?

    /// The bar at the bottom. Only the tab bar controller sets its items and its delegate.
    public private(set) final lazy var tabBar = UITabBar(frame: CGRect(x: 0, y: 0, width: 320, height: 49))

    /// The navigation controller for the tabs that don't fit into the bar.
    open var moreNavigationController: UINavigationController { more }
    /// The controllers that the user can rearrange. It has no effect: tabs can't be rearranged here.
    open var customizableViewControllers: [UIViewController]?

    /// Whether the bar is hidden.
    open var isTabBarHidden: Bool {
        get { hidesBar }
        set { setTabBarHidden(newValue, animated: false) }
    }
    open func setTabBarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != hidesBar else { return }
        hidesBar = hidden
        shownView?.setNeedsLayout()
        guard animated, let view = shownView, view.window != nil else { return }
        UIView.animate(withDuration: 0.2) { view.layoutIfNeeded() }
    }
    private final var hidesBar = false

    final var shownChildren: [UIViewController] { crossing ?? shownTab.map { [$0] } ?? [] }

    // MARK: The bar

    open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) { takeChoice(of: item) }

    // MARK: View

    open override func loadView() {
        let view = makeView()
        content.frame = view.bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(content)
        tabBar.delegate = self
        tabBar.shouldSelect = { [weak self] _, item in self?.allows(item) ?? true }
        view.addSubview(tabBar)
        self.view = view
        addAccessory()
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        showItems(animated: false)
    }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        showChosen(animated: false)
    }

    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        placeBar()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        if isViewLoaded { showItems(animated: false) }
        shownView?.setNeedsLayout()
    }

    // The selected controller determines the screen's appearance.
    open override var childForStatusBarStyle: UIViewController? { madeChosen }
    open override var childForStatusBarHidden: UIViewController? { madeChosen }
    open override var childForHomeIndicatorAutoHidden: UIViewController? { madeChosen }
    open override var childForScreenEdgesDeferringSystemGestures: UIViewController? { madeChosen }
    open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        delegate?.tabBarControllerSupportedInterfaceOrientations(self) ?? super.supportedInterfaceOrientations
    }
}

extension UIViewController {
    /// The nearest tab bar controller among the ancestors.
    public final var tabBarController: UITabBarController? {
        for each in sequence(first: self, next: \.parent).dropFirst() {
            if let found = each as? UITabBarController { return found }
        }
        return nil
    }
}
