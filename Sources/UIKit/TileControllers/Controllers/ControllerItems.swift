import Foundation
import TileBars
public import TileLayers
import TileViews

/// The items that represent a controller in bars, created on first use.
struct ControllerItems {
    var navigation: UINavigationItem?
    var tab: UITabBarItem?
    /// The item that was made because none was set.
    weak var madeTab: UITabBarItem?
    /// The tab that shows the controller.
    weak var shownTab: UITab?
    var toolbar: [UIBarButtonItem]?
    var isEditing = false
    var editButton: UIBarButtonItem?
    var observations: KeyValueObservations?
}

extension UIViewController {
    func noteTitle() {
        items.navigation?.title = title
        // A tab that created the controller has a title of its own.
        guard items.shownTab?.isOfController != false else { return }
        if let item = items.tab {
            item.title = title
        } else if title != nil {
            itemOfFirst?.title = title
        }
    }

    var knownNavigationItem: UINavigationItem {
        if let item = items.navigation { return item }
        let made = UINavigationItem(title: title ?? "")
        if title == nil { made.title = nil }
        items.navigation = made
        return made
    }

    var knownTabBarItem: UITabBarItem {
        if let item = items.tab { return item }
        if let item = itemOfFirst {
            // The title may have come before the first controller.
            if let title, item.title == nil { item.title = title }
            return item
        }
        let made = UITabBarItem(title: title, image: nil, tag: 0)
        (items.tab, items.madeTab) = (made, made)
        return made
    }

    /// The item that a navigation controller without an item of its own shares with its first controller.
    private var itemOfFirst: UITabBarItem? { (self as? UINavigationController)?.viewControllers.first?.tabBarItem }

    func noteEditing(_ editing: Bool) {
        items.isEditing = editing
        guard let button = items.editButton else { return }
        let (item, style) = Self.editButton(editing)
        let known = UIBarButtonItem(systemItem: item)
        (button.title, button.style) = (known.title, style)
    }

    private static func editButton(_ isEditing: Bool) -> (UIBarButtonItem.SystemItem, UIBarButtonItem.Style) {
        isEditing ? (.done, .done) : (.edit, .plain)
    }

    var knownEditButton: UIBarButtonItem {
        if let button = items.editButton { return button }
        let action = UIAction { [weak self] _ in
            guard let self else { return }
            setEditing(!isEditing, animated: true)
        }
        let made = UIBarButtonItem(systemItem: Self.editButton(isEditing).0, primaryAction: action)
        items.editButton = made
        return made
    }
}

extension UINavigationController {
    /// Updates the tab after the first controller was replaced, whose item it may show.
    func noteFirst() {
        // An item that was made before there was a first controller is dropped if nobody has given it anything to show.
        if let item = items.tab, item === items.madeTab, item.title == nil, item.image == nil, item.selectedImage == nil
        {
            items.tab = nil
        }
        if items.tab == nil { items.shownTab?.noteItem() }
    }
}

extension UIViewController: KeyValueObservable {
    public var keyValueObservations: KeyValueObservations {
        if let known = items.observations { return known }
        let made = KeyValueObservations()
        items.observations = made
        return made
    }

    /// Returns an observed property: one of `outlets`, `title` or `preferredContentSize`.
    public func observedProperty(named name: String) -> ObservedProperty? {
        let own = type(of: self).outlets
        if own.contains(name) { return ObservedProperty { own.value(name, of: $0) } }
        return Self.observedNames[name]
    }

    private static let observedNames: [String: ObservedProperty] = [
        "title": .of(\UIViewController.title),
        "preferredContentSize": .of(\UIViewController.preferredContentSize),
    ]
}
