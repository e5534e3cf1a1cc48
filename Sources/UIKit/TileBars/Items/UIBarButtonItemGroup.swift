public import Foundation
import TileDrawing
public import TileViews

/// A group of buttons in a navigation bar. If the bar is too narrow for all of them, the representative item replaces
/// them, if there is one.
///
/// A tap on the representative item performs its action. If it has neither an action nor a menu, it shows a menu of the
/// group's items.
open class UIBarButtonItemGroup: NSObject, NSCoding {
    public init(barButtonItems: [UIBarButtonItem], representativeItem: UIBarButtonItem?) {
        (self.barButtonItems, self.representativeItem) = (barButtonItems, representativeItem)
        super.init()
        adopt()
    }

    /// Decodes a group. Missing or invalid values have their defaults.
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

    /// Creates a group that cannot be moved. Bars here are not customizable, so no group can.
    public class func fixedGroup(
        representativeItem: UIBarButtonItem? = nil, items: [UIBarButtonItem]
    ) -> UIBarButtonItemGroup { UIBarButtonItemGroup(barButtonItems: items, representativeItem: representativeItem) }

    /// Creates a group that can be moved in a customizable bar; see `fixedGroup(representativeItem:items:)`.
    public class func movableGroup(
        customizationIdentifier: String, representativeItem: UIBarButtonItem? = nil, items: [UIBarButtonItem]
    ) -> UIBarButtonItemGroup { UIBarButtonItemGroup(barButtonItems: items, representativeItem: representativeItem) }

    /// Creates a group that can be moved, removed and added in a customizable bar. Here it is visible if it is in the
    /// default customization.
    public class func optionalGroup(
        customizationIdentifier: String, isInDefaultCustomization: Bool = true,
        representativeItem: UIBarButtonItem? = nil, items: [UIBarButtonItem]
    ) -> UIBarButtonItemGroup {
        let group = UIBarButtonItemGroup(barButtonItems: items, representativeItem: representativeItem)
        group.isHidden = !isInDefaultCustomization
        return group
    }

    /// The items in reading order.
    open var barButtonItems: [UIBarButtonItem] { didSet { changed() } }
    /// The item that replaces the others if there is too little space; nil if the items always stay.
    open var representativeItem: UIBarButtonItem? { didSet { changed() } }
    /// Whether the representative item currently replaces the others.
    open internal(set) var isDisplayingRepresentativeItem = false
    /// Whether the group is always available in a customizable bar. It is stored but not used.
    open var alwaysAvailable = false
    /// Whether the group is hidden. A hidden group takes no space.
    open var isHidden = false { didSet { if isHidden != oldValue { changed() } } }
    /// The menu element for the group when it does not fit; nil to use its items.
    open var menuRepresentation: UIMenuElement?

    /// The navigation item that contains the group.
    final weak var owner: UINavigationItem?

    private final func changed() {
        adopt()
        owner?.groupDidChange()
    }

    private final func adopt() {
        for item in barButtonItems + [representativeItem].compactMap({ $0 }) { item.group = self }
    }

    /// Returns the items as a menu element.
    ///
    /// - Parameter view: Returns the view where the actions' responder chain starts.
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
    /// The group that contains the item.
    public final var buttonGroup: UIBarButtonItemGroup? { group }

    /// Returns a group with only this item.
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

    /// The menu that a press shows. For a representative item without a menu or action, it contains the group's items.
    final var shownMenu: UIMenu? {
        if let menu { return menu }
        guard let group, group.representativeItem === self, primaryAction == nil, action == nil else { return nil }
        return UIMenu(children: group.menuElements { [weak self] in self?.shownView })
    }

    /// Returns the item as a menu element.
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
