public import Foundation
public import TileBars
import TileDrawing
import TileGraphics
public import TileViews

/// Shows the top of a stack of controllers, with a bar that says what it is and leads back.
///
/// The stack changes at once; what shows follows, one transition at a time: what is pushed or popped while one goes on
/// shows after it.
open class UINavigationController: UIViewController, ChildContainer {
    /// What a transition does to the stack.
    public enum Operation: Int, Hashable, Sendable {
        case none = 0
        case push = 1
        case pop = 2
    }

    final var stack: [UIViewController] = []
    /// The one whose view is in place, or on its way there.
    final var shownTop: UIViewController?
    final var course = NavigationCourse()
    final let content = UIView()
    final let barClass: UINavigationBar.Type
    final let toolbarClass: UIToolbar.Type
    final var swipes: PopGesture?
    final var barSwitches = BarSwitches()

    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        pushViewController(rootViewController, animated: false)
    }

    /// With bars of one's own classes; nil for the standard ones. What is no such class traps.
    public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
        guard let bar = (navigationBarClass ?? UINavigationBar.self) as? UINavigationBar.Type,
            let tools = (toolbarClass ?? UIToolbar.self) as? UIToolbar.Type
        else { preconditionFailure("a navigation controller's bars are subclasses of UINavigationBar and UIToolbar") }
        (barClass, self.toolbarClass) = (bar, tools)
        super.init(nibName: nil, bundle: nil)
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        (barClass, toolbarClass) = (UINavigationBar.self, UIToolbar.self)
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// The stack is the archive's children.
    public required init?(coder: NSCoder) {
        (barClass, toolbarClass) = (UINavigationBar.self, UIToolbar.self)
        super.init(coder: coder)
        stack = children.filter { !($0 is UINavigationController) }
        coder.settle(self, as: UINavigationController.self)
    }

    // MARK: Stack

    /// From the root to the top.
    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }
    open var topViewController: UIViewController? { stack.last }
    /// The top, or who is presented over it.
    open var visibleViewController: UIViewController? {
        guard let presented = presentedViewController else { return topViewController }
        return presented
    }

    /// Puts a controller on top. One that is in the stack, and a navigation controller, trap, as in UIKit.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        precondition(
            viewController.parent !== self || !stack.contains { $0 === viewController },
            "Pushing the same view controller instance more than once is not supported (\(viewController))")
        precondition(
            !(viewController is UINavigationController), "Pushing a navigation controller is not supported")
        push(viewController, animated: animated)
    }

    /// As the back button does, where there is something to go back to.
    open override func accessibilityPerformEscape() -> Bool {
        super.accessibilityPerformEscape() || popViewController(animated: true) != nil
    }

    /// Takes the top off, unless it is the root; returns it.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard stack.count > 1, let top = stack.last else { return nil }
        replaceStack(by: Array(stack.dropLast()), animated: animated)
        return top
    }

    /// Takes off what is above a controller; returns that, from below. One that is not in the stack traps.
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        guard let index = stack.firstIndex(where: { $0 === viewController }) else {
            preconditionFailure("Tried to pop to a view controller that doesn't exist (\(viewController))")
        }
        let popped = Array(stack[(index + 1)...])
        guard !popped.isEmpty else { return [] }
        replaceStack(by: Array(stack[...index]), animated: animated)
        return popped
    }

    /// Takes off all above the root; nil where there is nothing.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        guard stack.count > 1, let root = stack.first else { return nil }
        return popToViewController(root, animated: animated)
    }

    /// Sets the stack: a push where the new top was not in it, a pop where it was further down. One twice traps.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        precondition(
            Set(viewControllers.map { ObjectIdentifier($0) }).count == viewControllers.count,
            "All view controllers in a navigation controller must be distinct (\(viewControllers))")
        replaceStack(by: viewControllers, animated: animated)
    }

    open override func show(_ vc: UIViewController, sender: Any?) { pushViewController(vc, animated: true) }

    open override func collapseSecondaryViewController(
        _ secondaryViewController: UIViewController, for splitViewController: UISplitViewController
    ) { takeUp(secondaryViewController, animated: false) }
    open override func separateSecondaryViewController(
        for splitViewController: UISplitViewController
    ) -> UIViewController? { giveBack() }
    /// The navigation controller whose stack it took up, and where that begins in its own.
    final var takenUp: (navigation: UINavigationController, first: UIViewController)?

    final var shownChildren: [UIViewController] { course.participants ?? shownTop.map { [$0] } ?? [] }

    // MARK: Bars

    /// The bar at the top, which shows the controllers' items. Its items are the controller's to set.
    public private(set) final lazy var navigationBar: UINavigationBar = makeNavigationBar()
    /// The bar at the bottom, which shows the top's `toolbarItems`; hidden at first.
    public private(set) final lazy var toolbar: UIToolbar! = makeToolbar()

    open var isNavigationBarHidden: Bool {
        get { barSwitches.hidesNavigationBar }
        set { setNavigationBarHidden(newValue, animated: false) }
    }
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != barSwitches.hidesNavigationBar else { return }
        barSwitches.hidesNavigationBar = hidden
        layOutBars(animated: animated)
    }
    open var isToolbarHidden: Bool {
        get { barSwitches.hidesToolbar }
        set { setToolbarHidden(newValue, animated: false) }
    }
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != barSwitches.hidesToolbar else { return }
        barSwitches.hidesToolbar = hidden
        showToolbarItems(animated: false)
        layOutBars(animated: animated)
    }
    /// Whether a drag upwards hides the bars, and one downwards shows them.
    open var hidesBarsOnSwipe = false { didSet { updateBarGestures() } }
    /// Whether a tap on the content hides and shows the bars.
    open var hidesBarsOnTap = false { didSet { updateBarGestures() } }
    /// Whether the bars are hidden where the height is compact.
    open var hidesBarsWhenVerticallyCompact = false { didSet { layOutBars(animated: false) } }
    /// Kept: no keyboard appears here.
    open var hidesBarsWhenKeyboardAppears = false
    public private(set) final lazy var barHideOnTapGestureRecognizer = makeTapToHide()
    public private(set) final lazy var barHideOnSwipeGestureRecognizer = makeSwipeToHide()

    /// Pops by a drag from the edge; see `UINavigationControllerDelegate` for transitions of one's own.
    open var interactivePopGestureRecognizer: UIGestureRecognizer? {
        loadViewIfNeeded()
        return swipes?.recognizer
    }

    /// Pops to the child.
    open override func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {
        guard stack.contains(where: { $0 === subsequentVC }), subsequentVC !== topViewController else { return }
        popToViewController(subsequentVC, animated: UIView.areAnimationsEnabled)
    }

    open weak var delegate: (any UINavigationControllerDelegate)?

    /// The top's, unless one was named.
    open override func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? {
        super.contentScrollView(for: edge) ?? topViewController?.contentScrollView(for: edge)
    }

    // MARK: View

    open override func loadView() {
        let view = makeView()
        view.clipsToBounds = true
        content.frame = view.bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(content)
        view.addSubview(navigationBar)
        self.view = view
        swipes = PopGesture(self)
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        updateBarGestures()
    }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        showTop(animated: false)
    }

    open override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        // The first one came with the controller.
        if course.transition == nil, shownTop?.isMovingToParent == true {
            finishShowing(shownTop, animated: false)
        }
    }

    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        showTop(animated: false)
        placeBars()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        shownView?.setNeedsLayout()
    }

    // What the top says of the screen counts.
    open override var childForStatusBarStyle: UIViewController? { topViewController }
    open override var childForStatusBarHidden: UIViewController? { topViewController }
    open override var childForHomeIndicatorAutoHidden: UIViewController? { topViewController }
    open override var childForScreenEdgesDeferringSystemGestures: UIViewController? { topViewController }
    open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        delegate?.navigationControllerSupportedInterfaceOrientations(self) ?? super.supportedInterfaceOrientations
    }
    open override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
        delegate?.navigationControllerPreferredInterfaceOrientationForPresentation(self)
            ?? super.preferredInterfaceOrientationForPresentation
    }
}

