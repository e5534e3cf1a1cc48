public import Foundation
public import TileBars
public import TileDrawing
public import TileViews

/// A container that shows two or three controllers side by side if there is enough space. In windows of compact width,
/// it shows one at a time, on a stack.
///
/// With a style, it has columns, each with a navigation controller of its own. Without one, it has the two controllers
/// `viewControllers`, as in the older API.
open class UISplitViewController: UIViewController, ChildContainer {
    public enum Style: Int, Hashable, Sendable {
        /// Two controllers without columns.
        case unspecified
        case doubleColumn
        case tripleColumn
    }

    public enum Column: Int, Hashable, Sendable {
        case primary
        case supplementary
        case secondary
        /// The column shown instead of all others while collapsed.
        case compact
    }

    public enum DisplayMode: Int, Hashable, Sendable {
        case automatic
        case secondaryOnly
        case oneBesideSecondary
        case oneOverSecondary
        case twoBesideSecondary
        case twoOverSecondary
        case twoDisplaceSecondary

        public static let primaryHidden = DisplayMode.secondaryOnly
        public static let allVisible = DisplayMode.oneBesideSecondary
        public static let primaryOverlay = DisplayMode.oneOverSecondary
    }

    public enum SplitBehavior: Int, Hashable, Sendable {
        case automatic
        /// Columns are beside the secondary column, which becomes narrower.
        case tile
        /// Columns cover the secondary column.
        case overlay
        /// Columns displace the secondary column, which moves partly out of view.
        case displace
    }

    public enum PrimaryEdge: Int, Hashable, Sendable {
        case leading
        case trailing
    }

    public enum BackgroundStyle: Int, Hashable, Sendable {
        case none
        case sidebar
    }

    public enum DisplayModeButtonVisibility: Int, Hashable, Sendable {
        case automatic
        case never
        case always
    }

    /// A value that lets the controller determine a width.
    public static let automaticDimension = CGFloat(-1)

    public final let style: Style
    final var columns = SplitColumns()
    /// The state of the columns' presentation.
    final var showing = SplitShowing()
    /// The container of the columns' views.
    final let stage = UIView()
    final let curtain = UIView()

