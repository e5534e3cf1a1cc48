public import Foundation
public import TileBars
import TileDrawing
import TileGraphics
public import TileViews

/// Shows one of several controllers, chosen in a bar at the bottom.
///
/// Those that are not chosen are not loaded until they are. More than five that a narrow window has no room for are
/// behind an item of their own, in `moreNavigationController`.
open class UITabBarController: UIViewController, ChildContainer, UITabBarDelegate {
    final var tabs: [UIViewController] = []
    final weak var chosen: UIViewController?
    /// The one whose view is in place.
    final var shownTab: UIViewController?
    final var course: Transition?
    final var crossing: [UIViewController]?
    final let content = UIView()
    final var knownMore: UINavigationController?
    /// The scroll view that the bar follows, and whether nobody else does.
    final weak var followed: UIScrollView?
    final var followsAlone = false

    // MARK: Tabs

    open var viewControllers: [UIViewController]? {
        get { tabs.isEmpty ? nil : tabs }
        set { setViewControllers(newValue, animated: false) }
    }

    /// Sets the tabs; the one that is chosen stays if it is among them, else the first is chosen. One twice traps.
    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        let new = viewControllers ?? []
        precondition(
            Set(new.map { ObjectIdentifier($0) }).count == new.count, "a tab bar controller has each controller once")
        let old = tabs
        for each in new where each.parent !== self { addChild(each) }
        tabs = new
        for each in old where !new.contains(where: { $0 === each }) {
            each.willMove(toParent: nil)
            if each === shownTab { showTab(new.first { $0 === chosen }, animated: false, isLeaving: true) }
            each.removeFromParent()
        }
        for each in new where each.isMovingToParent { each.didMove(toParent: self) }
        if chosen == nil || !new.contains(where: { $0 === chosen }) { chosen = new.first }
        showItems(animated: animated)
        showTab(chosen, animated: false)
    }

    /// Who is shown; setting one that is no tab traps, as in UIKit.
    open var selectedViewController: UIViewController? {
        get { chosen }
        set {
            guard let newValue else { return }
            precondition(
                tabs.contains { $0 === newValue },
                "only a view controller in the tab bar controller's list of view controllers can be selected")
            select(newValue, animated: true)
        }
    }

    /// The place of who is shown; `NSNotFound` where there is none. A place that there is not changes nothing.
    open var selectedIndex: Int {
        get { tabs.firstIndex { $0 === chosen } ?? NSNotFound }
        set { if tabs.indices.contains(newValue) { select(tabs[newValue], animated: true) } }
    }

    /// Selects the child.
    open override func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {
        guard viewControllers?.contains(where: { $0 === subsequentVC }) == true else { return }
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
        showTab(chosen, animated: false)
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
    open override var childForStatusBarStyle: UIViewController? { chosen }
    open override var childForStatusBarHidden: UIViewController? { chosen }
    open override var childForHomeIndicatorAutoHidden: UIViewController? { chosen }
    open override var childForScreenEdgesDeferringSystemGestures: UIViewController? { chosen }
    open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        delegate?.tabBarControllerSupportedInterfaceOrientations(self) ?? super.supportedInterfaceOrientations
    }
}

/// Decides which tabs may be chosen, hears which are, and gives animators of one's own.
public protocol UITabBarControllerDelegate: NSObjectProtocol {
    /// A person has touched its item.
    func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool
    /// A person has chosen it. Not told of choices by code.
    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController)
    func tabBarController(
        _ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    func tabBarController(
        _ tabBarController: UITabBarController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    /// Nil for what the controller says itself; UIKit asks only those that implement it.
    func tabBarControllerSupportedInterfaceOrientations(
        _ tabBarController: UITabBarController
    ) -> UIInterfaceOrientationMask?
}

extension UITabBarControllerDelegate {
    public func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool { true }
    public func tabBarController(
        _ tabBarController: UITabBarController, didSelect viewController: UIViewController
    ) {}
    public func tabBarController(
        _ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    public func tabBarController(
        _ tabBarController: UITabBarController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    public func tabBarControllerSupportedInterfaceOrientations(
        _ tabBarController: UITabBarController
    ) -> UIInterfaceOrientationMask? { nil }
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
