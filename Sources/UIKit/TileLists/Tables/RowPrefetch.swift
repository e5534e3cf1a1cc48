import Foundation
import TileGeometry
import TileViews

/// The rows that the prefetching data source was informed of.
struct RowPrefetch {
    var asked: Set<RowID> = []
    /// The visible rows at the last update.
    var shown: ClosedRange<RowID>?
    var isForward = true
}

extension UITableView {
    /// Informs the prefetching data source of upcoming rows: one screen of them, in the scroll direction.
    func followPrefetching() {
        guard isPrefetchingEnabled, !showsAllContent, let prefetchDataSource, let first = table.shown.first?.id,
            let last = table.shown.last?.id, table.prefetch.shown != first...last
        else { return }
        let before = table.prefetch.shown
        table.prefetch.shown = first...last
        let isForward = before.map { first > $0.lowerBound || last > $0.upperBound } ?? true
        if isForward != table.prefetch.isForward {
            table.prefetch.isForward = isForward
            let dropped = table.prefetch.asked.filter { isForward ? $0 < first : $0 > last }
            table.prefetch.asked.subtract(dropped)
            if !dropped.isEmpty {
                prefetchDataSource.tableView(self, cancelPrefetchingForRowsAt: dropped.sorted().map(\.path))
            }
        }
        let passed = table.prefetch.asked.filter { $0 >= first && $0 <= last || (isForward ? $0 < first : $0 > last) }
        table.prefetch.asked.subtract(passed)
        var ahead: [IndexPath] = []
        var row = isForward ? last : first
        for _ in 0..<table.shown.count {
            guard let next = isForward ? table.geometry.row(after: row) : table.geometry.row(before: row) else { break }
            row = next
            if table.prefetch.asked.insert(row).inserted { ahead.append(row.path) }
        }
        if !ahead.isEmpty { prefetchDataSource.tableView(self, prefetchRowsAt: ahead) }
    }
}