    public init(style: Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        style = .unspecified
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    private static let styleKey = "UISplitViewControllerStyle"

    /// Creates a controller from an archive. Its children are the columns, in order.
    public required init?(coder: NSCoder) {
        style = Style(rawValue: coder.decodeInteger(forKey: Self.styleKey)) ?? .unspecified
        super.init(coder: coder)
        let order: [Column] = style == .tripleColumn ? [.primary, .supplementary, .secondary] : [.primary, .secondary]
        for (column, child) in zip(order, children) { columns.put(child, in: column) }
        coder.settle(self, as: UISplitViewController.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(style.rawValue, forKey: Self.styleKey)
    }

    open weak var delegate: (any UISplitViewControllerDelegate)?

    // MARK: Controllers

    /// The visible controllers, including those hidden for lack of space; in columns, their navigation controllers.
    /// Without columns, set one or two; another number traps.
    open var viewControllers: [UIViewController] {
        get { knownViewControllers }
        set { setPair(newValue) }
    }

    /// Sets the controller of a column; nil removes it. Traps if the style doesn't have the column, or if the
    /// controller is in another column.
    open func setViewController(_ vc: UIViewController?, for column: Column) { set(vc, column) }
    /// Returns the controller that was set for a column, without its navigation controller.
    open func viewController(for column: Column) -> UIViewController? { columns[column] }

    /// Shows a column beside or over the secondary one, according to `splitBehavior`; on top of the stack while
    /// collapsed.
    open func show(_ column: Column) { show(column, animated: true) }
    /// Hides a column and those further out; while collapsed, pops it from the stack.
    open func hide(_ column: Column) { hide(column, animated: true) }
    /// Whether a column is visible.
    open func isShowing(_ column: Column) -> Bool {
        showing.isCollapsed ? topColumn == column : showing.shown.contains(column)
    }

    /// Whether only a single column is shown, for lack of space.
    open var isCollapsed: Bool { showing.isCollapsed }

    open override func show(_ vc: UIViewController, sender: Any?) { showInPrimary(vc, sender) }
    /// Replaces the content of the secondary column; while collapsed, pushes the controller.
    open override func showDetailViewController(_ vc: UIViewController, sender: Any?) { showInSecondary(vc, sender) }

    // MARK: Modes

    /// The current display mode.
    open var displayMode: DisplayMode { showing.isCollapsed ? .oneBesideSecondary : showing.mode }
    open var preferredDisplayMode = DisplayMode.automatic {
        didSet { if preferredDisplayMode != oldValue { followPreferences(animated: false) } }
    }
    open var splitBehavior: SplitBehavior { behavior }
    open var preferredSplitBehavior = SplitBehavior.automatic {
        didSet { if preferredSplitBehavior != oldValue { followPreferences(animated: false) } }
    }
    /// Whether the user can show and hide the first column by dragging from the edge and by touching outside it.
    open var presentsWithGesture = true { didSet { showing.edgePan?.isEnabled = presentsWithGesture } }
    /// Whether a button in the secondary column hides the others.
    open var showsSecondaryOnlyButton = false
    open var displayModeButtonVisibility = DisplayModeButtonVisibility.automatic { didSet { showButton() } }
    /// A button that shows and hides the first column.
    open var displayModeButtonItem: UIBarButtonItem { showing.button(of: self) }

    open var primaryEdge = PrimaryEdge.leading { didSet { shownView?.setNeedsLayout() } }
    /// The background style of the primary column. It has no effect: sidebars have no material of their own here.
    open var primaryBackgroundStyle = BackgroundStyle.none

    // MARK: Widths, in points

    /// The preferred width as a fraction of the whole width, from 0 to 1.
    open var preferredPrimaryColumnWidthFraction = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var preferredPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var minimumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var maximumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var primaryColumnWidth: CGFloat { widths.primary }
    /// The preferred width as a fraction of the whole width, from 0 to 1.
    open var preferredSupplementaryColumnWidthFraction = UISplitViewController.automaticDimension {
        didSet { noteWidths() }
    }
    open var preferredSupplementaryColumnWidth = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var minimumSupplementaryColumnWidth = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var maximumSupplementaryColumnWidth = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var supplementaryColumnWidth: CGFloat { widths.supplementary }

    // MARK: View

    final var shownChildren: [UIViewController] { childrenOnShow }

    open override func loadView() {
        let view = makeView()
        view.clipsToBounds = true
        view.backgroundColor = .separator
        stage.frame = view.bounds
        stage.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(stage)
        self.view = view
        prepareGestures()
    }

    open override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        // The available space is known only in a window.
        if view.window != nil { arrange(animated: false) }
    }

    open override func viewIsAppearing(_ animated: Bool) {
        super.viewIsAppearing(animated)
        arrange(animated: false)
    }

    open override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        arrange(animated: false)
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        guard isViewLoaded else { return }
        arrange(animated: false)
        view.setNeedsLayout()
    }

    // The secondary column determines the screen's appearance.
    open override var childForStatusBarStyle: UIViewController? { deciding }
    open override var childForStatusBarHidden: UIViewController? { deciding }
    open override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        delegate?.splitViewControllerSupportedInterfaceOrientations(self) ?? super.supportedInterfaceOrientations
    }
    open override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
        delegate?.splitViewControllerPreferredInterfaceOrientationForPresentation(self)
            ?? super.preferredInterfaceOrientationForPresentation
    }
}

extension UIViewController {
    /// The nearest split view controller among the ancestors.
    public final var splitViewController: UISplitViewController? {
        for each in sequence(first: self, next: \.parent).dropFirst() {
            if let found = each as? UISplitViewController { return found }
        }
        return nil
    }
}
