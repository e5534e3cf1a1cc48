public import Foundation
import TileDrawing
public import TileViews

/// The content of a navigation bar for one screen of its stack: title, buttons, and the back button that leads to the
/// screen.
open class UINavigationItem: NSObject, NSCoding {
    public override init() {}

    public init(title: String) { self.title = title }

    /// Decodes an item. Missing or invalid values have their defaults.
    public required init?(coder: NSCoder) {
        super.init()
        restore(from: coder)
        coder.settle(self, as: UINavigationItem.self)
    }

    open func encode(with coder: NSCoder) { store(in: coder) }

    /// The bar that contains the item.
    final weak var bar: UINavigationBar?

    final func didChange() { bar?.navigationItemDidChange(self, animated: false) }

    // MARK: Title

    open var title: String? { didSet { if title != oldValue { didChange() } } }

    /// The subtitles and other titles; nil if none was set.
    final var titles: ItemTitles?

    /// A line of text above the bar's content. It increases the height of the bar.
    open var prompt: String? { didSet { if prompt != oldValue { didChange() } } }

    /// A view that replaces the title, in its own size if it fits.
    open var titleView: UIView? { didSet { if titleView !== oldValue { didChange() } } }

    /// Whether the title is initially large, in a bar that prefers large titles.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic {
        didSet {
            guard largeTitleDisplayMode != oldValue else { return }
            bar?.updateLargeTitles()
            bar?.heightsDidChange()
            didChange()
        }
    }

    /// The value that `automatic` resolves to, which depends on the item below. It is cached because a stack may have
    /// many items.
    final var isLargeByDefault = true

    /// Whether the title is large in a bar that prefers large titles.
    final var isLarge: Bool {
        largeTitleDisplayMode == .automatic ? isLargeByDefault : largeTitleDisplayMode == .always
    }

    /// Returns the value of `isLarge` if the item were above another item.
    final func isLarge(below item: UINavigationItem?) -> Bool {
        largeTitleDisplayMode == .automatic ? item?.isLarge ?? true : largeTitleDisplayMode == .always
    }

    public enum LargeTitleDisplayMode: Int, Hashable, Sendable {
        /// The title is displayed like that of the item below. The bottom item's title is large.
        case automatic = 0
        case always = 1
        case never = 2
        /// The same as `never`: the title is in the row of the buttons.
        case inline = 3
    }

    // MARK: Back button

    /// An item with the title, image and tint color of the back button that leads to this item; nil to show the item's
    /// title.
    open var backBarButtonItem: UIBarButtonItem? {
        didSet {
            oldValue?.observer = nil
            backBarButtonItem?.observer = self
            if backBarButtonItem !== oldValue { didChange() }
        }
    }

    /// The title of the back button that leads to this item, instead of the item's title. If it is empty, only the
    /// chevron is shown.
    open var backButtonTitle: String? { didSet { if backButtonTitle != oldValue { didChange() } } }

    /// The display mode of the back button that leads to this item.
    open var backButtonDisplayMode = BackButtonDisplayMode.default {
        didSet { if backButtonDisplayMode != oldValue { didChange() } }
    }

    public enum BackButtonDisplayMode: Int, Hashable, Sendable {
        /// The title, or "Back" or only the chevron if there is too little space.
        case `default` = 0
        /// "Back", or only the chevron if there is too little space.
        case generic = 1
        /// Only the chevron.
        case minimal = 2
    }

    /// Whether the back button is hidden while this item is on top.
    open var hidesBackButton = false { didSet { if hidesBackButton != oldValue { didChange() } } }

    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) {
        change(animated) { self.hidesBackButton = hidesBackButton }
    }

    /// The action performed instead of going back.
    open var backAction: UIAction? { didSet { if backAction !== oldValue { didChange() } } }

    // MARK: Buttons

    /// The leading items, from the edge inward. In right-to-left layouts they are on the right.
    open var leftBarButtonItems: [UIBarButtonItem]? {
        didSet {
            adopt(leftBarButtonItems, instead: oldValue)
            guard !groups.isGrouping else { return }
            for group in groups.leading ?? [] where group.owner === self { group.owner = nil }
            groups.leading = nil
            didChange()
        }
    }

    /// The trailing items, from the edge inward.
    open var rightBarButtonItems: [UIBarButtonItem]? {
        didSet {
            adopt(rightBarButtonItems, instead: oldValue)
            guard !groups.isGrouping else { return }
            for group in groups.trailing ?? [] where group.owner === self { group.owner = nil }
            groups.trailing = nil
            didChange()
        }
    }

    /// The outermost leading item. Setting it replaces all leading items.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }

    /// The outermost trailing item. Setting it replaces all trailing items.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    /// Whether the left items are shown beside the back button instead of replacing it.
    open var leftItemsSupplementBackButton = false {
        didSet { if leftItemsSupplementBackButton != oldValue { didChange() } }
    }

    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        change(animated) { leftBarButtonItem = item }
    }

    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        change(animated) { rightBarButtonItem = item }
    }

    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        change(animated) { leftBarButtonItems = items }
    }

    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        change(animated) { rightBarButtonItems = items }
    }

    // MARK: Groups

    final var groups = ItemGroups()
    final func itemsDidChange() { didChange() }

    /// The layout of title and buttons.
    open var style = ItemStyle.navigator { didSet { if style != oldValue { didChange() } } }

    /// The leading groups in reading order. They contain the same items as `leftBarButtonItems`; setting one property
    /// sets the other.
    open var leadingItemGroups: [UIBarButtonItemGroup] {
        get {
            if groups.leading == nil, leftBarButtonItems != nil { groups.leading = grouped(leftBarButtonItems) }
            return groups.leading ?? []
        }
        set { setLeading(newValue) }
    }

    /// The center groups. They are in the middle of the bar if the style is not `navigator` and they fit in a window of
    /// regular width; otherwise they are in a menu beside the trailing items. With the style `navigator` they are not
    /// shown.
    open var centerItemGroups: [UIBarButtonItemGroup] {
        get { groups.center }
        set { changingGroups { groups.center = newValue } }
    }

    /// The trailing groups in reading order; the last one is at the trailing edge. They contain the same items as
    /// `rightBarButtonItems`, which has the opposite order; setting one property sets the other.
    open var trailingItemGroups: [UIBarButtonItemGroup] {
        get {
            if groups.trailing == nil, let items = rightBarButtonItems { groups.trailing = grouped(items.reversed()) }
            return groups.trailing ?? []
        }
        set { setTrailing(newValue) }
    }

    /// The outermost group at the trailing edge. It is the last group that its representative item replaces.
    open var pinnedTrailingGroup: UIBarButtonItemGroup? {
        get { groups.pinned }
        set { changingGroups { groups.pinned = newValue } }
    }

    private final func adopt(_ items: [UIBarButtonItem]?, instead old: [UIBarButtonItem]?) {
        for item in old ?? [] where item.observer === self { item.observer = nil }
        for item in items ?? [] { item.observer = self }
    }

    /// Performs several changes as one. If it is animated, new buttons fade in.
    private final func change(_ animated: Bool, _ body: () -> Void) {
        let bar = bar
        self.bar = nil
        body()
        self.bar = bar
        bar?.navigationItemDidChange(self, animated: animated)
    }

    // MARK: Search

    /// The search bar below the title; set by the search controller.
    package final var search: NavigationSearch? {
        didSet {
            didChange()
            bar?.heightsDidChange()
        }
    }

    /// A Boolean value that indicates whether scrolling content hides the search bar, before the large title.
    open var hidesSearchBarWhenScrolling = true {
        didSet { if hidesSearchBarWhenScrolling != oldValue { bar?.heightsDidChange() } }
    }

    /// The preferred place of the search bar. It is always below the title.
    open var preferredSearchBarPlacement = SearchBarPlacement.automatic

    // MARK: Appearance

    // Override the bar's appearances while the item is on top; nil for the bar's.
    open var standardAppearance: UINavigationBarAppearance? { didSet { follow(standardAppearance) } }
    open var compactAppearance: UINavigationBarAppearance? { didSet { follow(compactAppearance) } }
    open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { follow(scrollEdgeAppearance) } }
    open var compactScrollEdgeAppearance: UINavigationBarAppearance? {
        didSet { follow(compactScrollEdgeAppearance) }
    }

    private final func follow(_ appearance: UINavigationBarAppearance?) {
        appearance?.followers.add(self) { [weak self] in self?.didChange() }
        didChange()
    }

    // MARK: Archives

    private enum Key {
        static let title = "UITitle"
        static let prompt = "UIPrompt"
        static let titleView = "UITitleView"
        static let left = "UILeftBarButtonItems"
        static let right = "UIRightBarButtonItems"
        static let back = "UIBackBarButtonItem"
        static let backTitle = "UIBackButtonTitle"
        static let backMode = "UIBackButtonDisplayMode"
        static let hidesBack = "UIHidesBackButton"
        static let supplements = "UILeftItemsSupplementBackButton"
        static let largeMode = "UILargeTitleDisplayMode"
    }

    private final func store(in coder: NSCoder) {
        coder.archive(title, forKey: Key.title)
        coder.archive(prompt, forKey: Key.prompt)
        coder.archive(titleView, forKey: Key.titleView)
        coder.archive(list: leftBarButtonItems ?? [], forKey: Key.left)
        coder.archive(list: rightBarButtonItems ?? [], forKey: Key.right)
        coder.archive(backBarButtonItem, forKey: Key.back)
        coder.archive(backButtonTitle, forKey: Key.backTitle)
        coder.encode(backButtonDisplayMode.rawValue, forKey: Key.backMode)
        coder.encode(hidesBackButton, forKey: Key.hidesBack)
        coder.encode(leftItemsSupplementBackButton, forKey: Key.supplements)
        coder.encode(largeTitleDisplayMode.rawValue, forKey: Key.largeMode)
    }

    private final func restore(from coder: NSCoder) {
        title = coder.archivedText(Key.title)
        prompt = coder.archivedText(Key.prompt)
        titleView = coder.archivedObject(Key.titleView, of: UIView.self)
        let (left, right) = (items(Key.left, coder), items(Key.right, coder))
        if !left.isEmpty { leftBarButtonItems = left }
        if !right.isEmpty { rightBarButtonItems = right }
        backBarButtonItem = coder.archivedObject(Key.back)
        backButtonTitle = coder.archivedText(Key.backTitle)
        if let mode = coder.archivedCase(Key.backMode, BackButtonDisplayMode.self) { backButtonDisplayMode = mode }
        if let isOn = coder.archivedFlag(Key.hidesBack) { hidesBackButton = isOn }
        if let isOn = coder.archivedFlag(Key.supplements) { leftItemsSupplementBackButton = isOn }
        if let mode = coder.archivedCase(Key.largeMode, LargeTitleDisplayMode.self) { largeTitleDisplayMode = mode }
    }

    private final func items(_ key: String, _ coder: NSCoder) -> [UIBarButtonItem] { coder.archivedObjects(key) }
}

extension UINavigationItem: BarItemObserver {
    func barItemDidChange(_ item: UIBarItem) { bar?.barButtonItemDidChange(item, of: self) }
}

extension UINavigationItem {
    /// The title of the back button that leads to the item, before it is shortened for lack of space.
    var shownBackTitle: String {
        backBarButtonItem?.title ?? backButtonTitle ?? title.flatMap { $0.isEmpty ? nil : $0 } ?? Self.genericBackTitle
    }

    static let genericBackTitle = "Back"
}
