import Foundation
import TileDrawing
import TileViews

/// The groups of a navigation item.
struct ItemGroups {
    /// Nil where the items were set, and no groups.
    var leading: [UIBarButtonItemGroup]?
    var trailing: [UIBarButtonItemGroup]?
    var center: [UIBarButtonItemGroup] = []
    var pinned: UIBarButtonItemGroup?
    /// Whether items are being set as groups have them.
    var isGrouping = false
    /// Shows what has no room.
    lazy var overflow = UIBarButtonItem()

    var all: [UIBarButtonItemGroup] { (leading ?? []) + center + (trailing ?? []) + [pinned].compactMap { $0 } }
}

/// A button's place in a bar.
struct BarSlot {
    let item: UIBarButtonItem
    /// Of those groups that have a representative: whether it is shown follows from whether that is.
    var group: UIBarButtonItemGroup?

    var isRepresentative: Bool { group?.representativeItem === item }
}

extension UINavigationItem {
    /// How title and buttons share the bar.
    public enum ItemStyle: Int, Hashable, Sendable {
        /// The title is in the middle.
        case navigator = 0
        /// The title is at the leading edge, the groups of the center in the middle.
        case browser = 1
        /// As `browser`.
        case editor = 2
    }

    // MARK: Items and groups

    func setLeading(_ groups: [UIBarButtonItemGroup]) {
        changingGroups {
            self.groups.leading = groups
            leftBarButtonItems = groups.flatMap(\.barButtonItems)
        }
    }

    func setTrailing(_ groups: [UIBarButtonItemGroup]) {
        changingGroups {
            self.groups.trailing = groups
            rightBarButtonItems = groups.flatMap(\.barButtonItems).reversed()
        }
    }

    func changingGroups(_ body: () -> Void) {
        for group in groups.all where group.owner === self { group.owner = nil }
        groups.isGrouping = true
        body()
        groups.isGrouping = false
        for group in groups.all {
            group.owner = self
            for item in group.barButtonItems + [group.representativeItem].compactMap({ $0 }) { item.observer = self }
        }
        itemsDidChange()
    }

    /// A group has other items, or is hidden, or shown.
    func groupDidChange() {
        changingGroups {
            if let leading = groups.leading { leftBarButtonItems = leading.flatMap(\.barButtonItems) }
            if let trailing = groups.trailing { rightBarButtonItems = trailing.flatMap(\.barButtonItems).reversed() }
        }
    }

    /// The groups of items that were set as such.
    func grouped(_ items: [UIBarButtonItem]?) -> [UIBarButtonItemGroup] {
        guard let items, !items.isEmpty else { return [] }
        let group = UIBarButtonItemGroup(barButtonItems: items, representativeItem: nil)
        group.owner = self
        return [group]
    }

    // MARK: What a bar shows

    private func slots(_ groups: [UIBarButtonItemGroup]) -> [BarSlot] {
        groups.filter { !$0.isHidden }.flatMap { group in
            let stands = group.representativeItem
            return (group.barButtonItems + [stands].compactMap { $0 })
                .map { BarSlot(item: $0, group: stands == nil ? nil : group) }
        }
    }

    /// From the leading edge inwards.
    var leadingSlots: [BarSlot] {
        groups.leading.map(slots) ?? (leftBarButtonItems ?? []).map { BarSlot(item: $0) }
    }

    /// From the trailing edge inwards.
    var trailingSlots: [BarSlot] {
        let inner =
            groups.trailing.map { slots($0).reversed() } ?? (rightBarButtonItems ?? []).map { BarSlot(item: $0) }
        return (groups.pinned.map { slots([$0]).reversed() } ?? []) + inner
    }

    /// From the leading one on; the groups of the center have no representatives here, for what has no room there is
    /// in the menu of the overflow.
    var centerItems: [UIBarButtonItem] {
        style == .navigator ? [] : groups.center.filter { !$0.isHidden }.flatMap(\.barButtonItems)
    }

    /// How many of the trailing buttons are pinned.
    var pinnedCount: Int { groups.pinned.map { slots([$0]).count } ?? 0 }

    /// Stands for the center where that has no room.
    var overflowItem: UIBarButtonItem {
        let item = groups.overflow
        if item.image == nil {
            item.image = BarSymbolImage.ellipsis(side: 24, scale: 3)
            item.accessibilityLabel = "More"
        }
        item.menu = UIMenu(
            children: groups.center.filter { !$0.isHidden }
                .map { $0.menuElement { [weak item] in item?.shownView } })
        return item
    }
}
