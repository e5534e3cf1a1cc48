/// The items of one section as an outline: each may have children, which show while it is expanded.
///
/// What UIKit raises an exception for ends the program with the same words: an item given twice, or named that is not
/// there.
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
    var outline = SectionOutline<ItemIdentifierType>()

    public init() {}

    // MARK: Changes

    /// Appends items to the children of one, or at the top level.
    public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
        change { (outline) throws(ListInconsistency) in try outline.append(items, to: parent) }
    }

    /// Inserts items before one, at its level.
    public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
        change { (outline) throws(ListInconsistency) in try outline.insert(items, beside: item, offset: 0) }
    }

    /// Inserts items after one and its children, at its level.
    public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
        change { (outline) throws(ListInconsistency) in try outline.insert(items, beside: item, offset: 1) }
    }

    /// Inserts a whole outline before an item, at its level; returns the last of what it added at the top.
    @discardableResult
    public mutating func insert(
        _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, before item: ItemIdentifierType
    ) -> ItemIdentifierType? {
        change { (outline) throws(ListInconsistency) in try outline.insert(snapshot.outline, beside: item, offset: 0) }
        return snapshot.rootItems.last
    }

    /// Inserts a whole outline after an item, at its level; returns the last of what it added at the top.
    @discardableResult
    public mutating func insert(
        _ snapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>, after item: ItemIdentifierType
    ) -> ItemIdentifierType? {
        change { (outline) throws(ListInconsistency) in try outline.insert(snapshot.outline, beside: item, offset: 1) }
        return snapshot.rootItems.last
    }

    /// Takes out items with all below them; those that are not there are passed by.
    public mutating func delete(_ items: [ItemIdentifierType]) { outline.delete(items) }

    public mutating func deleteAll() { outline = SectionOutline() }

    /// Replaces all below an item by an outline.
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

    // MARK: What is there

    /// All items, each followed by those below it.
    ///
    /// - Complexity: O(n) for n items, as what follows of lists.
    public var items: [ItemIdentifierType] { outline.items(onlyVisible: false) }

    public var rootItems: [ItemIdentifierType] { outline.roots }

    /// Those whose ancestors are all expanded.
    public var visibleItems: [ItemIdentifierType] { outline.items(onlyVisible: true) }

    public func contains(_ item: ItemIdentifierType) -> Bool { outline.contains(item) }

    public func isExpanded(_ item: ItemIdentifierType) -> Bool { outline.expanded.contains(item) }

    public func isVisible(_ item: ItemIdentifierType) -> Bool { outline.isVisible(item) }

    /// How many ancestors an item has.
    public func level(of item: ItemIdentifierType) -> Int {
        ListInconsistency.trapping { () throws(ListInconsistency) in try outline.level(of: item) }
    }

    /// The number of an item in `items`.
    public func index(of item: ItemIdentifierType) -> Int? {
        outline.contains(item) ? items.firstIndex(of: item) : nil
    }

    public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? { outline.parents[child] ?? nil }

    /// The outline below an item, with it at the top if it is to be included.
    public func snapshot(
        of parent: ItemIdentifierType, includingParent: Bool = false
    ) -> NSDiffableDataSourceSectionSnapshot<ItemIdentifierType> {
        var part = Self()
        part.outline = ListInconsistency.trapping { () throws(ListInconsistency) in
            try outline.part(below: parent, includingParent: includingParent)
        }
        return part
    }

    /// The outline in lines, for a person: `-` before what is expanded, `+` before what can be, `*` before the rest.
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

/// What changed of a section's outline by a program's or a person's doing.
public struct NSDiffableDataSourceSectionTransaction<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    public let sectionIdentifier: SectionIdentifierType
    public let initialSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
    public let finalSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
    public let difference: CollectionDifference<ItemIdentifierType>
}

/// What moving an item by hand has made of a list.
public struct NSDiffableDataSourceTransaction<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    public let initialSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    public let finalSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    public let difference: CollectionDifference<ItemIdentifierType>
    public let sectionTransactions: [NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]
}
