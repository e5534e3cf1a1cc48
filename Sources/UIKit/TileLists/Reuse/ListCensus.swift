import TileSupport
import TileViews

/// Counters of the current thread for the cells of tables and collections. Performance ledgers use them to detect cells
/// that are created during a drag.
public struct ListCounts: Equatable, Sendable {
    /// The number of cells made since the thread began, by any caller.
    public var cellsMade = 0
    /// The number of cells that a list has reused for another row or item.
    public var cellsReused = 0
    /// The number of calls of cells' `layoutSubviews()`.
    public var cellsLaidOut = 0

    public init() {}
}

enum ListCensus {
    private static let local = ThreadLocal<ListCounts> { ListCounts() }

    static func note(_ path: WritableKeyPath<ListCounts, Int>) { local.value[keyPath: path] += 1 }

    static var counts: ListCounts { local.value }
}

extension UITableView {
    /// The current thread's counters for the cells of tables and collections.
    public static var cellCounts: ListCounts { ListCensus.counts }
}
