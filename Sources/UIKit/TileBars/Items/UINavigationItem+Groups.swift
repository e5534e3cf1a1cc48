import Foundation
import TileDrawing
import TileViews

/// The groups of a navigation item.
struct ItemGroups {
    /// The leading groups; nil if items were set instead.
    var leading: [UIBarButtonItemGroup]?
    var trailing: [UIBarButtonItemGroup]?
    var center: [UIBarButtonItemGroup] = []
    var pinned: UIBarButtonItemGroup?
    /// Whether items are currently being derived from groups.
    var isGrouping = false
    /// The item whose menu contains what does not fit.
    lazy var overflow = UIBarButtonItem()

    var all: [UIBarButtonItemGroup] { (leading ?? []) + center + (trailing ?? []) + [pinned].compactMap { $0 } }
}

/// A button in a bar with its group.
struct BarSlot {
    let item: UIBarButtonItem
    /// The button's group, if it has a representative item. The representative and the other items of a group are
    /// never shown at the same time.
    var group: UIBarButtonItemGroup?

    var isRepresentative: Bool { group?.representativeItem === item }
}

extension UINavigationItem {
    /// The layout of title and buttons.
    public enum ItemStyle: Int, Hashable, Sendable {
        /// The title is centered.
        case navigator = 0
        /// The title is at the leading edge, and the center groups are in the middle.
        case browser = 1
        /// The same layout as `browser`.
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

    /// Updates the items after a group's items or visibility changed.
    func groupDidChange() {
        changingGroups {
            if let leading = groups.leading { leftBarButtonItems = leading.flatMap(\.barButtonItems) }
            if let trailing = groups.trailing { rightBarButtonItems = trailing.flatMap(\.barButtonItems).reversed() }
        }
    }

    /// Returns a group for items that were set without groups.
    func grouped(_ items: [UIBarButtonItem]?) -> [UIBarButtonItemGroup] {
        guard let items, !items.isEmpty else { return [] }
        let group = UIBarButtonItemGroup(barButtonItems: items, representativeItem: nil)
        group.owner = self
        return [group]
    }

    // MARK: Visible items

    private func slots(_ groups: [UIBarButtonItemGroup]) -> [BarSlot] {
        groups.filter { !$0.isHidden }.flatMap { group in
            let stands = group.representativeItem
            return (group.barButtonItems + [stands].compactMap { $0 })
                .map { BarSlot(item: $0, group: stands == nil ? nil : group) }
        }
    }

    /// The leading buttons, from the edge inward.
    var leadingSlots: [BarSlot] {
        groups.leading.map(slots) ?? (leftBarButtonItems ?? []).map { BarSlot(item: $0) }
    }

    /// The trailing buttons, from the edge inward.
    var trailingSlots: [BarSlot] {
        let inner =
            groups.trailing.map { slots($0).reversed() } ?? (rightBarButtonItems ?? []).map { BarSlot(item: $0) }
        return (groups.pinned.map { slots([$0]).reversed() } ?? []) + inner
    }

    /// The center buttons in reading order. Their groups have no representatives here, because buttons that do not fit
    /// are in the overflow menu.
    var centerItems: [UIBarButtonItem] {
        style == .navigator ? [] : groups.center.filter { !$0.isHidden }.flatMap(\.barButtonItems)
    }

    /// The number of trailing buttons that are pinned.
    var pinnedCount: Int { groups.pinned.map { slots([$0]).count } ?? 0 }

    /// The button that replaces the center groups when they do not fit.
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
