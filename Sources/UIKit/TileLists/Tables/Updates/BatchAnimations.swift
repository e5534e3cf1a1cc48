import Foundation
import TileGeometry
import TileViews

/// How the rows of a batch come and go, and what is on its way.
struct BatchAnimations {
    /// By paths after the batch.
    var inserted: [IndexPath: UITableView.RowAnimation] = [:]
    var insertedSections: [Int: UITableView.RowAnimation] = [:]
    /// By paths before the batch.
    var deleted: [IndexPath: UITableView.RowAnimation] = [:]
    var deletedSections: [Int: UITableView.RowAnimation] = [:]
    /// Rows whose cells are to be configured anew afterwards, by their paths before.
    var reconfigured: [IndexPath] = []

    /// Whether the table is being laid out for a batch.
    var isUnderWay = false
    /// Where rows were before it.
    var before: (geometry: TableGeometry, update: ListUpdate)?
    /// Cells that go.
    var outgoing: [Outgoing] = []
    /// Cells that came, and are to appear.
    var incoming: [UITableViewCell] = []

    struct Outgoing {
        let cell: UITableViewCell
        let row: RowID
        /// Where it goes; nil for where it is.
        var end: CGRect?
        var fades: Bool
    }

    mutating func note(_ change: ListBatch, _ animation: UITableView.RowAnimation) {
        for path in change.insertedItems { inserted[path] = animation }
        for section in change.insertedSections { insertedSections[section] = animation }
        for path in change.deletedItems + change.reloadedItems { deleted[path] = animation }
        for section in change.deletedSections.union(change.reloadedSections) { deletedSections[section] = animation }
    }
}

extension UITableView.RowAnimation {
    /// From where a row comes, or where it goes to.
    func moved(_ frame: CGRect) -> CGRect {
        switch self {
        case .left: frame.offsetBy(dx: -frame.width, dy: 0)
        case .right: frame.offsetBy(dx: frame.width, dy: 0)
        case .top: frame.offsetBy(dx: 0, dy: -frame.height)
        case .bottom: frame.offsetBy(dx: 0, dy: frame.height)
        case .fade, .none, .middle, .automatic: frame
        }
    }
}
