public import Foundation
public import TileBars
import TileDrawing
import TileGraphics
public import TileViews

/// A container that shows the top of a stack of controllers, with a navigation bar for titles and going back.
///
/// The stack changes at once; the visible controller follows with one transition at a time. Controllers pushed or
/// popped during a transition are shown after it.
open class UINavigationController: UIViewController, ChildContainer {
    /// The change of the stack in a transition.
    public enum Operation: Int, Hashable, Sendable {
        case none = 0
        case push = 1
        case pop = 2
    }

    final var stack: [UIViewController] = [] { didSet { if oldValue.first !== stack.first { noteFirst() } } }
    /// The controller whose view is visible or appearing.
    final var shownTop: UIViewController?
    final var transitionState = NavigationTransitionState()
    final let content = UIView()
    final let barClass: UINavigationBar.Type
    final let toolbarClass: UIToolbar.Type
    final var swipes: PopGesture?
    final var barSwitches = BarSwitches()

    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        pushViewController(rootViewController, animated: false)
    }

    /// Creates a controller with custom bar classes; nil for the standard ones. Traps if a class isn't a bar class.
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

    /// Creates a controller from an archive. Its children are the stack.
    public required init?(coder: NSCoder) {
        (barClass, toolbarClass) = (UINavigationBar.self, UIToolbar.self)
        super.init(coder: coder)
        stack = children.filter { !($0 is UINavigationController) }
        coder.settle(self, as: UINavigationController.self)
    }

    // MARK: Stack

    /// The stack, from the root to the top.
    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }
    open var topViewController: UIViewController? { stack.last }
    /// The top controller, or the controller presented over it.
    open var visibleViewController: UIViewController? {
        guard let presented = presentedViewController else { return topViewController }
        return presented
    }

    /// Pushes a controller. As in UIKit, it traps if the controller is already in the stack or is a navigation
    /// controller.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        precondition(
            viewController.parent !== self || !stack.contains { $0 === viewController },
            "Pushing the same view controller instance more than once is not supported (\(viewController))")
        precondition(
            !(viewController is UINavigationController), "Pushing a navigation controller is not supported")
        push(viewController, animated: animated)
    }

    /// Performs the action of the back button, if there is one.
    open override func accessibilityPerformEscape() -> Bool {
        super.accessibilityPerformEscape() || popViewController(animated: true) != nil
    }

    /// Pops the top controller and returns it. The root is never popped.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard stack.count > 1, let top = stack.last else { return nil }
        replaceStack(by: Array(stack.dropLast()), animated: animated)
        return top
    }

    /// Pops everything above a controller and returns it, from below. Traps if the controller isn't in the stack.
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

    /// Pops everything above the root; nil if there is nothing.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        guard stack.count > 1, let root = stack.first else { return nil }
        return popToViewController(root, animated: animated)
    }

    /// Replaces the stack. It is animated as a push if the new top wasn't in the stack, or as a pop if it was further
    /// down. Traps if a controller occurs twice.
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
    /// The navigation controller whose stack was taken over in a collapsed split view, and its first controller in this
    /// stack.
    final var takenUp: (navigation: UINavigationController, first: UIViewController)?

    final var shownChildren: [UIViewController] { transitionState.participants ?? shownTop.map { [$0] } ?? [] }

    // MARK: Bars

    /// The bar at the top, with the controllers' items. Only the navigation controller sets its items.
    public private(set) final lazy var navigationBar: UINavigationBar = makeNavigationBar()
    /// The bar at the bottom, with the top controller's `toolbarItems`; hidden by default.
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
    /// Whether swiping up hides the bars and swiping down shows them.
    open var hidesBarsOnSwipe = false { didSet { updateBarGestures() } }
    /// Whether a tap on the content toggles the bars.
    open var hidesBarsOnTap = false { didSet { updateBarGestures() } }
    /// Whether the bars are hidden in a compact height.
    open var hidesBarsWhenVerticallyCompact = false { didSet { layOutBars(animated: false) } }
    /// Whether the keyboard hides the bars. It has no effect here.
    open var hidesBarsWhenKeyboardAppears = false
    public private(set) final lazy var barHideOnTapGestureRecognizer = makeTapToHide()
    public private(set) final lazy var barHideOnSwipeGestureRecognizer = makeSwipeToHide()

    /// The recognizer that pops by dragging from the edge. See `UINavigationControllerDelegate` for custom transitions.
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

    /// Returns the scroll view of the top controller, unless one was set.
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
        // The first controller has appeared together with this one.
        if transitionState.transition == nil, shownTop?.isMovingToParent == true {
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

    // The top controller determines the screen's appearance.
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

/// An object that is informed of the controllers that a navigation controller shows, and can provide animators.
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
    /// Returns the supported orientations; nil for the controller's own. UIKit calls it only if it is implemented.
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
    /// The nearest navigation controller among the ancestors.
    public final var navigationController: UINavigationController? {
        for each in sequence(first: self, next: \.parent).dropFirst() {
            if let found = each as? UINavigationController { return found }
        }
        return nil
    }
}