/// Hears what a navigation controller shows, and gives animators of one's own.
public protocol UINavigationControllerDelegate: NSObjectProtocol {
    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
    func navigationController(
        _ navigationController: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation, from fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    /// Nil for what the controller says itself; UIKit asks only those that implement it.
    func navigationControllerSupportedInterfaceOrientations(
        _ navigationController: UINavigationController
    ) -> UIInterfaceOrientationMask?
    func navigationControllerPreferredInterfaceOrientationForPresentation(
        _ navigationController: UINavigationController
    ) -> UIInterfaceOrientation?
}

extension UINavigationControllerDelegate {
    public func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) {}
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {}
    public func navigationController(
        _ navigationController: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation, from fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    public func navigationController(
        _ navigationController: UINavigationController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    public func navigationControllerSupportedInterfaceOrientations(
        _ navigationController: UINavigationController
    ) -> UIInterfaceOrientationMask? { nil }
    public func navigationControllerPreferredInterfaceOrientationForPresentation(
        _ navigationController: UINavigationController
    ) -> UIInterfaceOrientation? { nil }
}

extension UIViewController {
    /// The navigation controller that it is in, at any depth.
    public final var navigationController: UINavigationController? {
        for each in sequence(first: self, next: \.parent).dropFirst() {
            if let found = each as? UINavigationController { return found }
        }
        return nil
    }
}
