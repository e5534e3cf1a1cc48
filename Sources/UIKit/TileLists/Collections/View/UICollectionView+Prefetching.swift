import Foundation
import TileGeometry
import TileGraphics

extension UICollectionView {
    /// The distance ahead for which the data source prefetches items, as a multiple of the visible length.
    private static let reach: CGFloat = 1
    /// The maximum number of cells prepared in advance.
    private static let mostReady = 4

    /// Whether the maximum number of cells is prepared.
    var hasAllReady: Bool { collection.prepared.count >= Self.mostReady }

    /// Prepares one of the next cells after scrolling, and informs the prefetching data source of upcoming items.
    func prefetch() {
        let (here, last) = (contentOffset, collection.lastOffset)
        guard isPrefetchingEnabled, !showsAllContent, dataSource != nil, here != last, bounds.width > 0,
            bounds.height > 0
        else { return }
        let next = itemsAhead(CGVector(dx: here.x - last.x, dy: here.y - last.y))
        let paths = Set(next)
        // Cells prepared for another direction return to the reuse pool.
        for path in collection.prepared.keys where !paths.contains(path) { dropPrepared(path) }
        updatePrefetching(next, near: paths)
        guard !hasAllReady,
            let path = next.first(where: { collection.prepared[$0] == nil })
        else { return }
        prepareCell(path)
    }

    private func prepareCell(_ path: IndexPath) {
        let attributes = askForItem(at: path)
        collection.coming = attributes
        let cell = askForCell(path)
        collection.coming = nil
        cell.elementKey = .cell(path)
        cell.isHidden = true
        collection.prepared[path] = cell
    }

    func dropPrepared(_ path: IndexPath) {
        guard let cell = collection.prepared.removeValue(forKey: path) else { return }
        cell.elementKey = nil
        give(cell)
    }

    private func updatePrefetching(_ next: [IndexPath], near paths: Set<IndexPath>) {
        guard let prefetchDataSource else { return }
        let visible = collection.visible
        let given = collection.prefetched.filter { !paths.contains($0) && visible[.cell($0)] == nil }
        let new = next.filter { !collection.prefetched.contains($0) }
        collection.prefetched = paths
        if !given.isEmpty { prefetchDataSource.collectionView(self, cancelPrefetchingForItemsAt: given.sorted()) }
        if !new.isEmpty { prefetchDataSource.collectionView(self, prefetchItemsAt: new) }
    }

    /// Returns the items ahead that aren't visible yet, nearest first.
    private func itemsAhead(_ way: CGVector) -> [IndexPath] {
        let isHorizontal = abs(way.dx) > abs(way.dy)
        var rect = bounds
        if isHorizontal {
            rect.size.width *= Self.reach
            rect.origin.x += way.dx > 0 ? bounds.width : -rect.width
        } else {
            rect.size.height *= Self.reach
            rect.origin.y += way.dy > 0 ? bounds.height : -rect.height
        }
        let (forward, counts) = (isHorizontal ? way.dx > 0 : way.dy > 0, currentCounts())
        let found = elements(in: rect).filter { attributes in
            let path = attributes.indexPath
            return attributes.representedElementCategory == .cell && attributes.isSound && !attributes.isHidden
                && path.count == 2 && counts.indices.contains(path.section) && path.item >= 0
                && path.item < counts[path.section] && collection.visible[attributes.key] == nil
        }
        let paths = found.map(\.indexPath).sorted()
        return forward ? paths : paths.reversed()
    }
}
