import Foundation
import TileGraphics

/// What a diffable data source shows: its contents, and where each item of them is.
struct DiffableState<Section: Hashable, Item: Hashable> {
    private(set) var contents = SnapshotContents<Section, Item>()
    /// Made when it is first asked for.
    private var index: (table: IdentifierTable<Item>, starts: [Int])?
    /// The sections that are outlines, of which only a part shows.
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

    /// - Complexity: O(n) hashes for n items at first, then one, and O(log s) for s sections.
    mutating func path(of item: Item) -> IndexPath? {
        guard contents.sectionOfItem[item] != nil else { return nil }
        if index == nil {
            var starts = [0]
            for items in contents.items { starts.append((starts.last ?? 0) + items.count) }
            index = (IdentifierTable(contents.allItems), starts)
        }
        guard let index, let position = index.table.position(of: item) else { return nil }
        // The last section that starts at or before it.
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
    /// What makes `new` of `old` as a batch; what is to be reloaded is so by its place before.
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
