import Foundation
import TileGraphics

/// The contents of a diffable data source, with an index of the items' positions.
struct DiffableState<Section: Hashable, Item: Hashable> {
    private(set) var contents = SnapshotContents<Section, Item>()
    /// The position index, created on first use.
    private var index: (table: IdentifierTable<Item>, starts: [Int])?
    /// The sections that are outlines, which may be partly collapsed.
    var outlines: [Section: SectionOutline<Item>] = [:]

    mutating func show(_ new: SnapshotContents<Section, Item>) {
        contents = new
        contents.clearMarks()
        index = nil
        outlines = outlines.filter { section, outline in
            guard let number = new.sectionIndexes[section] else { return false }
            return new.items[number] == outline.items(onlyVisible: true)
        }
    }

    func item(at path: IndexPath) -> Item? {
        guard path.count == 2, contents.items.indices.contains(path.section),
            contents.items[path.section].indices.contains(path.item)
        else { return nil }
        return contents.items[path.section][path.item]
    }

    /// Returns the index path of an item.
    ///
    /// - Complexity: O(n) hashes for n items on the first call after a change, then one hash and O(log s) for s
    ///   sections.
    mutating func path(of item: Item) -> IndexPath? {
        guard contents.sectionOfItem[item] != nil else { return nil }
        if index == nil {
            var starts = [0]
            for items in contents.items { starts.append((starts.last ?? 0) + items.count) }
            index = (IdentifierTable(contents.allItems), starts)
        }
        guard let index, let position = index.table.position(of: item) else { return nil }
        // Find the last section that starts at or before the position.
        var (low, high) = (0, contents.items.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if index.starts[middle] <= position { low = middle } else { high = middle }
        }
        while contents.items[low].isEmpty { low += 1 }
        return IndexPath(item: position - index.starts[low], section: low)
    }
}

extension SnapshotDifference {
    /// Returns the batch that turns `old` into `new`. Reloads use the index paths from before.
    func batch<Section: Hashable, Item: Hashable>(
        from old: inout DiffableState<Section, Item>, to new: SnapshotContents<Section, Item>
    ) -> ListBatch {
        var batch = ListBatch()
        batch.deleteSections(IndexSet(deletedSections))
        batch.insertSections(IndexSet(insertedSections))
        for move in movedSections { batch.moveSection(from: move.from, to: move.to) }
        batch.deleteItems(at: deletedItems)
        batch.insertItems(at: insertedItems)
        for move in movedItems { batch.moveItem(from: move.from, to: move.to) }
        batch.reloadSections(IndexSet(new.reloadedSections.compactMap { old.contents.sectionIndexes[$0] }))
        batch.reloadItems(at: new.reloadedItems.compactMap { old.path(of: $0) })
        return batch
    }
}
