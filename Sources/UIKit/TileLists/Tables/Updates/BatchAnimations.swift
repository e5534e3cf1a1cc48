import Foundation
import TileGeometry
import TileViews

/// The animations of a batch and the cells that are in motion.
struct BatchAnimations {
    /// The animations of inserted items, by index paths after the batch.
    var inserted: [IndexPath: UITableView.RowAnimation] = [:]
    var insertedSections: [Int: UITableView.RowAnimation] = [:]
    /// The animations of deleted items, by index paths before the batch.
    var deleted: [IndexPath: UITableView.RowAnimation] = [:]
    var deletedSections: [Int: UITableView.RowAnimation] = [:]
    /// The rows to reconfigure after the batch, by index paths before it.
    var reconfigured: [IndexPath] = []

    /// Whether the table is being laid out for a batch.
    var isUnderWay = false
    /// The geometry before the batch, and the update.
    var before: (geometry: TableGeometry, update: ListUpdate)?
    /// The disappearing cells.
    var outgoing: [Outgoing] = []
    /// The inserted cells that fade in.
    var incoming: [UITableViewCell] = []

    struct Outgoing {
        let cell: UITableViewCell
        let row: RowID
        /// The final frame; nil to stay in place.
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
    /// Returns the frame at which a row's animation starts or ends.
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
