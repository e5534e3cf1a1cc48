public import Foundation
public import TileBars
import TileDrawing
import TileGraphics
public import TileViews

/// Shows one of several controllers, chosen in a bar at the bottom.
///
/// Those that are not chosen are not loaded until they are; those of a `UITab` are not even made. More than five that
/// a narrow window has no room for are behind an item of their own, in `moreNavigationController`.
open class UITabBarController: UIViewController, ChildContainer, UITabBarDelegate {
    /// The tabs that are in no group.
    final var roots: [UITab] = []
    final var choice = TabChoice.none
    /// The one that the delegate was told of last.
    final weak var toldTab: UITab?
    /// The one whose view is in place.
    final var shownTab: UIViewController?
    final var course: ControllerTransition?
    final var crossing: [UIViewController]?
    final let content = UIView()
    final var knownMore: UINavigationController?
    /// The scroll view that the bar follows, and whether nobody else does.
    final weak var followed: UIScrollView?
    final var followsAlone = false

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    public convenience init(tabs: [UITab]) {
        self.init(nibName: nil, bundle: nil)
        self.tabs = tabs
    }

    // MARK: Tabs

    /// The tabs that are in no group. They are those of `viewControllers`, too: each controller that is set there has
    /// a tab, which keeps it.
    open var tabs: [UITab] {
        get { roots }
        set { setTabs(newValue, animated: false) }
    }

    /// Sets the tabs; the one that is selected stays if it is among them, else the first that is not hidden is. Two of
    /// one identifier trap, at any depth.
    open func setTabs(_ tabs: [UITab], animated: Bool) { setRoots(tabs, animated: animated) }

    /// The tab that shows, which may be one in a group; nil where there is none, or the list of those that the bar has
    /// no room for shows. Setting one of another tab bar controller traps.
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

    /// The tab of a name, at any depth.
    open func tab(forIdentifier identifier: String) -> UITab? {
        roots.flatMap(\.all).first { $0.identifier == identifier }
    }

    /// The tabs in no group that a narrow window's bar is to have; nil for all.
    open var compactTabIdentifiers: [String]? { didSet { showItems(animated: false) } }

    /// The controllers of the tabs that are in no group, all of which are made now.
    open var viewControllers: [UIViewController]? {
        get { roots.isEmpty ? nil : roots.compactMap { controller(of: $0) } }
        set { setViewControllers(newValue, animated: false) }
    }

    /// Sets the tabs; the one that is chosen stays if it is among them, else the first is chosen. One twice traps.
    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        let new = viewControllers ?? []
        precondition(
            Set(new.map { ObjectIdentifier($0) }).count == new.count, "a tab bar controller has each controller once")
        setRoots(tabs(of: new), animated: animated)
    }

    /// Who is shown; setting one that is no tab traps, as in UIKit.
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

    /// The place of who is shown; `NSNotFound` where there is none. A place that there is not changes nothing.
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

    /// The bar at the bottom. Its items and its delegate are the controller's to set.
    public private(set) final lazy var tabBar = UITabBar(frame: CGRect(x: 0, y: 0, width: 320, height: 49))

    /// Holds those that the bar has no room for.
    open var moreNavigationController: UINavigationController { more }
    /// Kept: nothing here lets a person put tabs in another order.
    open var customizableViewControllers: [UIViewController]?

    /// Whether the bar is out of sight.
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

    // What the chosen one says of the screen counts.
    open override var childForStatusBarStyle: UIViewController? { madeChosen }
    open override var childForStatusBarHidden: UIViewController? { madeChosen }
    open override var childForHomeIndicatorAutoHidden: UIViewController? { madeChosen }
    open override var childForScreenEdgesDeferringSystemGestures: UIViewController? { madeChosen }
    open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        delegate?.tabBarControllerSupportedInterfaceOrientations(self) ?? super.supportedInterfaceOrientations
    }
}

extension UIViewController {
    /// The tab bar controller that it is in, at any depth.
    public final var tabBarController: UITabBarController? {
        for each in sequence(first: self, next: \.parent).dropFirst() {
            if let found = each as? UITabBarController { return found }
        }
        return nil
    }
}
