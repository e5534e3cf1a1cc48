import Foundation
import TileBars
import TileDrawing
import TileViews

enum BarKinds {
    static let kinds: [NibKind] = [
        .view("navigationBar", UINavigationBar.self, subviews: { _, reader in reader.pass("subviews") }) {
            bar, reader in
            configure(bar, reader)
            bar.items = reader.list("items").compactMap { reader.reading.make($0) as? UINavigationItem }
        },
        .view("toolbar", UIToolbar.self, subviews: { _, reader in reader.pass("subviews") }) { bar, reader in
            if let style = reader.choice("barStyle", styles) { bar.barStyle = style }
            if let isOn = reader.flag("translucent") { bar.isTranslucent = isOn }
            if let color = reader.color("barTintColor") { bar.barTintColor = color }
            bar.items = reader.list("items").compactMap { reader.reading.make($0) as? UIBarButtonItem }
        },
        .view("tabBar", UITabBar.self, subviews: { _, reader in reader.pass("subviews") }) { bar, reader in
            reader.pass("barStyle", "translucent", "barTintColor", "selectedImageTintColor", "itemPositioning")
            if let width = reader.length("itemWidth"), width >= 0 { bar.itemWidth = width }
            if let spacing = reader.length("itemSpacing"), spacing >= 0 { bar.itemSpacing = spacing }
            if let color = reader.color("unselectedItemTintColor") { bar.unselectedItemTintColor = color }
            if let color = reader.color("selectedImageTintColor") { bar.tintColor = color }
            reader.pass("standardAppearance", "scrollEdgeAppearance")
            bar.items = reader.list("items").compactMap { reader.reading.make($0) as? UITabBarItem }
        },
        .object("navigationItem", UINavigationItem.self) { navigationItem($0, $1) },
        .object(
            "barButtonItem", UIBarButtonItem.self,
            keys: { reader in
                reader.choice("systemItem", systemItems).map { ["UISystemItem": $0.rawValue] } ?? [:]
            }
        ) { item, reader in
            configure(item, reader)
            if let style = reader.choice(
                "style", ["plain": UIBarButtonItem.Style.plain, "bordered": .plain, "done": .done, "prominent": .done])
            {
                item.style = style
            }
            if let width = reader.length("width"), width > 0 { item.width = width }
            if let color = reader.color("tintColor") { item.tintColor = color }
            if let isOn = reader.flag("selected") { item.isSelected = isOn }
            if let isOn = reader.flag("hidden") { item.isHidden = isOn }
            if let view = reader.object("customView") as? UIView { item.customView = view }
            reader.pass("menu", "changesSelectionAsPrimaryAction", "springLoaded", "catalog", "view")
            // In older documents, the custom view of an item is a child without a key.
            if item.customView == nil, let view = reader.element.child("view") ?? reader.element.child("button"),
                view.key != "customView"
            {
                item.customView = reader.reading.make(view) as? UIView
            }
        },
        .object(
            "tabBarItem", UITabBarItem.self,
            keys: { reader in
                reader.choice("systemItem", systemTabs).map { ["UISystemItem": $0.rawValue] } ?? [:]
            }
        ) { item, reader in
            configure(item, reader)
            if let image = reader.image("selectedImage") { item.selectedImage = image }
            if let text = reader.text("badgeValue") { item.badgeValue = text }
            if let color = reader.color("badgeColor") { item.badgeColor = color }
            if let offset = reader.part("titlePositionAdjustment") {
                item.titlePositionAdjustment = UIOffset(
                    horizontal: CGFloat(offset["horizontal"].flatMap { Double($0) } ?? 0),
                    vertical: CGFloat(offset["vertical"].flatMap { Double($0) } ?? 0))
            }
            reader.pass("catalog", "springLoaded")
        },
    ]

    private static func configure(_ item: UIBarItem, _ reader: ElementReader) {
        if let text = reader.text("title") { item.title = text }
        if let image = reader.image("image") { item.image = image }
        if let image = reader.image("landscapeImage") ?? reader.image("landscapeImagePhone") {
            item.landscapeImagePhone = image
        }
        if let image = reader.image("largeContentSizeImage") { item.largeContentSizeImage = image }
        if let insets = reader.insets("imageInsets") { item.imageInsets = insets }
        if let tag = reader.integer("tag") { item.tag = tag }
        if let isOn = reader.flag("enabled") { item.isEnabled = isOn }
        if let element = reader.part("accessibilityConfiguration") {
            item.accessibilityLabel = element["label"]
            item.accessibilityIdentifier = element["identifier"]
            item.accessibilityHint = element["hint"]
        }
        reader.pass("titleTextAttributes")
    }

