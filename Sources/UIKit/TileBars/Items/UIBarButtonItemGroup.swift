public import Foundation
import TileDrawing
public import TileViews

/// Buttons of a navigation bar that belong together. Where a bar has no room for them all, their representative stands
/// for them, if there is one.
///
/// A tap on the representative does what that says; without an action or a menu of its own it shows a menu of the
/// group's items.
open class UIBarButtonItemGroup: NSObject, NSCoding {
    public init(barButtonItems: [UIBarButtonItem], representativeItem: UIBarButtonItem?) {
        (self.barButtonItems, self.representativeItem) = (barButtonItems, representativeItem)
        super.init()
        adopt()
    }

    /// What the archive lacks, or holds wrongly, is as in a new group.
    public required init?(coder: NSCoder) {
        barButtonItems = coder.archivedObjects(Key.items)
        representativeItem = coder.archivedObject(Key.representative)
        super.init()
        alwaysAvailable = coder.archivedFlag(Key.isAlwaysAvailable) ?? false
        isHidden = coder.archivedFlag(Key.isHidden) ?? false
        adopt()
        coder.settle(self, as: UIBarButtonItemGroup.self)
    }

    open func encode(with coder: NSCoder) {
        coder.archive(list: barButtonItems, forKey: Key.items)
        coder.archive(representativeItem, forKey: Key.representative)
        coder.encode(alwaysAvailable, forKey: Key.isAlwaysAvailable)
        coder.encode(isHidden, forKey: Key.isHidden)
    }

    private enum Key {
        static let items = "UIBarButtonItems"
        static let representative = "UIRepresentativeItem"
        static let isAlwaysAvailable = "UIAlwaysAvailable"
        static let isHidden = "UIHidden"
    }

    /// A group that is always where it was put. Bars here can't be customized, so all are.
    public class func fixedGroup(
        representativeItem: UIBarButtonItem? = nil, items: [UIBarButtonItem]
    ) -> UIBarButtonItemGroup { UIBarButtonItemGroup(barButtonItems: items, representativeItem: representativeItem) }

    /// A group that a person could move; see `fixedGroup(representativeItem:items:)`.
    public class func movableGroup(
        customizationIdentifier: String, representativeItem: UIBarButtonItem? = nil, items: [UIBarButtonItem]
    ) -> UIBarButtonItemGroup { UIBarButtonItemGroup(barButtonItems: items, representativeItem: representativeItem) }

    /// A group that a person could move, take away and add: it shows where it is in the default customization.
    public class func optionalGroup(
        customizationIdentifier: String, isInDefaultCustomization: Bool = true,
        representativeItem: UIBarButtonItem? = nil, items: [UIBarButtonItem]
    ) -> UIBarButtonItemGroup {
        let group = UIBarButtonItemGroup(barButtonItems: items, representativeItem: representativeItem)
        group.isHidden = !isInDefaultCustomization
        return group
    }

    /// In the order in which they are read.
    open var barButtonItems: [UIBarButtonItem] { didSet { changed() } }
    /// Stands for the items where there is no room for them; nil for none, and the items stay.
    open var representativeItem: UIBarButtonItem? { didSet { changed() } }
    /// Whether the representative stands for the items just now.
    open internal(set) var isDisplayingRepresentativeItem = false
    /// Kept, for a bar that a person can customize.
    open var alwaysAvailable = false
    /// Left out of the bar while true, with its place.
    open var isHidden = false { didSet { if isHidden != oldValue { changed() } } }
    /// What stands for the group in a menu of what does not fit; nil for one of its items.
    open var menuRepresentation: UIMenuElement?

    /// The navigation item that it is in.
    final weak var owner: UINavigationItem?

    private final func changed() {
        adopt()
        owner?.groupDidChange()
    }

    private final func adopt() {
        for item in barButtonItems + [representativeItem].compactMap({ $0 }) { item.group = self }
    }

    /// The items as a menu's elements.
    ///
    /// - Parameter view: gives the view in which what they do begins.
    final func menuElement(from view: @escaping () -> UIView?) -> UIMenuElement {
        if let menuRepresentation { return menuRepresentation }
        return UIMenu(options: .displayInline, children: menuElements(from: view))
    }

    final func menuElements(from view: @escaping () -> UIView?) -> [UIMenuElement] {
        barButtonItems.filter { !$0.isHidden && !$0.isSpace && ($0.customView == nil || $0.menuRepresentation != nil) }
            .map { $0.menuElement(from: view) }
    }
}

extension UIBarButtonItem {
    /// The group that it was put into.
    public final var buttonGroup: UIBarButtonItemGroup? { group }

    /// A group of this item alone.
    public final func creatingFixedGroup() -> UIBarButtonItemGroup { .fixedGroup(items: [self]) }

    public final func creatingMovableGroup(customizationIdentifier: String) -> UIBarButtonItemGroup {
        .movableGroup(customizationIdentifier: customizationIdentifier, items: [self])
    }

    public final func creatingOptionalGroup(
        customizationIdentifier: String, isInDefaultCustomization: Bool = true
    ) -> UIBarButtonItemGroup {
        .optionalGroup(
            customizationIdentifier: customizationIdentifier, isInDefaultCustomization: isInDefaultCustomization,
            items: [self])
    }

    /// What a press shows: the menu, or where it stands for a group and does nothing else, the group's items.
    final var shownMenu: UIMenu? {
        if let menu { return menu }
        guard let group, group.representativeItem === self, primaryAction == nil, action == nil else { return nil }
        return UIMenu(children: group.menuElements { [weak self] in self?.shownView })
    }

    /// Itself as an element of a menu.
    fileprivate final func menuElement(from view: @escaping () -> UIView?) -> UIMenuElement {
        if let menuRepresentation { return menuRepresentation }
        let name = title ?? accessibilityLabel ?? ""
        if let menu { return UIMenu(title: name, image: image, children: menu.children) }
        return UIAction(
            title: name, image: image, attributes: isEnabled ? [] : .disabled, state: isSelected ? .on : .off
        ) { [weak self] _ in
            if let self, let view = view() { perform(from: view, for: nil) }
        }
    }
}
