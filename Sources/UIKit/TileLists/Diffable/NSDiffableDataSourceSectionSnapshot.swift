/// The items of one section as an outline. An item may have children, which are visible while it is expanded.
///
/// Errors for which UIKit raises an exception end the program with the same message: an item that is added twice, or
/// one that doesn't exist.
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
    var outline = SectionOutline<ItemIdentifierType>()

    public init() {}

    // MARK: Changes

    /// Appends items to the children of an item, or at the top level.
    public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
        change { (outline) throws(ListInconsistency) in try outline.append(items, to: parent) }
    }

    /// Inserts items before an item, at its level.
    public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
        change { (outline) throws(ListInconsistency) in try outline.insert(items, beside: item, offset: 0) }
    }

    /// Inserts items after an item and its children, at its level.
    public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
        change { (outline) throws(ListInconsistency) in try outline.insert(items, beside: item, offset: 1) }
    }

    /// Inserts an outline before an item, at its level, and returns the last top-level item that it added.
    @discardableResult
    public mutating func insert(
        _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, before item: ItemIdentifierType
    ) -> ItemIdentifierType? {
        change { (outline) throws(ListInconsistency) in try outline.insert(snapshot.outline, beside: item, offset: 0) }
        return snapshot.rootItems.last
    }

    /// Inserts an outline after an item, at its level, and returns the last top-level item that it added.
    @discardableResult
    public mutating func insert(
        _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, after item: ItemIdentifierType
    ) -> ItemIdentifierType? {
        change { (outline) throws(ListInconsistency) in try outline.insert(snapshot.outline, beside: item, offset: 1) }
        return snapshot.rootItems.last
    }

    /// Deletes items with all of their descendants. Items that don't exist are ignored.
    public mutating func delete(_ items: [ItemIdentifierType]) { outline.delete(items) }

    public mutating func deleteAll() { outline = SectionOutline() }

    /// Replaces all descendants of an item with an outline.
    public mutating func replace(
        childrenOf parent: ItemIdentifierType, using snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
    ) {
        change { (outline) throws(ListInconsistency) in try outline.replaceChildren(of: parent, with: snapshot.outline)
        }
    }

    public mutating func expand(_ items: [ItemIdentifierType]) {
        change { (outline) throws(ListInconsistency) in try outline.setExpanded(items, true) }
    }

    public mutating func collapse(_ items: [ItemIdentifierType]) {
        change { (outline) throws(ListInconsistency) in try outline.setExpanded(items, false) }
    }

    // MARK: Contents

    /// All items, each followed by its descendants.
    ///
    /// - Complexity: O(n) for n items, as for the following lists.
    public var items: [ItemIdentifierType] { outline.items(onlyVisible: false) }

    public var rootItems: [ItemIdentifierType] { outline.roots }

    /// The items whose ancestors are all expanded.
    public var visibleItems: [ItemIdentifierType] { outline.items(onlyVisible: true) }

    public func contains(_ item: ItemIdentifierType) -> Bool { outline.contains(item) }

    public func isExpanded(_ item: ItemIdentifierType) -> Bool { outline.expanded.contains(item) }

    public func isVisible(_ item: ItemIdentifierType) -> Bool { outline.isVisible(item) }

    /// Returns the number of ancestors of an item.
    public func level(of item: ItemIdentifierType) -> Int {
        ListInconsistency.trapping { () throws(ListInconsistency) in try outline.level(of: item) }
    }

    /// Returns the index of an item in `items`.
    public func index(of item: ItemIdentifierType) -> Int? {
        outline.contains(item) ? items.firstIndex(of: item) : nil
    }

    public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? { outline.parents[child] ?? nil }

    /// Returns the outline below an item, optionally with the item itself as its root.
    public func snapshot(
        of parent: ItemIdentifierType, includingParent: Bool = false
    ) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
        var part = Self()
        part.outline = ListInconsistency.trapping { () throws(ListInconsistency) in
            try outline.part(below: parent, includingParent: includingParent)
        }
        return part
    }

    /// Returns a readable description with one item per line: `-` marks expanded items, `+` collapsed ones, and `*`
    /// those without children.
    public func visualDescription() -> String {
        items.map { item in
            let indent = String(repeating: "    ", count: level(of: item))
            let mark = outline.children[item]?.isEmpty ?? true ? "*" : isExpanded(item) ? "-" : "+"
            return "\(indent)\(mark) \(item)"
        }.joined(separator: "\n")
    }

    private mutating func change(_ body: (inout SectionOutline<ItemIdentifierType>) throws(ListInconsistency) -> Void) {
        ListInconsistency.trapping { () throws(ListInconsistency) in try body(&outline) }
    }
}

extension NSDiffableDataSourceSectionSnapshot: Sendable where ItemIdentifierType: Sendable {}

/// The change of a section's outline by the program or by user interaction.
public struct NSDiffableDataSourceSectionTransaction<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    public let sectionIdentifier: SectionIdentifierType
    public let initialSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
    public let finalSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
    public let difference: CollectionDifference<ItemIdentifierType>
}

/// The change of a list by interactive reordering.
public struct NSDiffableDataSourceTransaction<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    public let initialSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    public let finalSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    public let difference: CollectionDifference<ItemIdentifierType>
    public let sectionTransactions: [NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]
}
