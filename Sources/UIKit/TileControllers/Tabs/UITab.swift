public import Foundation
import TileBars
public import TileDrawing

/// A tab of a tab bar controller: its item in the bar, and the controller that is created when the tab is first shown.
///
///     let controller = UITabBarController(tabs: [
///         UITab(title: "Map", image: map, identifier: "map") { _ in MapController() },
///         UITab(title: "Lists", image: list, identifier: "lists") { _ in ListsController() },
///     ])
///
/// A controller in `UITabBarController.viewControllers` has a tab, too. Its bar item is that of the controller.
open class UITab: NSObject {
    /// The placement of a tab in a bar that users can customize on a tablet. Customization isn't supported here.
    public enum Placement: Int, Hashable, Sendable {
        /// The same as `default`, or as `optional` in a group.
        case automatic = 0
        case `default` = 1
        /// Hidden from the bar in a wide window.
        case optional = 2
        case movable = 3
        /// At the trailing end of the bar, and never in the list of remaining tabs.
        case pinned = 4
        /// Before all others in a wide window.
        case fixed = 5
        /// Hidden from the bar in a wide window.
        case sidebarOnly = 6
    }

    private final var make: ((UITab) -> UIViewController)?
    private final var isMaking = false
    /// The bar item before a controller exists, which then uses it.
    private final let ownItem: UITabBarItem
    /// The controller, once it is created.
    private(set) final var made: UIViewController?
    /// Whether the tab represents a controller of `UITabBarController.viewControllers`.
    final let isOfController: Bool
    /// The tab bar controller of a tab that is in no group.
    final weak var owner: UITabBarController?
    final weak var group: UITabGroup?

    /// Creates a tab.
    ///
    /// - Parameters:
    ///   - identifier: its name, which must be unique in the tab bar controller.
    ///   - viewControllerProvider: creates the controller. It is called once, when the tab is first shown or
    ///     `viewController` is read.
    public init(
        title: String, image: UIImage?, identifier: String,
        viewControllerProvider: ((UITab) -> UIViewController)? = nil
    ) {
        self.identifier = identifier
        make = viewControllerProvider
        ownItem = UITabBarItem(title: title, image: image, selectedImage: nil)
        isOfController = false
    }

    /// Creates a tab with a system bar item.
    init(_ item: UITabBarItem, identifier: String, _ viewControllerProvider: ((UITab) -> UIViewController)?) {
        self.identifier = identifier
        make = viewControllerProvider
        ownItem = item
        isOfController = false
    }

    init(of controller: UIViewController) {
        identifier = UUID().uuidString
        ownItem = controller.tabBarItem
        isOfController = true
        super.init()
        made = controller
        controller.items.shownTab = self
    }

    public final let identifier: String

    // MARK: In the bar

    open var title: String {
        get { item.title ?? "" }
        set { item.title = newValue }
    }
    open var image: UIImage? {
        get { item.image }
        set { item.image = newValue }
    }
    /// The text below the title in the list of remaining tabs in a narrow window.
    open var subtitle: String?
    /// The short text in a capsule on the tab; an empty one shows a dot, nil none.
    open var badgeValue: String? {
        get { item.badgeValue }
        set { item.badgeValue = newValue }
    }
    /// Whether the user can select the tab.
    open var isEnabled: Bool {
        get { item.isEnabled }
        set { item.isEnabled = newValue }
    }
    open var accessibilityIdentifier: String? {
        get { item.accessibilityIdentifier }
        set { item.accessibilityIdentifier = newValue }
    }
    open var preferredPlacement = Placement.automatic {
        didSet { if preferredPlacement != oldValue { tabBarController?.noteTabs() } }
    }
    /// Whether the tab is hidden from the bar. If it was selected, the first visible tab is selected instead.
    open var isHidden = false { didSet { if isHidden != oldValue { tabBarController?.noteTabs() } } }
    /// Whether the tab is hidden by default. As `allowsHiding`, it has no effect: users can't hide or show tabs here.
    open var isHiddenByDefault = false
    open var allowsHiding = false
    /// Arbitrary data of the program.
    open var userInfo: Any?

    final var item: UITabBarItem { made?.tabBarItem ?? ownItem }

    /// Updates the bar after the controller's item was replaced.
    final func noteItem() { tabBarController?.showItems(animated: false) }

    // MARK: Hierarchy

    /// The group that contains the tab; nil for none.
    public final var parent: UITabGroup? { group }
    /// The tab bar controller that contains the tab, directly or in groups.
    public final var tabBarController: UITabBarController? { root.owner }
    /// The outermost group around the tab that has a `managingNavigationController`; nil for none.
    public final var managingTabGroup: UITabGroup? { lineage.dropFirst().compactMap(\.managingGroup).last }

    /// The tab and the groups around it, from the inside out.
    final var lineage: [UITab] { Array(sequence(first: self) { $0.group }) }
    final var root: UITab {
        var root = self
        while let group = root.group { root = group }
        return root
    }
    /// The tab itself if it is a group with a navigation controller.
    private final var managingGroup: UITabGroup? {
        (self as? UITabGroup).flatMap { $0.managingNavigationController == nil ? nil : $0 }
    }

    // MARK: Controller

    /// The controller, created on first use; nil without a provider.
    ///
    /// From then on, the tab's bar item is the controller's `tabBarItem`. Its title is that of the tab, regardless of
    /// the controller's title.
    public final var viewController: UIViewController? {
        if let made { return made }
        guard let make, !isMaking else { return nil }
        isMaking = true
        defer { isMaking = false }
        let controller = make(self)
        self.make = nil
        made = controller
        controller.items.tab = ownItem
        controller.items.shownTab = self
        return controller
    }

    /// Whether a controller exists or can be created.
    final var hasController: Bool { made != nil || make != nil }

    // The following members are overridden by groups.

    /// The innermost selected tab.
    var selectedLeaf: UITab { self }
    /// The controller to show while the tab is selected at the top level.
    var content: UIViewController? { viewController }
    /// The value of `content` if it has been created.
    var madeContent: UIViewController? { made }
    /// All created controllers of the tab and its descendants.
    var allMade: [UIViewController] { made.map { [$0] } ?? [] }
    /// The tab and its descendants.
    var all: [UITab] { [self] }
    /// Selects the default child if none is selected.
    func selectDefault() {}
}

/// A tab for a search, with the system's title and image, at the trailing end of the bar.
open class UISearchTab: UITab {
    public init(viewControllerProvider: ((UITab) -> UIViewController)? = nil) {
        let item = UITabBarItem(tabBarSystemItem: .search, tag: 0)
        super.init(item, identifier: "UISearchTab", viewControllerProvider)
        preferredPlacement = .pinned
    }

    public override init(
        title: String, image: UIImage?, identifier: String, viewControllerProvider: ((UITab) -> UIViewController)? = nil
    ) {
        super.init(
            title: title, image: image, identifier: identifier, viewControllerProvider: viewControllerProvider)
        preferredPlacement = .pinned
    }
}

extension UIViewController {
    /// The tab of the controller itself, not of a container; nil for none.
    public final var tab: UITab? { items.shownTab }
}
