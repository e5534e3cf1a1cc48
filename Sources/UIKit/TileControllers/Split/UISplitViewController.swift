public import Foundation
public import TileBars
public import TileDrawing
public import TileViews

/// Shows two or three controllers beside each other where there is room, and one at a time, on a stack, where there is
/// not: in windows of a compact width.
///
/// Made with a style it has columns, each in a navigation controller of its own; made without one it has two
/// controllers, `viewControllers`, as older code has it.
open class UISplitViewController: UIViewController, ChildContainer {
    public enum Style: Int, Hashable, Sendable {
        /// Two controllers, without columns.
        case unspecified
        case doubleColumn
        case tripleColumn
    }

    public enum Column: Int, Hashable, Sendable {
        case primary
        case supplementary
        case secondary
        /// Shown in place of all where there is room for one.
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
        /// Beside the last column, which gets narrower.
        case tile
        /// Over the last column.
        case overlay
        /// Beside the last column, which goes out of sight by as much.
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

    /// Leaves a width to the controller.
    public static let automaticDimension = CGFloat(-1)

    public final let style: Style
    final var columns = SplitColumns()
    /// What it shows of them.
    final var showing = SplitShowing()
    /// Columns are in it, one over the other.
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

    /// Its children are the columns, in their order.
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

    /// Those that show, or would where there is room: with columns their navigation controllers. Set them where there
    /// are no columns: one or two, another number traps.
    open var viewControllers: [UIViewController] {
        get { knownViewControllers }
        set { setPair(newValue) }
    }

    /// Puts a controller in a column; nil takes out the one that is there. A column that the style does not have traps,
    /// and a controller that is in another.
    open func setViewController(_ vc: UIViewController?, for column: Column) { set(vc, column) }
    /// Who was put in a column, without the navigation controller that it was given.
    open func viewController(for column: Column) -> UIViewController? { columns[column] }

    /// Shows a column: beside or over the last one, by `splitBehavior`; where there is room for one, on top.
    open func show(_ column: Column) { show(column, animated: true) }
    /// Hides a column, and those further out; where there is room for one, takes it off the top.
    open func hide(_ column: Column) { hide(column, animated: true) }
    /// Whether a column shows.
    open func isShowing(_ column: Column) -> Bool {
        showing.isCollapsed ? topColumn == column : showing.shown.contains(column)
    }

    /// Whether there is room for one only.
    open var isCollapsed: Bool { showing.isCollapsed }

    open override func show(_ vc: UIViewController, sender: Any?) { showInPrimary(vc, sender) }
    /// In place of what the last column shows; where there is room for one, on top.
    open override func showDetailViewController(_ vc: UIViewController, sender: Any?) { showInSecondary(vc, sender) }

    // MARK: Modes

    /// What it shows.
    open var displayMode: DisplayMode { showing.isCollapsed ? .oneBesideSecondary : showing.mode }
    open var preferredDisplayMode = DisplayMode.automatic {
        didSet { if preferredDisplayMode != oldValue { followPreferences(animated: false) } }
    }
    open var splitBehavior: SplitBehavior { behavior }
    open var preferredSplitBehavior = SplitBehavior.automatic {
        didSet { if preferredSplitBehavior != oldValue { followPreferences(animated: false) } }
    }
    /// Whether the first column is shown and hidden by hand: a drag from the edge, a touch beside it.
    open var presentsWithGesture = true { didSet { showing.edgePan?.isEnabled = presentsWithGesture } }
    /// Whether a button of the last column hides the others.
    open var showsSecondaryOnlyButton = false
    open var displayModeButtonVisibility = DisplayModeButtonVisibility.automatic { didSet { showButton() } }
    /// Shows and hides the first column.
    open var displayModeButtonItem: UIBarButtonItem { showing.button(of: self) }

    open var primaryEdge = PrimaryEdge.leading { didSet { shownView?.setNeedsLayout() } }
    /// Kept: sidebars have no material of their own here.
    open var primaryBackgroundStyle = BackgroundStyle.none

    // MARK: Widths, in points

    /// Of the whole, from 0 to 1.
    open var preferredPrimaryColumnWidthFraction = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var preferredPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var minimumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var maximumPrimaryColumnWidth = UISplitViewController.automaticDimension { didSet { noteWidths() } }
    open var primaryColumnWidth: CGFloat { widths.primary }
    /// Of the whole, from 0 to 1.
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
        // How much room there is, is known in the window only.
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

    // What the last column says of the screen counts.
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
    /// The split view controller that it is in, at any depth.
    public final var splitViewController: UISplitViewController? {
        for each in sequence(first: self, next: \.parent).dropFirst() {
            if let found = each as? UISplitViewController { return found }
        }
        return nil
    }
}
