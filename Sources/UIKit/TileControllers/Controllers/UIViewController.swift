public import Foundation
public import TileBars
public import TileDrawing
public import TileGraphics
public import TileViews

/// Looks after a view with all that is in it: makes it when it is first asked for, hears when it comes and goes, and
/// has children that look after parts of it.
///
/// It stands in the responder chain between its view and the superview. Like a tree of views, a tree of controllers
/// belongs to one thread at a time.
///
/// The order of the callbacks is UIKit's. When a view comes into a window that is shown: `loadView`, `viewDidLoad` if
/// it was never made, `viewWillAppear`, then in the hierarchy, with traits and place, `viewIsAppearing`; then its
/// layout; and once the screen's frame that shows it is committed, `viewDidAppear`.
open class UIViewController: UIResponder, NSCoding, UITraitEnvironment, UIContentContainer, UIAppearanceContainer {
    // All that a subclass may override is declared here: Swift lets nothing that an extension declares be overridden.

    final var shownView: UIView?
    final var isLoading = false
    final var appearance = Appearance()
    final var family = ControllerFamily()
    final var traits = ControllerTraits()
    final var insets = ControllerInsets()
    final var modality = ControllerModality()
    final var items = ControllerItems()
    final var unavailability = ControllerUnavailability()
    final var keys: [UIKeyCommand] = []
    /// The scene of a storyboard that it was made of, where it was.
    package final var scene: (any ControllerScene)?
    /// Where scroll views are to stand once it shows, by their restoration identifiers; see `ControllerState`.
    final var pendingOffsets: [String: CGPoint] = [:]

