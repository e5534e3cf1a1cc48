import Foundation
import TileGraphics

/// A batch that was found consistent with the numbers of items before and after it: where everything goes.
struct ListUpdate {
    /// Where sections go that are not moved.
    let sections: IndexShift
    /// What is moved, by where it was.
    let movedSections: [Int: Int]
    private let movedSectionsBack: [Int: Int]
    /// Where items go that stay in their section, by the section's index before; only of sections in which there are
    /// changes.
    let items: [Int: IndexShift]
    let movedItems: [IndexPath: IndexPath]
    private let movedItemsBack: [IndexPath: IndexPath]
    /// By their index before. Nothing in them stays.
    let reloadedSections: IndexSet
    /// By their index before.
    let deletedSections: IndexSet
    /// By their index after; without those that are moved.
    let insertedSections: IndexSet
    /// By their path before, each once; without those in sections that go or are reloaded. They keep their place among
    /// the others.
    let reloadedItems: [IndexPath]
    /// By their path before, each once; without those in sections that go or are reloaded.
    let deletedItems: [IndexPath]
    /// By their path after, each once; without those in sections that are new or reloaded.
    let insertedItems: [IndexPath]

    /// Where a section is after; nil for one that is deleted. One that is reloaded keeps its place.
    func newSection(of old: Int) -> Int? { movedSections[old] ?? sections.forward(old) }

    /// Where a section was before; nil for one that is inserted.
    func oldSection(of new: Int) -> Int? { movedSectionsBack[new] ?? sections.backward(new) }

    /// Where an item is after; nil for one that is deleted, or in a section that is deleted or reloaded. One that is
    /// reloaded by itself keeps its place.
    ///
    /// - Complexity: O(log k) for k changes.
    func newPath(of old: IndexPath) -> IndexPath? {
        if let moved = movedItems[old] { return moved }
        guard !reloadedSections.contains(old.section), let section = newSection(of: old.section) else { return nil }
        guard let shift = items[old.section] else { return IndexPath(item: old.item, section: section) }
        return shift.forward(old.item).map { IndexPath(item: $0, section: section) }
    }

    /// Where an item was before; nil for one that is inserted, or in a section that is inserted or reloaded.
    ///
    /// - Complexity: O(log k) for k changes.
    func oldPath(of new: IndexPath) -> IndexPath? {
        if let moved = movedItemsBack[new] { return moved }
        guard let section = oldSection(of: new.section), !reloadedSections.contains(section) else { return nil }
        guard let shift = items[section] else { return IndexPath(item: new.item, section: section) }
        return shift.backward(new.item).map { IndexPath(item: $0, section: section) }
    }

    /// Whether nothing goes anywhere: at most items and sections are reloaded.
    var movesNothing: Bool {
        sections.isIdentity && movedSections.isEmpty && movedItems.isEmpty
            && items.values.allSatisfy { $0.isIdentity }
    }
}

extension ListUpdate {
    /// Checks a batch against itself, and against how many items each section has before and after it.
    ///
    /// - Complexity: O(s + k log k) for s sections and k changes.
    /// - Throws: `ListInconsistency`, with UIKit's words.
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

        // Sections of which nothing stays, by their index after.
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
