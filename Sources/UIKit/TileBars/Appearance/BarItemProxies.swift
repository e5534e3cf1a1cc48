import Foundation
public import TileDrawing
public import TileViews

/// The appearance proxies for bar items of a screen; see `UIAppearance`. Values set on them are read when an item is
/// drawn, and do not change the item itself.
final class BarItemProxies {
    private struct Entry {
        let type: UIBarItem.Type
        let containers: [any UIAppearanceContainer.Type]
        let traits: UITraitCollection?
        let proxy: UIBarItem

        /// The specificity; entries are applied from the most general to the most specific.
        var rank: (Int, Int, Int) { (type == UIBarItem.self ? 0 : 1, containers.count, traits == nil ? 0 : 1) }

        func stands(
            for type: UIBarItem.Type, in containers: [any UIAppearanceContainer.Type], _ traits: UITraitCollection?
        ) -> Bool {
            self.type == type && self.traits == traits
                && self.containers.map { ObjectIdentifier($0) } == containers.map { ObjectIdentifier($0) }
        }

        func fits(_ item: UIBarItem) -> Bool {
            switch item {
            case is UIBarButtonItem: type != UITabBarItem.self
            case is UITabBarItem: type != UIBarButtonItem.self
            default: type == UIBarItem.self
            }
        }
    }

    /// The values that proxies supply for an item.
    struct Looks {
        /// The text attributes by state.
        var attributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]
        var tint: UIColor?

        /// Returns the attributes of a state.
        func attributes(for state: UIControl.State) -> [NSAttributedString.Key: Any] { attributes[state] ?? [:] }
    }

    private var entries: [Entry] = []

    static var main: BarItemProxies {
        let screen = UIScreen.main
        if let known = screen.barItemProxies as? BarItemProxies { return known }
        let made = BarItemProxies()
        screen.barItemProxies = made
        return made
    }

    func proxy(
        of type: UIBarItem.Type, in containers: [any UIAppearanceContainer.Type], for traits: UITraitCollection?
    ) -> UIBarItem {
        if let entry = entries.first(where: { $0.stands(for: type, in: containers, traits) }) { return entry.proxy }
        let made: UIBarItem =
            type == UIBarButtonItem.self ? UIBarButtonItem() : type == UITabBarItem.self ? UITabBarItem() : UIBarItem()
        let entry = Entry(type: type, containers: containers, traits: traits, proxy: made)
        entries.insert(entry, at: entries.firstIndex { entry.rank < $0.rank } ?? entries.count)
        return made
    }

    /// Returns the proxy values for an item that a view in a window shows.
    ///
    /// - Complexity: O(1) if the screen has no bar item proxies, otherwise O(proxies × containers).
    static func proxyValues(of item: UIBarItem?, in view: UIView) -> Looks {
        var looks = Looks()
        guard let item, let proxies = view.window?.screen.barItemProxies as? BarItemProxies else { return looks }
        for entry in proxies.entries where entry.fits(item) && view.isWithin(entry.containers, entry.traits) {
            for (state, attributes) in entry.proxy.textAttributes {
                looks.attributes[state, default: [:]].merge(attributes) { $1 }
            }
            looks.tint = (entry.proxy as? UIBarButtonItem)?.tintColor ?? looks.tint
        }
        return looks
    }
}

extension UIBarItem: UIAppearance {
    /// Returns the appearance proxy for all items of the class. Only UIKit's three item classes are supported; others
    /// trap. The proxy supplies text attributes and, for bar button items, the tint color. An item's own values take
    /// precedence.
    public class func appearance() -> Self { proxy([], nil) }

    public class func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self {
        proxy(containerTypes, nil)
    }

    public class func appearance(for trait: UITraitCollection) -> Self { proxy([], trait) }

    public class func appearance(
        for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self { proxy(containerTypes, trait) }

    private class func proxy(
        _ containers: [any UIAppearanceContainer.Type], _ traits: UITraitCollection?
    ) -> Self {
        guard let proxy = BarItemProxies.main.proxy(of: self, in: containers, for: traits) as? Self else {
            preconditionFailure(
                "\(self).appearance(): ask UIBarItem, UIBarButtonItem or UITabBarItem; their subclasses have no "
                    + "stand-ins of their own")
        }
        return proxy
    }
}
