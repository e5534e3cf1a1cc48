public import Foundation
import TileBars
public import TileDrawing

/// One choice of a tab bar controller: what its bar shows, and the controller that is made when the tab is first shown.
///
///     let controller = UITabBarController(tabs: [
///         UITab(title: "Map", image: map, identifier: "map") { _ in MapController() },
///         UITab(title: "Lists", image: list, identifier: "lists") { _ in ListsController() },
///     ])
///
/// A controller of `UITabBarController.viewControllers` has a tab, too, whose bar item is the controller's.
open class UITab: NSObject {
    /// Where a bar has its tabs that a person may put elsewhere on a tablet. Nothing here lets a person do that.
    public enum Placement: Int, Hashable, Sendable {
        /// `default`, or in a group `optional`.
        case automatic = 0
        case `default` = 1
        /// In a wide window not in the bar.
        case optional = 2
        case movable = 3
        /// At the trailing end of the bar, and never behind the item for the rest.
        case pinned = 4
        /// In a wide window before all others.
        case fixed = 5
        /// In a wide window not in the bar.
        case sidebarOnly = 6
    }

    private final var make: ((UITab) -> UIViewController)?
    private final var isMaking = false
    /// What the bar shows until there is a controller, which has it from then on.
    private final let ownItem: UITabBarItem
    /// The controller, as soon as it is made.
    private(set) final var made: UIViewController?
    /// Whether it stands for a controller of `UITabBarController.viewControllers`.
    final let isOfController: Bool
    /// Of a tab that is in no group.
    final weak var owner: UITabBarController?
    final weak var group: UITabGroup?

    /// - Parameters:
    ///   - identifier: its name, which no other tab of the tab bar controller has.
    ///   - viewControllerProvider: makes the controller. It is called once, when the tab is first shown, or when
    ///     `viewController` is asked for.
    public init(
        title: String, image: UIImage?, identifier: String,
        viewControllerProvider: ((UITab) -> UIViewController)? = nil
    ) {
        self.identifier = identifier
        make = viewControllerProvider
        ownItem = UITabBarItem(title: title, image: image, selectedImage: nil)
        isOfController = false
    }

    /// Shown in the bar by an item of the system's.
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
    /// Shown below the title in the list of those that a narrow bar has no room for.
    open var subtitle: String?
    /// A short text on the tab, in a capsule; empty for a dot, nil for none.
    open var badgeValue: String? {
        get { item.badgeValue }
        set { item.badgeValue = newValue }
    }
    /// Whether a person can choose it.
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
    /// Whether it is out of the bar. Where it was selected, the first tab that is not hidden is from now on.
    open var isHidden = false { didSet { if isHidden != oldValue { tabBarController?.noteTabs() } } }
    /// Kept, as `allowsHiding`: nothing here lets a person hide tabs, or undo that.
    open var isHiddenByDefault = false
    open var allowsHiding = false
    /// The program's own.
    open var userInfo: Any?

    final var item: UITabBarItem { made?.tabBarItem ?? ownItem }

    /// The controller has another item.
    final func noteItem() { tabBarController?.showItems(animated: false) }

    // MARK: Where it is

    /// The group that it is in; nil for none.
    public final var parent: UITabGroup? { group }
    /// The tab bar controller that it is in, by way of its groups.
    public final var tabBarController: UITabBarController? { root.owner }
    /// The outermost of the groups that it is in which has a `managingNavigationController`; nil for none.
    public final var managingTabGroup: UITabGroup? { lineage.dropFirst().compactMap(\.managingGroup).last }

    /// Itself, and the groups that it is in from there outwards.
    final var lineage: [UITab] { Array(sequence(first: self) { $0.group }) }
    final var root: UITab {
        var root = self
        while let group = root.group { root = group }
        return root
    }
    /// Itself, if it is a group that has a navigation controller.
    private final var managingGroup: UITabGroup? {
        (self as? UITabGroup).flatMap { $0.managingNavigationController == nil ? nil : $0 }
    }

    // MARK: Its controller

    /// The controller, made now if it is not yet; nil where nothing makes one.
    ///
    /// From then on the tab's bar item is the controller's `tabBarItem`, whose title is the tab's, whatever the
    /// controller's is.
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

    /// Whether there is a controller, or one can be made.
    final var hasController: Bool { made != nil || make != nil }

    // What groups know better.

    /// The innermost tab that is selected in it.
    var selectedLeaf: UITab { self }
    /// Who shows while it is selected in the outermost place.
    var content: UIViewController? { viewController }
    /// As `content`, of what there is.
    var madeContent: UIViewController? { made }
    /// All controllers of it and those in it, as far as they are made.
    var allMade: [UIViewController] { made.map { [$0] } ?? [] }
    /// It and all in it.
    var all: [UITab] { [self] }
    /// Selects in it what is to be selected where nothing is.
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
    /// The tab whose controller it is, itself and not by a container; nil for none.
    public final var tab: UITab? { items.shownTab }
}
