import TileSupport
import TileViews

/// Counts, by thread, of cells of tables and collections: for ledgers, in which a drag that makes cells is seen.
public struct ListCounts: Equatable, Sendable {
    /// Made since the thread began, by whomever.
    public var cellsMade = 0
    /// Handed out again by a list, for another row or item.
    public var cellsReused = 0
    /// Calls of cells' `layoutSubviews()`.
    public var cellsLaidOut = 0

    public init() {}
}

enum ListCensus {
    private static let local = ThreadLocal<ListCounts> { ListCounts() }

    static func note(_ path: WritableKeyPath<ListCounts, Int>) { local.value[keyPath: path] += 1 }

    static var counts: ListCounts { local.value }
}

extension UITableView {
    /// What cells of the thread's tables and collections have done so far.
    public static var cellCounts: ListCounts { ListCensus.counts }
}
