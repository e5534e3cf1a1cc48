public import Foundation
public import TileBars
public import TileDrawing
public import TileGraphics
public import TileViews

/// A controller of a view and its subviews. It creates the view on first use, is informed of its appearance, and can
/// have child controllers for parts of it.
///
/// It is between its view and the superview in the responder chain. A tree of controllers belongs to one thread at a
/// time, as a tree of views does.
///
/// The order of callbacks is that of UIKit. When a view enters a visible window, the order is `loadView` and
/// `viewDidLoad` if the view isn't loaded, `viewWillAppear`, then `viewIsAppearing` in the hierarchy with traits and
/// geometry, then the layout. `viewDidAppear` follows after the frame that shows the view is committed.
open class UIViewController: UIResponder, NSCoding, UITraitEnvironment, UIContentContainer, UIAppearanceContainer {
    // Everything that subclasses may override is declared here, because Swift doesn't permit overriding declarations
    // from extensions.

    final var shownView: UIView?
    final var isLoading = false
    final var appearance = Appearance()
    final var family = ControllerFamily()
    final var traits = ControllerTraits()
    final var insets = ControllerInsets()
    final var modality = ControllerModality()
    final var items = ControllerItems()
    final var unavailability = ControllerUnavailability()
    final var updates = ControllerUpdates()
    final var keys: [UIKeyCommand] = []
    /// The storyboard scene that the controller was created from, if any.
    package final var scene: (any ControllerScene)?
    /// The scroll offsets to restore when the view appears, by restoration identifier; see `ControllerState`.
    final var pendingOffsets: [String: CGPoint] = [:]

