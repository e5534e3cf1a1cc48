import Foundation
import TileGraphics

/// A batch that is consistent with the item counts before and after it, as a mapping of positions.
struct ListUpdate {
    /// The mapping of sections that aren't moved.
    let sections: IndexShift
    /// The moved sections: new indices by old ones.
    let movedSections: [Int: Int]
    private let movedSectionsBack: [Int: Int]
    /// The mapping of items that stay in their section, by the section's old index. It has only sections with changes.
    let items: [Int: IndexShift]
    let movedItems: [IndexPath: IndexPath]
    private let movedItemsBack: [IndexPath: IndexPath]
    /// The old indices of reloaded sections. Their items aren't kept.
    let reloadedSections: IndexSet
    /// The old indices of deleted sections.
    let deletedSections: IndexSet
    /// The new indices of inserted sections, without moved ones.
    let insertedSections: IndexSet
    /// The old paths of reloaded items, each once, without those in deleted or reloaded sections. They keep their
    /// position among the others.
    let reloadedItems: [IndexPath]
    /// The old paths of deleted items, each once, without those in deleted or reloaded sections.
    let deletedItems: [IndexPath]
    /// The new paths of inserted items, each once, without those in inserted or reloaded sections.
    let insertedItems: [IndexPath]

    /// Returns the new index of a section; nil if it is deleted. Reloaded sections keep their position.
    func newSection(of old: Int) -> Int? { movedSections[old] ?? sections.forward(old) }

    /// Returns the old index of a section; nil if it is inserted.
    func oldSection(of new: Int) -> Int? { movedSectionsBack[new] ?? sections.backward(new) }

    /// Returns the new path of an item; nil if it is deleted, or its section is deleted or reloaded. A reloaded item
    /// keeps its position.
    ///
    /// - Complexity: O(log k) for k changes.
    func newPath(of old: IndexPath) -> IndexPath? {
        if let moved = movedItems[old] { return moved }
        guard !reloadedSections.contains(old.section), let section = newSection(of: old.section) else { return nil }
        guard let shift = items[old.section] else { return IndexPath(item: old.item, section: section) }
        return shift.forward(old.item).map { IndexPath(item: $0, section: section) }
    }

    /// Returns the old path of an item; nil if it is inserted, or its section is inserted or reloaded.
    ///
    /// - Complexity: O(log k) for k changes.
    func oldPath(of new: IndexPath) -> IndexPath? {
        if let moved = movedItemsBack[new] { return moved }
        guard let section = oldSection(of: new.section), !reloadedSections.contains(section) else { return nil }
        guard let shift = items[section] else { return IndexPath(item: new.item, section: section) }
        return shift.backward(new.item).map { IndexPath(item: $0, section: section) }
    }

    /// Whether no section or item changes its position. There may be reloads.
    var movesNothing: Bool {
        sections.isIdentity && movedSections.isEmpty && movedItems.isEmpty
            && items.values.allSatisfy { $0.isIdentity }
    }
}

extension ListUpdate {
    /// Checks a batch for contradictions, and against the item counts of each section before and after it.
    ///
    /// - Complexity: O(s + k log k) for s sections and k changes.
    /// - Throws: `ListInconsistency`, with UIKit's message.
    init(_ batch: ListBatch, before: [Int], after: [Int], words: ListWords) throws(ListInconsistency) {
        let checks = ListBatchChecks(batch, before: before, after: after, words: words)
        try checks.checkSections()
        try checks.checkItems()

        let moves = batch.movedSections
        sections = IndexShift(
            removed: batch.deletedSections.union(IndexSet(moves.map(\.from))),
            added: batch.insertedSections.union(IndexSet(moves.map(\.to))))
        movedSections = Dictionary(moves.map { ($0.from, $0.to) }) { first, _ in first }
        movedSectionsBack = Dictionary(moves.map { ($0.to, $0.from) }) { first, _ in first }
        reloadedSections = batch.reloadedSections
        deletedSections = batch.deletedSections
        insertedSections = batch.insertedSections
        movedItems = Dictionary(batch.movedItems.map { ($0.from, $0.to) }) { first, _ in first }
        movedItemsBack = Dictionary(batch.movedItems.map { ($0.to, $0.from) }) { first, _ in first }
        let gone = batch.deletedSections.union(batch.reloadedSections)
        deletedItems = Set(batch.deletedItems).filter { !gone.contains($0.section) }.sorted()
        reloadedItems = Set(batch.reloadedItems).filter { !gone.contains($0.section) }.sorted()

        // The new indices of sections that keep no items.
        var (shift, movedBack) = (sections, movedSectionsBack)
        var fresh = batch.insertedSections
        for section in batch.reloadedSections {
            if let new = movedSections[section] ?? shift.forward(section) { fresh.insert(new) }
        }
        insertedItems = Set(batch.insertedItems).filter { !fresh.contains($0.section) }.sorted()

        var removed: [Int: [Int]] = [:]
        var added: [Int: [Int]] = [:]
        for path in deletedItems { removed[path.section, default: []].append(path.item) }
        for move in batch.movedItems where !gone.contains(move.from.section) {
            removed[move.from.section, default: []].append(move.from.item)
        }
        for path in insertedItems + batch.movedItems.map(\.to) where !fresh.contains(path.section) {
            guard let old = movedBack[path.section] ?? shift.backward(path.section) else { continue }
            added[old, default: []].append(path.item)
        }
        var items: [Int: IndexShift] = [:]
        for section in Set(removed.keys).union(added.keys) {
            items[section] = IndexShift(removed: removed[section] ?? [], added: added[section] ?? [])
        }
        self.items = items
        (shift, movedBack) = (sections, movedSectionsBack)
        try checks.checkCounts { section in
            movedBack[section] ?? shift.backward(section)
        } shift: {
            items[$0]
        }
    }
}
