public import Foundation
import TileDrawing
public import TileViews

/// What a navigation bar shows while a screen of its stack is on top: title, buttons, and what leads back to it.
open class UINavigationItem: NSObject, NSCoding {
    public override init() {}

    public init(title: String) { self.title = title }

    /// What the archive lacks, or holds wrongly, is as in a new item.
    public required init?(coder: NSCoder) {
        super.init()
        restore(from: coder)
        coder.settle(self, as: UINavigationItem.self)
    }

    open func encode(with coder: NSCoder) { store(in: coder) }

    /// The bar that it is in.
    final weak var bar: UINavigationBar?

    private final func didChange() { bar?.navigationItemDidChange(self, animated: false) }

    // MARK: Title

    open var title: String? { didSet { if title != oldValue { didChange() } } }

    /// A line above the bar's content, which makes the bar higher.
    open var prompt: String? { didSet { if prompt != oldValue { didChange() } } }

    /// Shown in place of the title, in its own size as far as there is room.
    open var titleView: UIView? { didSet { if titleView !== oldValue { didChange() } } }

    /// Whether the title is large at first, in a bar that prefers large titles.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic {
        didSet {
            guard largeTitleDisplayMode != oldValue else { return }
            bar?.updateLargeTitles()
            bar?.heightsDidChange()
            didChange()
        }
    }

    /// What `automatic` stands for, by the item below; kept, as a stack may have many items.
    final var isLargeByDefault = true

    /// Whether the title is large in a bar that prefers it.
    final var isLarge: Bool {
        largeTitleDisplayMode == .automatic ? isLargeByDefault : largeTitleDisplayMode == .always
    }

    /// As `isLarge`, if the item were on top of another.
    final func isLarge(below item: UINavigationItem?) -> Bool {
        largeTitleDisplayMode == .automatic ? item?.isLarge ?? true : largeTitleDisplayMode == .always
    }

    public enum LargeTitleDisplayMode: Int, Hashable, Sendable {
        /// As the item below; of the lowest, always.
        case automatic = 0
        case always = 1
        case never = 2
        /// As `never`: the title is in the row of the buttons.
        case inline = 3
    }

    // MARK: The way back

    /// What leads back to this item shows this one's title, image and tint; nil for the item's title.
    open var backBarButtonItem: UIBarButtonItem? {
        didSet {
            oldValue?.observer = nil
            backBarButtonItem?.observer = self
            if backBarButtonItem !== oldValue { didChange() }
        }
    }

    /// What leads back to this item, in place of its title. Empty for the chevron alone.
    open var backButtonTitle: String? { didSet { if backButtonTitle != oldValue { didChange() } } }

    /// What leads back to this item shows.
    open var backButtonDisplayMode = BackButtonDisplayMode.default {
        didSet { if backButtonDisplayMode != oldValue { didChange() } }
    }

    public enum BackButtonDisplayMode: Int, Hashable, Sendable {
        /// The title, or "Back" or just the chevron where there is no room.
        case `default` = 0
        /// "Back", or just the chevron where there is no room.
        case generic = 1
        /// Just the chevron.
        case minimal = 2
    }

    /// Whether there is no way back from this item in the bar.
    open var hidesBackButton = false { didSet { if hidesBackButton != oldValue { didChange() } } }

    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) {
        change(animated) { self.hidesBackButton = hidesBackButton }
    }

    /// Performed in place of going back.
    open var backAction: UIAction? { didSet { if backAction !== oldValue { didChange() } } }

    // MARK: Buttons

    /// From the leading edge inwards: the left one, unless it is read from the right.
    open var leftBarButtonItems: [UIBarButtonItem]? {
        didSet {
            adopt(leftBarButtonItems, instead: oldValue)
            guard !groups.isGrouping else { return }
            for group in groups.leading ?? [] where group.owner === self { group.owner = nil }
            groups.leading = nil
            didChange()
        }
    }

    /// From the trailing edge inwards.
    open var rightBarButtonItems: [UIBarButtonItem]? {
        didSet {
            adopt(rightBarButtonItems, instead: oldValue)
            guard !groups.isGrouping else { return }
            for group in groups.trailing ?? [] where group.owner === self { group.owner = nil }
            groups.trailing = nil
            didChange()
        }
    }

    /// The outermost one. Setting it sets all.
    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }

    /// The outermost one. Setting it sets all.
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    /// Whether the left items stand beside the back button, instead of in its place.
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

    /// How title and buttons share the bar.
    open var style = ItemStyle.navigator { didSet { if style != oldValue { didChange() } } }

    /// From the leading edge on, in the order in which they are read. They are what `leftBarButtonItems` are: who sets
    /// one sets the other.
    open var leadingItemGroups: [UIBarButtonItemGroup] {
        get {
            if groups.leading == nil, leftBarButtonItems != nil { groups.leading = grouped(leftBarButtonItems) }
            return groups.leading ?? []
        }
        set { setLeading(newValue) }
    }

    /// In the middle, where the style is not `navigator` and there is room in a window that is not narrow; elsewhere
    /// they are in a menu beside the trailing items. With `navigator` they are not shown.
    open var centerItemGroups: [UIBarButtonItemGroup] {
        get { groups.center }
        set { changingGroups { groups.center = newValue } }
    }

    /// In the order in which they are read: the last is at the trailing edge. They are what `rightBarButtonItems` are,
    /// which are counted from there: who sets one sets the other.
    open var trailingItemGroups: [UIBarButtonItemGroup] {
        get {
            if groups.trailing == nil, let items = rightBarButtonItems { groups.trailing = grouped(items.reversed()) }
            return groups.trailing ?? []
        }
        set { setTrailing(newValue) }
    }

    /// At the trailing edge, beyond all others; the last to give way to its representative.
    open var pinnedTrailingGroup: UIBarButtonItemGroup? {
        get { groups.pinned }
        set { changingGroups { groups.pinned = newValue } }
    }

    private final func adopt(_ items: [UIBarButtonItem]?, instead old: [UIBarButtonItem]?) {
        for item in old ?? [] where item.observer === self { item.observer = nil }
        for item in items ?? [] { item.observer = self }
    }

    /// One change, with which the bar's buttons fade if it is animated.
    private final func change(_ animated: Bool, _ body: () -> Void) {
        let bar = bar
        self.bar = nil
        body()
        self.bar = bar
        bar?.navigationItemDidChange(self, animated: animated)
    }

    // MARK: Looks

    // In place of the bar's while the item is on top; nil for the bar's.
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
    /// What leads back to the item says, before there may be no room for it.
    var shownBackTitle: String {
        backBarButtonItem?.title ?? backButtonTitle ?? title.flatMap { $0.isEmpty ? nil : $0 } ?? Self.genericBackTitle
    }

    static let genericBackTitle = "Back"
}