    /// Creates a controller whose view is created by `loadView()`.
    ///
    /// - Parameters:
    ///   - nibNameOrNil: the nib with the view, a .nib or .xib among the bundle's resources. If nil, a nib with the
    ///     name of the class is used, with or without "Controller" at its end, if it exists.
    ///   - nibBundleOrNil: nil for the main bundle.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
        ControllerCensus.noteMade(self)
    }

    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    /// Creates a controller from an archive made by `encode(with:)`, with its view if it was loaded, its children and
    /// its properties. Values that are missing or invalid in the archive keep their defaults.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
        ControllerCensus.noteMade(self)
        restore(from: coder)
        coder.settle(self, as: UIViewController.self)
    }

    open func encode(with coder: NSCoder) { store(in: coder) }

    deinit { leaveBehind() }

    // MARK: View

    /// The name of the nib with the view; nil for none.
    public final let nibName: String?
    public final let nibBundle: Bundle?

    /// The view, loaded on first use. Setting it replaces the previous view; after setting nil, it is loaded again on
    /// next use.
    ///
    /// As in UIKit, it traps if another controller manages the view.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return shownView
        }
        set { setView(newValue) }
    }

    /// Creates and sets the view: that of its storyboard or nib, else an empty one with the size of the main screen. A
    /// subclass can create its own without calling super.
    open func loadView() {
        if !loadViewFromNib() { view = makeView() }
    }

    /// Loads the view if it isn't loaded.
    open func loadViewIfNeeded() { load() }

    /// The view if it is loaded; nil otherwise.
    open var viewIfLoaded: UIView? { shownView }

    /// Whether the view is loaded.
    open var isViewLoaded: Bool { shownView != nil }

    /// Called after the view was loaded, before it is in a window. The default implementation does nothing.
    open func viewDidLoad() {}

    /// The superview of the view; for a presented controller, its presenter.
    open override var next: UIResponder? { nextInChain }

    // MARK: Appearing and disappearing

    /// Called before the view appears. It isn't in the window yet. The default implementation does nothing.
    open func viewWillAppear(_ animated: Bool) {}
    /// Called when the view is in the window, with its traits and its size, before its layout. The default
    /// implementation does nothing.
    open func viewIsAppearing(_ animated: Bool) {}
    /// Called after the view has appeared. The default implementation does nothing.
    open func viewDidAppear(_ animated: Bool) {}
    /// Called before the view disappears. The default implementation does nothing.
    open func viewWillDisappear(_ animated: Bool) {}
    /// Called after the view was removed or covered. The default implementation does nothing.
    open func viewDidDisappear(_ animated: Bool) {}

    /// Begins the appearance or disappearance of a child, for containers that drive it themselves.
    /// `endAppearanceTransition()` must follow, or another call that reverses it.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        beginAppearance(isAppearing, animated: animated)
    }
    /// Ends a transition begun by `beginAppearanceTransition(_:animated:)`.
    open func endAppearanceTransition() { endAppearance() }

    /// Whether appearance calls are forwarded to children automatically. Override it and return false to forward them
    /// yourself.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    /// Whether the controller is being presented. True in `viewWillAppear` and `viewDidAppear`.
    open var isBeingPresented: Bool { modality.phase == .presenting }
    /// Whether the controller is being dismissed. True in `viewWillDisappear` and `viewDidDisappear`.
    open var isBeingDismissed: Bool { modality.phase == .dismissing }
    /// Whether the controller is moving to a parent.
    open var isMovingToParent: Bool { family.isArriving }
    /// Whether the controller is moving from its parent.
    open var isMovingFromParent: Bool { family.isLeaving }

    // MARK: Properties

    /// Configures the content and style of the controller's views before layout. Called before the update of the view
    /// itself and before `viewWillLayoutSubviews()`, once after the view has loaded and then on request. The default
    /// implementation does nothing.
    ///
    /// The properties of `@Observable` objects that the method reads are tracked, and so are the controller's traits.
    /// When one of them changes, another call is scheduled. The same holds for the observable properties that
    /// `viewWillLayoutSubviews()`, `viewDidLayoutSubviews()`, `updateViewConstraints()` and
    /// `updateContentUnavailableConfiguration(using:)` read.
    open func updateProperties() {}

    /// Schedules a call of `updateProperties()` before the next layout of the view.
    open func setNeedsUpdateProperties() { requestPropertyUpdate() }

    /// Calls `updateProperties()` of the controller, its view, and all views and controllers inside it where it is due.
    /// Does nothing before the view has loaded.
    open func updatePropertiesIfNeeded() { shownView?.updatePropertiesIfNeeded() }

    // MARK: Layout

    /// Called before the view lays out its subviews. The default implementation does nothing.
    open func viewWillLayoutSubviews() {}
    /// Called after the view has laid out its subviews. The default implementation does nothing.
    open func viewDidLayoutSubviews() {}

    /// Updates the view's constraints by calling the view's `updateConstraints()`. An override calls super last.
    open func updateViewConstraints() { shownView?.updateConstraints() }

    /// The preferred size of the view in points, for popovers, sheets and containers that use it.
    open var preferredContentSize = CGSize.zero {
        willSet { if newValue != preferredContentSize { items.observations?.prepare("preferredContentSize") } }
        didSet {
            guard preferredContentSize != oldValue else { return }
            tellPreferredSize()
            items.observations?.checkForChanges()
        }
    }
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    /// Returns the size of a child for its parent's size; by default the same.
    open func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize { parentSize }

    /// Called before the view's size changes. An override calls super, which informs children and the presented
    /// controller.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        passTransition(to: size, with: coordinator)
    }
    /// Called before the traits change. An override calls super, which informs children and the presented controller.
    open func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) { passTraits(newCollection, with: coordinator) }

    // MARK: Edges

    /// The edges at which the view extends under its container's bars.
    open var edgesForExtendedLayout: UIRectEdge = .all { didSet { noteEdges() } }
    /// Whether the view also extends under opaque bars.
    open var extendedLayoutIncludesOpaqueBars = false { didSet { noteEdges() } }
    /// Whether scroll views are inset automatically, in the older API. Use
    /// `UIScrollView.contentInsetAdjustmentBehavior` instead.
    open var automaticallyAdjustsScrollViewInsets = true

    /// The insets that the controller adds to its view's safe area, in points.
    open var additionalSafeAreaInsets: UIEdgeInsets {
        get { insets.additional }
        set { setAdditionalInsets(newValue) }
    }
    /// Called after the view's safe area has changed. The default implementation does nothing.
    open func viewSafeAreaInsetsDidChange() {}
    /// The minimum margins of the view: 16 points at the sides, 20 in wide windows.
    open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets { standardMargins }
    /// Whether the view's margins are at least `systemMinimumLayoutMargins`.
    open var viewRespectsSystemMinimumLayoutMargins = true {
        didSet { if viewRespectsSystemMinimumLayoutMargins != oldValue { shownView?.noteMargins() } }
    }
    /// Called after the view's margins have changed. The default implementation does nothing.
    open func viewLayoutMarginsDidChange() {}

    /// The top layout guide of the older API; see `UIView.safeAreaLayoutGuide`.
    open var topLayoutGuide: any UILayoutSupport { barSupport(atTop: true) }
    /// The bottom layout guide of the older API; see `UIView.safeAreaLayoutGuide`.
    open var bottomLayoutGuide: any UILayoutSupport { barSupport(atTop: false) }

    /// Sets the scroll view that bars at the given edges follow.
    open func setContentScrollView(_ scrollView: UIScrollView?, for edge: NSDirectionalRectEdge) {
        setScrollView(scrollView, for: edge)
    }
    /// Returns the scroll view that bars at an edge follow: the one that was set, else the view or its first subview if
    /// it is a scroll view.
    open func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? { scrollView(for: edge) }

    // MARK: Placeholder for missing content

    /// The configuration of the placeholder for missing content; nil for none. The placeholder covers the controller's
    /// view.
    ///
    /// It is updated for the current state by `UIContentConfiguration.updated(for:)`.
    open var contentUnavailableConfiguration: (any UIContentConfiguration)? {
        get { unavailability.configuration }
        set { setUnavailability(newValue) }
    }
    /// The traits, and the searched text of a search controller with its bar in the view.
    open var contentUnavailableConfigurationState: UIContentUnavailableConfigurationState { knownUnavailabilityState }
    /// Requests a call of `updateContentUnavailableConfiguration(using:)` before the view's next layout. Several
    /// requests cause a single call. Loading the view, changes of traits and a search request it automatically.
    open func setNeedsUpdateContentUnavailableConfiguration() { markUnavailability() }
    /// Updates the placeholder configuration. Subclasses override it to set one, or nil. The default implementation
    /// does nothing.
    open func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {}

    // MARK: Title and items

    /// The title, shown in bars. Setting it also sets the titles of `navigationItem` and `tabBarItem`.
    open var title: String? {
        willSet { if newValue != title { items.observations?.prepare("title") } }
        didSet {
            noteTitle()
            items.observations?.checkForChanges()
        }
    }
    /// The item that represents the controller in a navigation bar.
    open var navigationItem: UINavigationItem { knownNavigationItem }
    /// The item that represents the controller in a tab bar. A navigation controller without an item of its own shares
    /// its first controller's.
    open var tabBarItem: UITabBarItem! {
        get { knownTabBarItem }
        set {
            items.tab = newValue
            items.shownTab?.noteItem()
            guard let navigation = parent as? UINavigationController, navigation.items.tab == nil else { return }
            navigation.items.shownTab?.noteItem()
        }
    }
    /// The items in the toolbar of the navigation controller.
    open var toolbarItems: [UIBarButtonItem]? {
        get { items.toolbar }
        set { setToolbarItems(newValue, animated: false) }
    }
    open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) {
        items.toolbar = toolbarItems
        navigationController?.noteToolbarItems(of: self, animated: animated)
    }
    /// Whether the bar at the bottom is hidden while the controller is pushed.
    open var hidesBottomBarWhenPushed = false

    /// Whether the content is in editing mode.
    open var isEditing: Bool {
        get { items.isEditing }
        set { setEditing(newValue, animated: false) }
    }
    /// Sets the editing mode. Overrides call super.
    open func setEditing(_ editing: Bool, animated: Bool) { noteEditing(editing) }
    /// A button that toggles the editing mode.
    open var editButtonItem: UIBarButtonItem { knownEditButton }

    // MARK: Children

    open weak internal(set) var parent: UIViewController?
    /// The children in the order in which they were added.
    open var children: [UIViewController] { family.children }

    /// Adds a child controller, removing it from its previous parent, and calls its `willMove(toParent:)`. The
    /// container then adds the child's view and calls `didMove(toParent:)`.
    ///
    /// Traps if the child is the controller itself or one of its ancestors.
    open func addChild(_ childController: UIViewController) { adopt(childController) }
    /// Removes the controller from its parent and calls `didMove(toParent: nil)`. Before, the container calls
    /// `willMove(toParent: nil)` and removes the view.
    open func removeFromParent() { leaveParent() }
    /// Called before the controller moves to a parent, or to none. An override calls super.
    open func willMove(toParent parent: UIViewController?) { noteWillMove(to: parent) }
    /// Called after the parent has changed. An override calls super.
    open func didMove(toParent parent: UIViewController?) { noteDidMove() }

    /// Replaces the view of one child with that of another, both children of this controller. It adds the new view,
    /// animates, removes the old one, and informs both.
    open func transition(
        from fromViewController: UIViewController, to toViewController: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions = [], animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        cross(
            from: fromViewController, to: toViewController, duration, options, animations: animations,
            completion: completion)
    }

    /// Returns the child that is, or contains, another controller; nil if there is none.
    open func childContaining(_ controller: UIViewController) -> UIViewController? {
        sequence(first: controller, next: \.parent).first { $0.parent === self }
    }

    open func shouldAutomaticallyForwardRotationMethods() -> Bool { true }

    // MARK: Traits

    /// The traits from the parent or the window, with the controller's own overrides.
    open var traitCollection: UITraitCollection {
        updates.noteTraitRead()
        return currentTraits
    }
    /// The trait overrides for the controller, its view and its children.
    open var traitOverrides: any UITraitOverrides {
        get { ownTraits }
        set { setOwnTraits(TraitOverrides(newValue)) }
    }
    /// Called after the traits have changed. The default implementation does nothing.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// Updates the traits. It does nothing, because traits are always up to date here.
    open func updateTraitsIfNeeded() {}
    /// The user interface style of the controller and its view, regardless of the surroundings.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { ownTraits.contains(UITraitUserInterfaceStyle.self) ? ownTraits.userInterfaceStyle : .unspecified }
        set { setStyle(newValue) }
    }
    /// Sets trait overrides for a child, in the older API.
    open func setOverrideTraitCollection(
        _ collection: UITraitCollection?, forChild childViewController: UIViewController
    ) { childViewController.setTraitsFromParent(collection) }
    open func overrideTraitCollection(forChild childViewController: UIViewController) -> UITraitCollection? {
        childViewController.parent === self ? childViewController.traits.fromParent : nil
    }
    /// The preferred user interface style for containers. It isn't used here.
    open var preferredUserInterfaceStyle: UIUserInterfaceStyle { .unspecified }
    open var childForUserInterfaceStyle: UIViewController? { nil }
    open func setNeedsUserInterfaceAppearanceUpdate() {}

    // MARK: Screen

    /// The preferred style of the status bar.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Whether the status bar should be hidden. By default, it is hidden in a compact height.
    open var prefersStatusBarHidden: Bool { traitCollection.verticalSizeClass == .compact }
    open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    /// The child that determines the status bar style; nil for the controller itself.
    open var childForStatusBarStyle: UIViewController? { nil }
    open var childForStatusBarHidden: UIViewController? { nil }
    /// Requests an update of the status bar.
    open func setNeedsStatusBarAppearanceUpdate() { updateStatusBar() }
    /// Whether the controller determines the status bar's appearance even if it doesn't cover the whole screen.
    open var modalPresentationCapturesStatusBarAppearance = false

    /// Whether the home indicator may be hidden. It is available to a program that draws one.
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    open var childForScreenEdgesDeferringSystemGestures: UIViewController? { nil }
    open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
    open var prefersPointerLocked: Bool { false }
    open var childViewControllerForPointerLock: UIViewController? { nil }
    open func setNeedsUpdateOfPrefersPointerLocked() {}

    // MARK: Rotation

    /// Whether the interface follows the device orientation.
    open var shouldAutorotate: Bool { true }
    /// The supported orientations: by default all on a tablet, otherwise all but upside down.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        traitCollection.userInterfaceIdiom == .phone ? .allButUpsideDown : .all
    }
    /// Rotates the screen to a supported orientation if the current one isn't.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() { screen?.conformOrientation() }
    /// The orientation in which the controller is presented full screen.
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
        screen?.interfaceOrientation ?? .portrait
    }
    /// The current orientation of the screen.
    open var interfaceOrientation: UIInterfaceOrientation { screen?.interfaceOrientation ?? .portrait }
    /// Rotates the main screen to the device orientation, if its controllers support it.
    open class func attemptRotationToDeviceOrientation() { UIScreen.main.conformOrientation() }
    // These methods exist for source compatibility and are never called. Rotations are reported by
    // `viewWillTransition(to:with:)`.
    open func willRotate(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {}
    open func willAnimateRotation(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {}
    open func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {}
    open func rotatingHeaderView() -> UIView? { nil }
    open func rotatingFooterView() -> UIView? { nil }

    // MARK: Presentation

    /// The controller that this one or an ancestor presents.
    open var presentedViewController: UIViewController? { knownPresented }
    /// The controller that presents this one or an ancestor.
    open var presentingViewController: UIViewController? { knownPresenter }

    /// Presents a controller over this one, or over the container that defines the context; see
    /// `modalPresentationStyle`.
    ///
    /// As in UIKit, a controller that already presents one or isn't in a window logs a message and presents nothing. It
    /// traps if the other controller is already presented or has a parent.
    ///
    /// - Parameter completion: called after the other's `viewDidAppear`.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) { present(viewControllerToPresent, isAnimated: flag, completion: completion) }

    /// Dismisses the presented controller with everything presented on it. Without one, it dismisses this controller.
    ///
    /// - Parameter completion: called after `viewDidDisappear`.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { dismiss(flag, completion) }

    /// The animation for presenting and dismissing the controller.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// The transition for pushing and presenting the controller if no delegate provides an animator. Nil means the
    /// navigation controller's standard transition or `modalTransitionStyle`.
    open var preferredTransition: Transition? { didSet { updateZoomDrag() } }
    /// The way in which the controller covers its presenter.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic {
        didSet { if modalPresentationStyle != oldValue, !modality.isCurrent { modality.controller = nil } }
    }
    /// Whether the controller can't be dismissed by dragging or by touching outside it.
    open var isModalInPresentation = false
    /// The name of `isModalInPresentation` in the older API.
    open var isModalInPopover: Bool {
        get { isModalInPresentation }
        set { isModalInPresentation = newValue }
    }
    /// Whether presentations over the current context cover this controller's view instead of an ancestor's.
    open var definesPresentationContext = false
    /// Whether this controller's `modalTransitionStyle` is used for presentations over its context.
    open var providesPresentationContextTransitionStyle = false
    open var disablesAutomaticKeyboardDismissal: Bool { modalPresentationStyle == .formSheet }
    /// The object that provides custom animators and presentation controllers.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    /// Whether menu and key actions reach the controller while it presents another one.
    open var performsActionsWhilePresentingModally: Bool { true }

    /// The presentation controller of the current presentation, or the one that the style would use.
    open var presentationController: UIPresentationController? { knownPresentationController }
    /// The presentation controller of the current presentation of this controller or an ancestor.
    open var activePresentationController: UIPresentationController? { knownActiveController }
    /// The transition that the controller takes part in.
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { knownCoordinator }

    // MARK: Showing other controllers

    /// Shows a controller in the way that fits: a navigation controller pushes it, others present it.
    open func show(_ vc: UIViewController, sender: Any?) { showAnywhere(vc, sender) }
    /// Shows a controller as detail: a split view controller shows it in its second column, others present it.
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) { showDetailAnywhere(vc, sender) }
    /// Takes over the secondary controller when a split view collapses to a single column, with this controller in the
    /// first one. The default implementation does nothing; a navigation controller pushes it.
    open func collapseSecondaryViewController(
        _ secondaryViewController: UIViewController, for splitViewController: UISplitViewController
    ) {}
    /// Returns the secondary controller when a split view expands to two columns. With nil, the default, the previous
    /// one is kept; a navigation controller returns its top controller.
    open func separateSecondaryViewController(for splitViewController: UISplitViewController) -> UIViewController? {
        nil
    }
    /// A notification that a split view controller posts after it has collapsed or expanded, which changes the effect
    /// of `showDetailViewController(_:sender:)`.
    public class var showDetailTargetDidChangeNotification: Notification.Name {
        Notification.Name("UIViewControllerShowDetailTargetDidChangeNotification")
    }
    /// Returns the nearest ancestor that responds to an action differently from `UIViewController` itself.
    open func targetViewController(forAction action: Selector, sender: Any?) -> UIViewController? {
        sequence(first: self, next: \.parent).dropFirst().first { $0.canPerformAction(action, withSender: sender) }
    }

    // MARK: Segues

    /// Performs a segue of the controller's scene. If there is no segue with the name, it logs a message and does
    /// nothing.
    ///
    /// It calls `prepare(for:sender:)`, but not `shouldPerformSegue(withIdentifier:sender:)`, which is called only for
    /// segues triggered by the user.
    open func performSegue(withIdentifier identifier: String, sender: Any?) { startSegue(identifier, sender) }
    /// Whether a segue that the user has triggered may be performed.
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
    /// Called before a segue is performed. The destination exists, but its view isn't loaded. The default
    /// implementation does nothing.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

    /// Whether an unwind segue may end at this controller. By default, it may if the class has registered the action
    /// and the controller isn't the source.
    open func canPerformUnwindSegueAction(
        _ action: Selector, from fromViewController: UIViewController, sender: Any?
    ) -> Bool { fromViewController !== self && responds(to: action) }
    /// Returns the children in which an unwind segue may end, in search order: all but the source's, topmost first.
    open func allowedChildrenForUnwinding(from source: UIStoryboardUnwindSegueSource) -> [UIViewController] {
        unwindableChildren(source)
    }
    /// Returns the child that is, or contains, the source of an unwind segue.
    public final func childContaining(_ source: UIStoryboardUnwindSegueSource) -> UIViewController? {
        childContaining(source.source)
    }
    /// Returns the controller among the children at which an unwind segue ends; nil for none. In the older API; the
    /// search uses `allowedChildrenForUnwinding(from:)`.
    open func forUnwindSegueAction(
        _ action: Selector, from fromViewController: UIViewController, withSender sender: Any?
    ) -> UIViewController? { unwindEnd(for: action, from: fromViewController, sender: sender) }
    /// Returns the segue that unwinds from one controller to another. In the older API; containers receive
    /// `unwind(for:towards:)`.
    open func segueForUnwinding(
        to toViewController: UIViewController, from fromViewController: UIViewController, identifier: String?
    ) -> UIStoryboardSegue? { unwindSegue(to: toViewController, from: fromViewController, identifier) }
    /// Shows a child on the path of an unwind segue, or the controller itself. The default implementation does nothing;
    /// a navigation controller pops, a tab bar controller selects.
    open func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {}

    // MARK: Keys

    open func addKeyCommand(_ keyCommand: UIKeyCommand) { keys.append(keyCommand) }
    open func removeKeyCommand(_ keyCommand: UIKeyCommand) { keys.removeAll { $0 === keyCommand } }
    open override var keyCommands: [UIKeyCommand]? { keys.isEmpty ? nil : keys }

    // MARK: Memory and state

    /// Called when memory is low, to release what can be recreated. The default implementation does nothing.
    open func didReceiveMemoryWarning() {}

    /// The name under which the controller's state is stored; nil to store nothing of it and its descendants. Served
    /// views store the state per viewer if each viewer has a view of their own; see `ViewSource`.
    open var restorationIdentifier: String?
    /// The class that creates the controller if the new tree doesn't contain it.
    open var restorationClass: (any UIViewControllerRestoration.Type)?
    /// Encodes the state to restore later. An override calls super.
    open func encodeRestorableState(with coder: NSCoder) {}
    /// Decodes the restored state. An override calls super.
    open func decodeRestorableState(with coder: NSCoder) {}
    /// Called after the states of all controllers are restored. The default implementation does nothing.
    open func applicationFinishedRestoringState() {}
}
