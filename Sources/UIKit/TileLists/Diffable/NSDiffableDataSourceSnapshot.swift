/// The sections of a list and the items in them, by identifiers that are unique in it.
///
///     var snapshot = NSDiffableDataSourceSnapshot<Section, Song.ID>()
///     snapshot.appendSections([.albums, .singles])
///     snapshot.appendItems(albums.map(\.id), toSection: .albums)
///     dataSource.apply(snapshot)
///
/// What UIKit raises an exception for ends the program with the same words: identifiers given twice in one call, a
/// section or an item that is not there. An identifier that is there already when it is inserted is moved, as since
/// iOS 14; one that is not there when it is deleted is passed by.
///
/// Changes of an item cost O(n) for n items in its section; changes of many at a time cost no more than that of one.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    var contents = SnapshotContents<SectionIdentifierType, ItemIdentifierType>()

    public init() {}

    // MARK: What is there

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

    /// The number of an item among all.
    ///
    /// - Complexity: O(n) for n items in its section.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? { contents.globalIndex(of: identifier) }

    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? { contents.sectionIndexes[identifier] }

    // MARK: Items

    /// Appends items to a section; to the last one when none is named.
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

    /// Takes out all items, and the sections with them.
    public mutating func deleteAllItems() { contents = SnapshotContents() }

    public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
        change { (contents) throws(ListInconsistency) in try contents.move(identifier, beside: toIdentifier, offset: 0)
        }
    }

    public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
        change { (contents) throws(ListInconsistency) in try contents.move(identifier, beside: toIdentifier, offset: 1)
        }
    }

    /// Has cells of items made anew when the snapshot is applied.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        change { (contents) throws(ListInconsistency) in
            try contents.mark(identifiers, in: \.reloadedItems, as: "reload")
        }
    }

    /// Has the cells of items set up once more when the snapshot is applied; the cells stay.
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

    /// Takes out sections, with their items.
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

    /// Has all of sections made anew when the snapshot is applied.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        change { (contents) throws(ListInconsistency) in try contents.markSections(identifiers) }
    }

    // MARK: What was asked for

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
