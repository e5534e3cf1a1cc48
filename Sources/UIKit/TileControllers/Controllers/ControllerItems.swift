import Foundation
import TileBars
public import TileLayers
import TileViews

/// The items that represent a controller in bars, created on first use.
struct ControllerItems {
    var navigation: UINavigationItem?
    var tab: UITabBarItem?
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
        if items.shownTab?.isOfController != false { items.tab?.title = title }
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
        // A navigation controller without an item of its own has that of its first controller.
        if let first = (self as? UINavigationController)?.viewControllers.first { return first.tabBarItem }
        let made = UITabBarItem(title: title, image: nil, tag: 0)
        items.tab = made
        return made
    }

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
