public import Foundation
public import TileDrawing
public import TileViews

/// An item in a tab bar, with a title, an image, and a badge.
open class UITabBarItem: UIBarItem {
    public override init() { super.init() }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        systemItem = coder.archivedCase(Key.systemItem)
        selectedImage = coder.archivedObject(Key.selectedImage)
        badgeValue = coder.archivedText(Key.badge)
        badgeColor = coder.archivedObject(Key.badgeColor)
        coder.settle(self, as: UITabBarItem.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if let systemItem { coder.encode(systemItem.rawValue, forKey: Key.systemItem) }
        coder.archive(selectedImage, forKey: Key.selectedImage)
        coder.archive(badgeValue, forKey: Key.badge)
        coder.archive(badgeColor, forKey: Key.badgeColor)
    }

    private enum Key {
        static let systemItem = "UISystemItem"
        static let selectedImage = "UISelectedImage"
        static let badge = "UIBadgeValue"
        static let badgeColor = "UIBadgeColor"
    }

    public convenience init(title: String?, image: UIImage?, tag: Int) {
        self.init()
        self.title = title
        self.image = image
        self.tag = tag
    }

    /// Creates an item.
    ///
    /// - Parameter selectedImage: The image while the item is selected; nil for `image`.
    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init()
        self.title = title
        self.image = image
        self.selectedImage = selectedImage
    }

    public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
        self.init()
        self.systemItem = systemItem
        title = systemItem.name
        self.tag = tag
    }

    /// The standard items. Their titles are in English.
    public enum SystemItem: Int, Hashable, Sendable, CaseIterable {
        case more = 0
        case favorites = 1
        case featured = 2
        case topRated = 3
        case recents = 4
        case contacts = 5
        case history = 6
        case bookmarks = 7
        case search = 8
        case downloads = 9
        case mostRecent = 10
        case mostViewed = 11

        var name: String {
            switch self {
            case .more: "More"
            case .favorites: "Favorites"
            case .featured: "Featured"
            case .topRated: "Top Rated"
            case .recents: "Recents"
            case .contacts: "Contacts"
            case .history: "History"
            case .bookmarks: "Bookmarks"
            case .search: "Search"
            case .downloads: "Downloads"
            case .mostRecent: "Most Recent"
            case .mostViewed: "Most Viewed"
            }
        }

        var symbol: BarSymbol {
            switch self {
            case .more: .ellipsis
            case .favorites: .star
            case .featured: .starLine
            case .topRated: .flame
            case .recents, .history, .mostRecent: .clock
            case .contacts: .person
            case .bookmarks: .book
            case .search: .magnifier
            case .downloads: .download
            case .mostViewed: .eye
            }
        }
    }

    final var systemItem: SystemItem?

    /// The image while the item is selected; nil for `image`.
    open var selectedImage: UIImage? { didSet { if selectedImage !== oldValue { didChange() } } }

    /// The text of the badge; empty for a dot, nil for no badge.
    open var badgeValue: String? { didSet { if badgeValue != oldValue { didChange() } } }

    /// The color of the badge; nil for the bar's, which is red by default.
    open var badgeColor: UIColor? { didSet { if badgeColor != oldValue { didChange() } } }

    /// The offset of the title, in points.
    open var titlePositionAdjustment = UIOffset.zero {
        didSet { if titlePositionAdjustment != oldValue { didChange() } }
    }

    private final var badgeAttributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

    open func setBadgeTextAttributes(
        _ textAttributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
    ) {
        badgeAttributes[state] = textAttributes
        didChange()
    }

    open func badgeTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        badgeAttributes[state]
    }

    // Override the bar's appearances while the item is selected; nil for the bar's.
    open var standardAppearance: UITabBarAppearance? { didSet { follow(standardAppearance) } }
    open var scrollEdgeAppearance: UITabBarAppearance? { didSet { follow(scrollEdgeAppearance) } }

    private final func follow(_ appearance: UITabBarAppearance?) {
        appearance?.followers.add(self) { [weak self] in self?.didChange() }
        didChange()
    }
}