    private static func navigationItem(_ item: UINavigationItem, _ reader: ElementReader) {
        if let text = reader.text("title") { item.title = text }
        if let text = reader.text("prompt") { item.prompt = text }
        if let text = reader.text("backButtonTitle") { item.backButtonTitle = text }
        if let isOn = reader.flag("hidesBackButton") { item.hidesBackButton = isOn }
        if let isOn = reader.flag("leftItemsSupplementBackButton") { item.leftItemsSupplementBackButton = isOn }
        if let mode = reader.choice(
            "largeTitleDisplayMode",
            ["automatic": UINavigationItem.LargeTitleDisplayMode.automatic, "always": .always, "never": .never])
        {
            item.largeTitleDisplayMode = mode
        }
        if let view = reader.object("titleView") as? UIView { item.titleView = view }
        if let button = reader.object("backBarButtonItem") as? UIBarButtonItem { item.backBarButtonItem = button }
        for (one, many, isLeft) in [
            ("leftBarButtonItem", "leftBarButtonItems", true), ("rightBarButtonItem", "rightBarButtonItems", false),
        ] {
            var buttons = (reader.object(one) as? UIBarButtonItem).map { [$0] } ?? []
            for element in reader.part(many)?.children ?? [] {
                if let button = reader.reading.make(element) as? UIBarButtonItem { buttons.append(button) }
            }
            guard !buttons.isEmpty else { continue }
            if isLeft { item.leftBarButtonItems = buttons } else { item.rightBarButtonItems = buttons }
        }
        reader.pass(
            "style", "enabled", "leftBarButtonItems", "rightBarButtonItems", "searchController",
            "preferredSearchBarPlacement")
        if reader.element.children.contains(where: { $0.key == "searchController" }) {
            reader.note(.element, "a search controller in a navigation item is unknown here")
        }
    }

    /// Configures a navigation bar, including the bar of a navigation controller.
    static func configure(_ bar: UINavigationBar, _ reader: ElementReader) {
        if let style = reader.choice("barStyle", styles) { bar.barStyle = style }
        if let isOn = reader.flag("translucent") { bar.isTranslucent = isOn }
        if let isOn = reader.flag("largeTitles") { bar.prefersLargeTitles = isOn }
        if let color = reader.color("barTintColor") { bar.barTintColor = color }
        if let attributes = reader.part("titleTextAttributes") {
            bar.titleTextAttributes = textAttributes(attributes, reader.reading)
        }
        if let attributes = reader.part("largeTitleTextAttributes") {
            bar.largeTitleTextAttributes = textAttributes(attributes, reader.reading)
        }
        reader.pass("backIndicatorImage", "backIndicatorTransitionMaskImage", "shadowImage")
        if let element = reader.part("standardAppearance") {
            bar.standardAppearance = appearance(element, reader.reading)
        }
        if let element = reader.part("scrollEdgeAppearance") {
            bar.scrollEdgeAppearance = appearance(element, reader.reading)
        }
        if let element = reader.part("compactAppearance") {
            bar.compactAppearance = appearance(element, reader.reading)
        }
    }

    private static func appearance(_ element: NibElement, _ reading: NibReading) -> UINavigationBarAppearance {
        let appearance = UINavigationBarAppearance()
        let reader = ElementReader(element, reading)
        if let color = reader.color("backgroundColor") { appearance.backgroundColor = color }
        if let color = reader.color("shadowColor") { appearance.shadowColor = color }
        if let attributes = reader.part("titleTextAttributes") {
            appearance.titleTextAttributes = textAttributes(attributes, reading)
        }
        if let attributes = reader.part("largeTitleTextAttributes") {
            appearance.largeTitleTextAttributes = textAttributes(attributes, reading)
        }
        return appearance
    }

    private static func textAttributes(_ element: NibElement, _ reading: NibReading) -> [NSAttributedString.Key: Any] {
        let reader = ElementReader(element, reading)
        var attributes: [NSAttributedString.Key: Any] = [:]
        attributes[.font] = reader.font("fontDescription")
        attributes[.foregroundColor] = reader.color("textColor")
        return attributes
    }

    private static let styles: [String: UIBarStyle] = [
        "default": .default, "black": .black, "blackOpaque": .black, "blackTranslucent": .blackTranslucent,
    ]
    private static let systemItems: [String: UIBarButtonItem.SystemItem] = [
        "done": .done, "cancel": .cancel, "edit": .edit, "save": .save, "add": .add, "flexibleSpace": .flexibleSpace,
        "fixedSpace": .fixedSpace, "compose": .compose, "reply": .reply, "action": .action, "organize": .organize,
        "bookmarks": .bookmarks, "search": .search, "refresh": .refresh, "stop": .stop, "camera": .camera,
        "trash": .trash, "play": .play, "pause": .pause, "rewind": .rewind, "fastForward": .fastForward,
        "undo": .undo, "redo": .redo, "pageCurl": .pageCurl, "close": .close,
    ]
    private static let systemTabs: [String: UITabBarItem.SystemItem] = [
        "more": .more, "favorites": .favorites, "featured": .featured, "topRated": .topRated, "recents": .recents,
        "contacts": .contacts, "history": .history, "bookmarks": .bookmarks, "search": .search,
        "downloads": .downloads, "mostRecent": .mostRecent, "mostViewed": .mostViewed,
    ]
}
