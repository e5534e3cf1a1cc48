/// The sections and items of a list, represented by unique identifiers.
///
///     var snapshot = NSDiffableDataSourceSnapshot<Section, Song.ID>()
///     snapshot.appendSections([.albums, .singles])
///     snapshot.appendItems(albums.map(\.id), toSection: .albums)
///     dataSource.apply(snapshot)
///
/// Errors for which UIKit raises an exception end the program with the same message: duplicate identifiers in one call,
/// or a section or item that doesn't exist. As since iOS 14, inserting an identifier that already exists moves it.
/// Deleting one that doesn't exist is ignored.
///
/// A change of an item costs O(n) for n items in its section. Changing many items at once costs no more than changing
/// one.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    var contents = SnapshotContents<SectionIdentifierType, ItemIdentifierType>()

    public init() {}

    // MARK: Contents

    public var numberOfItems: Int { contents.sectionOfItem.count }
    public var numberOfSections: Int { contents.sections.count }

    public var sectionIdentifiers: [SectionIdentifierType] { contents.sections }

    /// All items, section by section.
    ///
    /// - Complexity: O(n) for n items.
    public var itemIdentifiers: [ItemIdentifierType] { contents.allItems }

    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
        itemIdentifiers(inSection: identifier).count
    }

    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        ListInconsistency.trapping { () throws(ListInconsistency) in contents.items[try contents.index(of: identifier)]
        }
    }

    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
        contents.sectionOfItem[identifier]
    }

    /// Returns the index of an item among all items.
    ///
    /// - Complexity: O(n) for n items in its section.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? { contents.globalIndex(of: identifier) }

    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? { contents.sectionIndexes[identifier] }

    // MARK: Items

    /// Appends items to a section, by default to the last one.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        change { (contents) throws(ListInconsistency) in try contents.append(identifiers, to: sectionIdentifier) }
    }

    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) {
        change { (contents) throws(ListInconsistency) in
            try contents.insert(identifiers, beside: beforeIdentifier, offset: 0)
        }
    }

    public mutating func insertItems(_ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType)
    {
        change { (contents) throws(ListInconsistency) in
            try contents.insert(identifiers, beside: afterIdentifier, offset: 1)
        }
    }

    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) { contents.delete(identifiers) }

    /// Deletes all items and sections.
    public mutating func deleteAllItems() { contents = SnapshotContents() }

    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        change { (contents) throws(ListInconsistency) in try contents.move(identifier, beside: toIdentifier, offset: 0)
        }
    }

    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        change { (contents) throws(ListInconsistency) in try contents.move(identifier, beside: toIdentifier, offset: 1)
        }
    }

    /// Replaces the cells of items when the snapshot is applied.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        change { (contents) throws(ListInconsistency) in
            try contents.mark(identifiers, in: \.reloadedItems, as: "reload")
        }
    }

    /// Configures the existing cells of items again when the snapshot is applied.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        change { (contents) throws(ListInconsistency) in
            try contents.mark(identifiers, in: \.reconfiguredItems, as: "reconfigure")
        }
    }

    // MARK: Sections

    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        change { (contents) throws(ListInconsistency) in try contents.insertSections(identifiers, at: nil) }
    }

    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) {
        change { (contents) throws(ListInconsistency) in try contents.insertSections(identifiers, at: (toIdentifier, 0))
        }
    }

    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) {
        change { (contents) throws(ListInconsistency) in try contents.insertSections(identifiers, at: (toIdentifier, 1))
        }
    }

    /// Deletes sections with their items.
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) { contents.deleteSections(identifiers) }

    public mutating func moveSection(
        _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
    ) {
        change { (contents) throws(ListInconsistency) in
            try contents.moveSection(identifier, beside: toIdentifier, offset: 0)
        }
    }

    public mutating func moveSection(
        _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
    ) {
        change { (contents) throws(ListInconsistency) in
            try contents.moveSection(identifier, beside: toIdentifier, offset: 1)
        }
    }

    /// Reloads whole sections when the snapshot is applied.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        change { (contents) throws(ListInconsistency) in try contents.markSections(identifiers) }
    }

    // MARK: Reloads and reconfigurations

    public var reloadedSectionIdentifiers: [SectionIdentifierType] { contents.reloadedSections }
    public var reloadedItemIdentifiers: [ItemIdentifierType] { contents.reloadedItems }
    public var reconfiguredItemIdentifiers: [ItemIdentifierType] { contents.reconfiguredItems }

    private mutating func change(
        _ body: (inout SnapshotContents<SectionIdentifierType, ItemIdentifierType>) throws(ListInconsistency) -> Void
    ) {
        ListInconsistency.trapping { () throws(ListInconsistency) in try body(&contents) }
    }
}

extension NSDiffableDataSourceSnapshot: Sendable where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}