    /// A controller whose view is made by `loadView()`.
    ///
    /// - Parameters:
    ///   - nibNameOrNil: the nib with the view, a .nib or .xib among the bundle's resources; nil for one that is named
    ///     as the class, with or without "Controller" at its end, where there is one.
    ///   - nibBundleOrNil: nil for the main bundle.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
        ControllerCensus.noteMade(self)
    }

    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    /// A controller from an archive made by `encode(with:)`: its view, if it was loaded, its children and what it was
    /// set to. What the archive lacks, or holds wrongly, is as in a new one.
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

    /// The name of the nib that the view is in; nil for none.
    public final let nibName: String?
    public final let nibBundle: Bundle?

    /// The view, made now if there is none. Setting it gives up the one before; nil has it made anew when it is next
    /// asked for.
    ///
    /// A view that another controller looks after traps, as in UIKit.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return shownView
        }
        set { setView(newValue) }
    }

    /// Makes the view and sets it: that of its storyboard or nib, else an empty one of the main screen's size. A
    /// subclass may make its own, without calling super.
    open func loadView() {
        if !loadViewFromNib() { view = makeView() }
    }

    /// Makes the view now, if there is none.
    open func loadViewIfNeeded() { load() }

    /// The view, if it is made.
    open var viewIfLoaded: UIView? { shownView }

    /// Whether the view is made.
    open var isViewLoaded: Bool { shownView != nil }

    /// The view was made. It is in no window yet. Nothing by default; for subclasses.
    open func viewDidLoad() {}

    /// The superview of its view; for one that is presented, who presents it.
    open override var next: UIResponder? { nextInChain }

    // MARK: Coming and going

    /// The view is about to come into view: it is not in the window yet. Nothing by default; for subclasses.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is in the window, with its traits and its size, and will be laid out. Nothing by default.
    open func viewIsAppearing(_ animated: Bool) {}
    /// The view is shown. Nothing by default; for subclasses.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to go. Nothing by default; for subclasses.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view is gone, or covered. Nothing by default; for subclasses.
    open func viewDidDisappear(_ animated: Bool) {}

    /// For containers that tell their children themselves: says that a child is about to appear, or disappear.
    /// `endAppearanceTransition()` is to follow, or another call that turns it back.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        beginAppearance(isAppearing, animated: animated)
    }
    /// Ends what `beginAppearanceTransition(_:animated:)` began.
    open func endAppearanceTransition() { endAppearance() }

    /// Whether children come and go with the controller: true, unless a class tells them itself.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    /// Whether a presentation of it is under way; true in its `viewWillAppear` and `viewDidAppear`.
    open var isBeingPresented: Bool { modality.phase == .presenting }
    /// Whether it is being dismissed; true in its `viewWillDisappear` and `viewDidDisappear`.
    open var isBeingDismissed: Bool { modality.phase == .dismissing }
    /// Whether it comes into its parent just now.
    open var isMovingToParent: Bool { family.isArriving }
    /// Whether it leaves its parent just now.
    open var isMovingFromParent: Bool { family.isLeaving }

    // MARK: Layout

    /// The view is about to lay out its subviews. Nothing by default; for subclasses.
    open func viewWillLayoutSubviews() {}
    /// The view has laid out its subviews. Nothing by default; for subclasses.
    open func viewDidLayoutSubviews() {}

    /// Brings the view's constraints up to date: calls the view's `updateConstraints()`. An override calls super last.
    open func updateViewConstraints() { shownView?.updateConstraints() }

    /// The size that it would like to have where it is shown at its own size, in points: in a popover, a sheet, or a
    /// container that asks.
    open var preferredContentSize = CGSize.zero {
        willSet { if newValue != preferredContentSize { items.observations?.prepare("preferredContentSize") } }
        didSet {
            guard preferredContentSize != oldValue else { return }
            tellPreferredSize()
            items.observations?.look()
        }
    }
    open func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    open func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer) {}
    /// The size of a child where its parent has another; the parent's, by default.
    open func size(
        forChildContentContainer container: any UIContentContainer, withParentContainerSize parentSize: CGSize
    ) -> CGSize { parentSize }

    /// The view is about to have another size. An override calls super, which tells children and who is presented.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        passTransition(to: size, with: coordinator)
    }
    /// The traits are about to be others. An override calls super, which tells children and who is presented.
    open func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) { passTraits(newCollection, with: coordinator) }

    // MARK: Edges

    /// Along which edges the view lies under its container's bars.
    open var edgesForExtendedLayout: UIRectEdge = .all { didSet { noteEdges() } }
    /// Whether it lies under bars that are opaque, too.
    open var extendedLayoutIncludesOpaqueBars = false { didSet { noteEdges() } }
    /// As older code has it; today's sets `UIScrollView.contentInsetAdjustmentBehavior`.
    open var automaticallyAdjustsScrollViewInsets = true

    /// What the controller adds to its view's safe area, in points.
    open var additionalSafeAreaInsets: UIEdgeInsets {
        get { insets.additional }
        set { setAdditionalInsets(newValue) }
    }
    /// The view's safe area has changed. Nothing by default; for subclasses.
    open func viewSafeAreaInsetsDidChange() {}
    /// What the view's margins are at least: 16 points at the sides, 20 where there is much room.
    open var systemMinimumLayoutMargins: NSDirectionalEdgeInsets { standardMargins }
    /// Whether the view keeps to `systemMinimumLayoutMargins`.
    open var viewRespectsSystemMinimumLayoutMargins = true {
        didSet { if viewRespectsSystemMinimumLayoutMargins != oldValue { shownView?.noteMargins() } }
    }
    /// The view's margins have changed. Nothing by default; for subclasses.
    open func viewLayoutMarginsDidChange() {}

    /// What older code lays out below; see `UIView.safeAreaLayoutGuide`.
    open var topLayoutGuide: any UILayoutSupport { barSupport(atTop: true) }
    /// What older code lays out above; see `UIView.safeAreaLayoutGuide`.
    open var bottomLayoutGuide: any UILayoutSupport { barSupport(atTop: false) }

    /// Names the scroll view that bars along some edges follow.
    open func setContentScrollView(_ scrollView: UIScrollView?, for edge: NSDirectionalRectEdge) {
        setScrollView(scrollView, for: edge)
    }
    /// The scroll view that bars along an edge follow: the one that was named, else the view, or its first subview, if
    /// that is one.
    open func contentScrollView(for edge: NSDirectionalRectEdge) -> UIScrollView? { scrollView(for: edge) }

    // MARK: Without content

    /// What stands over the view while it has no content; nil for nothing. Its view fills this one's, in front.
    ///
    /// It is shown as `UIContentConfiguration.updated(for:)` makes it for the present state.
    open var contentUnavailableConfiguration: (any UIContentConfiguration)? {
        get { unavailability.configuration }
        set { setUnavailability(newValue) }
    }
    /// The traits, and what a search looks for that has its bar in the view.
    open var contentUnavailableConfigurationState: UIContentUnavailableConfigurationState { knownUnavailabilityState }
    /// Asks for `updateContentUnavailableConfiguration(using:)` before the view's next layout, once however often it is
    /// asked for. A view that is made, traits that change and a search that goes on ask for it themselves.
    open func setNeedsUpdateContentUnavailableConfiguration() { markUnavailability() }
    /// A subclass sets what is to stand there, or nil. Nothing by default.
    open func updateContentUnavailableConfiguration(using state: UIContentUnavailableConfigurationState) {}

    // MARK: Title and items

    /// What it is called, in bars. Setting it sets the titles of `navigationItem` and `tabBarItem`.
    open var title: String? {
        willSet { if newValue != title { items.observations?.prepare("title") } }
        didSet {
            noteTitle()
            items.observations?.look()
        }
    }
    /// What a navigation bar shows of it.
    open var navigationItem: UINavigationItem { knownNavigationItem }
    /// What a tab bar shows of it.
    open var tabBarItem: UITabBarItem! {
        get { knownTabBarItem }
        set {
            items.tab = newValue
            items.shownTab?.noteItem()
        }
    }
    /// What its navigation controller's toolbar shows of it.
    open var toolbarItems: [UIBarButtonItem]? {
        get { items.toolbar }
        set { setToolbarItems(newValue, animated: false) }
    }
    open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) {
        items.toolbar = toolbarItems
        navigationController?.noteToolbarItems(of: self, animated: animated)
    }
    /// Whether the bar along the bottom goes when it is pushed.
    open var hidesBottomBarWhenPushed = false

    /// Whether its content can be changed.
    open var isEditing: Bool {
        get { items.isEditing }
        set { setEditing(newValue, animated: false) }
    }
    /// Subclasses that can be edited call super.
    open func setEditing(_ editing: Bool, animated: Bool) { noteEditing(editing) }
    /// A button that turns editing on and off.
    open var editButtonItem: UIBarButtonItem { knownEditButton }

    // MARK: Children

    open weak internal(set) var parent: UIViewController?
    /// In the order in which they were added.
    open var children: [UIViewController] { family.children }

    /// Makes a controller a child, taking it from another parent; calls its `willMove(toParent:)`. The container then
    /// puts its view into its own and calls `didMove(toParent:)`.
    ///
    /// To add itself, or one that it is in, traps.
    open func addChild(_ childController: UIViewController) { adopt(childController) }
    /// Leaves the parent; calls `didMove(toParent: nil)`. The container has called `willMove(toParent: nil)`, and taken
    /// the view out.
    open func removeFromParent() { leaveParent() }
    /// It is about to get this parent, or none. An override calls super.
    open func willMove(toParent parent: UIViewController?) { noteWillMove(to: parent) }
    /// The parent has changed. An override calls super.
    open func didMove(toParent parent: UIViewController?) { noteDidMove() }

    /// Changes from one child's view to another's, both of which are to be children of this one: puts the new one in,
    /// animates, takes the old one out, and tells both.
    open func transition(
        from fromViewController: UIViewController, to toViewController: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions = [], animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) { cross(from: fromViewController, to: toViewController, duration, options, animations, completion) }

    /// The child of this one that another is, or is in; nil where it is in none.
    open func childContaining(_ controller: UIViewController) -> UIViewController? {
        sequence(first: controller, next: \.parent).first { $0.parent === self }
    }

    open func shouldAutomaticallyForwardRotationMethods() -> Bool { true }

    // MARK: Traits

    /// The traits that it has of its parent, or its window, and its own.
    open var traitCollection: UITraitCollection { currentTraits }
    /// Traits that it sets for itself, its view and its children.
    open var traitOverrides: any UITraitOverrides {
        get { ownTraits }
        set { setOwnTraits(TraitOverrides(newValue)) }
    }
    /// The traits have changed. Nothing by default; for subclasses.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// Traits are always up to date here.
    open func updateTraitsIfNeeded() {}
    /// Light or dark, for it and its view, whatever is around.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { ownTraits.contains(UITraitUserInterfaceStyle.self) ? ownTraits.userInterfaceStyle : .unspecified }
        set { setStyle(newValue) }
    }
    /// Traits for a child, as older code sets them.
    open func setOverrideTraitCollection(
        _ collection: UITraitCollection?, forChild childViewController: UIViewController
    ) { childViewController.setTraitsFromParent(collection) }
    open func overrideTraitCollection(forChild childViewController: UIViewController) -> UITraitCollection? {
        childViewController.parent === self ? childViewController.traits.fromParent : nil
    }
    /// What a container asks for; nothing here does.
    open var preferredUserInterfaceStyle: UIUserInterfaceStyle { .unspecified }
    open var childForUserInterfaceStyle: UIViewController? { nil }
    open func setNeedsUserInterfaceAppearanceUpdate() {}

    // MARK: Screen

    /// How the status bar is to look above it.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Whether the status bar is hidden above it: where the height is compact, by default.
    open var prefersStatusBarHidden: Bool { traitCollection.verticalSizeClass == .compact }
    open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    /// The child that decides instead; nil for none.
    open var childForStatusBarStyle: UIViewController? { nil }
    open var childForStatusBarHidden: UIViewController? { nil }
    /// What is to be said of the status bar may have changed.
    open func setNeedsStatusBarAppearanceUpdate() { updateStatusBar() }
    /// Whether one that does not cover the whole screen decides how the status bar looks.
    open var modalPresentationCapturesStatusBarAppearance = false

    /// Whether the line at the bottom of the screen may be hidden; kept, for a program that draws one.
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

    /// Whether it follows the device at all.
    open var shouldAutorotate: Bool { true }
    /// The ways in which the screen may be turned while it is in front: on a tablet all, else all but upside down.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        traitCollection.userInterfaceIdiom == .phone ? .allButUpsideDown : .all
    }
    /// Turns the screen to a way that is supported, if the present one is not.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() { screen?.conformOrientation() }
    /// The way that the screen is turned to when it is presented over all of it.
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
        screen?.interfaceOrientation ?? .portrait
    }
    /// How the screen is turned.
    open var interfaceOrientation: UIInterfaceOrientation { screen?.interfaceOrientation ?? .portrait }
    /// Turns the main screen as the device is held, where its controllers allow that.
    open class func attemptRotationToDeviceOrientation() { UIScreen.main.conformOrientation() }
    // For older code to compile. Nothing calls them: `viewWillTransition(to:with:)` is told of turns.
    open func willRotate(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {}
    open func willAnimateRotation(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {}
    open func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {}
    open func rotatingHeaderView() -> UIView? { nil }
    open func rotatingFooterView() -> UIView? { nil }

    // MARK: Presentation

    /// Who it presents, itself or through a parent.
    open var presentedViewController: UIViewController? { knownPresented }
    /// Who presents it, or a parent of it.
    open var presentingViewController: UIViewController? { knownPresenter }

    /// Shows another over this one, or over the container that covers what it is in; see `modalPresentationStyle`.
    ///
    /// UIKit's outcomes: who presents somebody already, or is in no window, says so and presents nothing; one that is
    /// presented already, or has a parent, traps.
    ///
    /// - Parameter completion: called after the other's `viewDidAppear`.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) { present(viewControllerToPresent, flag, completion) }

    /// Dismisses who it presents, with all that is presented on that; if it presents nobody, itself.
    ///
    /// - Parameter completion: called after `viewDidDisappear`.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { dismiss(flag, completion) }

    /// How it comes and goes when it is presented.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// How it comes and goes when it is pushed or presented, where no delegate gives an animator; nil for a navigation
    /// controller's own way, or what `modalTransitionStyle` says.
    open var preferredTransition: Transition? { didSet { updateZoomDrag() } }
    /// How it covers what it is presented over.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic {
        didSet { if modalPresentationStyle != oldValue, !modality.isCurrent { modality.controller = nil } }
    }
    /// Whether a person can't dismiss it: no drag and no touch beside it does.
    open var isModalInPresentation = false
    /// As `isModalInPresentation`, for older code.
    open var isModalInPopover: Bool {
        get { isModalInPresentation }
        set { isModalInPresentation = newValue }
    }
    /// Whether what is presented over the current context covers this one's view, and not one further up.
    open var definesPresentationContext = false
    /// Whether `modalTransitionStyle` of this one is taken for what covers its context.
    open var providesPresentationContextTransitionStyle = false
    open var disablesAutomaticKeyboardDismissal: Bool { modalPresentationStyle == .formSheet }
    /// Who gives animators and presentation controllers of one's own.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    /// Whether actions of menus and keys reach it while it presents another.
    open var performsActionsWhilePresentingModally: Bool { true }

    /// Who manages its presentation: the one under way, or that which would, by its style.
    open var presentationController: UIPresentationController? { knownPresentationController }
    /// Who manages the presentation that is under way, its own or a parent's.
    open var activePresentationController: UIPresentationController? { knownActiveController }
    /// The transition that it takes part in.
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { knownCoordinator }

    // MARK: Showing others

    /// Shows another where that fits: a navigation controller pushes it, others present it.
    open func show(_ vc: UIViewController, sender: Any?) { showAnywhere(vc, sender) }
    /// Shows another as detail: a split view controller beside its first column, others present it.
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) { showDetailAnywhere(vc, sender) }
    /// A split view controller has room for one, and this is the first: takes up the second, to show it from now on.
    /// Nothing by default; a navigation controller puts it on top.
    open func collapseSecondaryViewController(
        _ secondaryViewController: UIViewController, for splitViewController: UISplitViewController
    ) {}
    /// There is room for two again: gives the second. Nil by default, which leaves the one that there was; a navigation
    /// controller gives its top.
    open func separateSecondaryViewController(for splitViewController: UISplitViewController) -> UIViewController? {
        nil
    }
    /// Posted by a split view controller, its object, when it has become one stack or has columns again: what
    /// `showDetailViewController(_:sender:)` does is another thing now.
    public class var showDetailTargetDidChangeNotification: Notification.Name {
        Notification.Name("UIViewControllerShowDetailTargetDidChangeNotification")
    }
    /// The parent, or one above, that answers to an action other than `UIViewController` itself does.
    open func targetViewController(forAction action: Selector, sender: Any?) -> UIViewController? {
        sequence(first: self, next: \.parent).dropFirst().first { $0.canPerformAction(action, withSender: sender) }
    }

    // MARK: Segues

    /// Performs a segue of the controller's scene. Without one of the name it says so, and does nothing.
    ///
    /// It calls `prepare(for:sender:)`, and does not ask `shouldPerformSegue(withIdentifier:sender:)`: what a person
    /// touches does.
    open func performSegue(withIdentifier identifier: String, sender: Any?) { startSegue(identifier, sender) }
    /// Whether a segue that a person asked for may be performed.
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
    /// A segue is about to be performed: its destination is made, and its view is not. Nothing by default.
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}

    /// Whether an unwind segue may end here: where the class has registered its action, unless it is the controller
    /// that the segue comes from.
    open func canPerformUnwindSegueAction(
        _ action: Selector, from fromViewController: UIViewController, sender: Any?
    ) -> Bool { fromViewController !== self && responds(to: action) }
    /// The children that are asked whether an unwind segue may end in them, in that order: all but the one that it
    /// comes from, what is on top first.
    open func allowedChildrenForUnwinding(from source: UIStoryboardUnwindSegueSource) -> [UIViewController] {
        unwindableChildren(source)
    }
    /// The child that an unwind segue comes from, or from in it.
    public final func childContaining(_ source: UIStoryboardUnwindSegueSource) -> UIViewController? {
        childContaining(source.source)
    }
    /// Of the controllers in it, the one where an unwind segue ends; nil for none. For older code: the search for it
    /// goes by `allowedChildrenForUnwinding(from:)`.
    open func forUnwindSegueAction(
        _ action: Selector, from fromViewController: UIViewController, withSender sender: Any?
    ) -> UIViewController? { unwindEnd(action, fromViewController, sender) }
    /// A segue that leads back from one to another. For older code: `unwind(for:towards:)` is what containers are told.
    open func segueForUnwinding(
        to toViewController: UIViewController, from fromViewController: UIViewController, identifier: String?
    ) -> UIStoryboardSegue? { unwindSegue(to: toViewController, from: fromViewController, identifier) }
    /// A container between the ends of an unwind segue is to show this child, or the controller itself. Nothing by
    /// default; a navigation controller pops, a tab bar controller selects.
    open func unwind(for unwindSegue: UIStoryboardSegue, towards subsequentVC: UIViewController) {}

    // MARK: Keys

    open func addKeyCommand(_ keyCommand: UIKeyCommand) { keys.append(keyCommand) }
    open func removeKeyCommand(_ keyCommand: UIKeyCommand) { keys.removeAll { $0 === keyCommand } }
    open override var keyCommands: [UIKeyCommand]? { keys.isEmpty ? nil : keys }

    // MARK: Memory and state

    /// Memory is short: what can be made anew may go. Nothing by default; for subclasses.
    open func didReceiveMemoryWarning() {}

    /// A name by which what is stored of its state finds the controller; nil for nothing to be stored of it, and of
    /// those in it. Served views store it where each viewer has them alone; see `ViewSource`.
    open var restorationIdentifier: String?
    /// Makes it where the new tree has none of its name.
    open var restorationClass: (any UIViewControllerRestoration.Type)?
    /// Writes what is to be there again when it is made anew. An override calls super.
    open func encodeRestorableState(with coder: NSCoder) {}
    /// Takes what was written. An override calls super.
    open func decodeRestorableState(with coder: NSCoder) {}
    /// All controllers have their states again. Nothing by default; for subclasses.
    open func applicationFinishedRestoringState() {}
}
