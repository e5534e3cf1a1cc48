import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// Appearing and disappearing cells.
extension UITableView {
    /// Adds the data source's cell for a row.
    func put(_ cell: UITableViewCell, at row: RowID) {
        // A cell that is already visible for another row is moved.
        table.shown.removeAll { $0.cell === cell }
        let frame = frame(of: row)
        cell.frame = frame
        cell.isHidden = false
        if cell.superview !== self { insertSubview(cell, at: rowsStart) }
        let shown = ShownRow(id: row, cell: cell, frame: frame)
        table.shown.insert(shown, at: table.shown.insertionIndex(of: row))
        if let delegate = table.delegate, !isMissing(.indentation) {
            let level = delegate.tableView(self, indentationLevelForRowAt: row.path)
            if !isMissing(.indentation) { cell.indentationLevel = level }
        }
        takePlace(shown)
        takeEditing(shown, animated: false)
        // As in UIKit, each cell is told, even if it is not selected: programs complete their cells in this method.
        cell.setSelected(table.selected.contains(row), animated: false)
        let isHighlighted = table.highlighted == row
        if cell.isHighlighted != isHighlighted { cell.setHighlighted(isHighlighted, animated: false) }
    }

    /// The subview index of the first cell. Only the background view is behind cells.
    private var rowsStart: Int { table.backgroundView?.superview === self ? 1 : 0 }

    /// Informs a cell of its position in the table.
    func takePlace(_ row: ShownRow) {
        guard table.geometry.contains(row.id) else { return }
        let count = table.geometry.sections[row.id.section].rows.count
        let position: CellPlace.Position =
            count == 1 ? .only : row.id.row == 0 ? .first : row.id.row == count - 1 ? .last : .middle
        var safe = insetsContentViewsToSafeArea && style != .insetGrouped ? safeAreaInsets : .zero
        if effectiveUserInterfaceLayoutDirection == .rightToLeft {
            safe.left += indexWidth
        } else {
            safe.right += indexWidth
        }
        row.cell.updatePlace(
            CellPlace(
                style: style, position: position, separatorStyle: separatorStyle, separatorColor: separatorColor,
                separatorInset: separatorInset,
                countsInsetFromContent: table.separatorInset == nil || separatorInsetReference == .fromAutomaticInsets,
                margin: table.margin,
                safeArea: UIEdgeInsets(top: 0, left: safe.left, bottom: 0, right: safe.right),
                canBeMoved: isEditing && canMove(row.id), allowsMultipleSelection: allowsManyNow))
    }

    // MARK: Removal

    /// Removes the visible rows that satisfy a predicate.
    func release(where leaves: (ShownRow) -> Bool) {
        var index = 0
        while index < table.shown.count {
            let row = table.shown[index]
            guard leaves(row), table.reorder?.cell !== row.cell else {
                index += 1
                continue
            }
            table.shown.remove(at: index)
            if !sendAway(row) { retire(row.cell, row.id) }
        }
    }

    /// Replaces the cell of a row.
    func replace(_ old: UITableViewCell, by cell: UITableViewCell, at row: RowID) {
        table.shown.removeAll { $0.cell === old }
        retire(old, row)
        put(cell, at: row)
        table.delegate?.tableView(self, willDisplay: cell, forRowAt: row.path)
        cellContentDidChange(cell)
    }

    /// Removes a cell that is no longer visible and stores it for reuse.
    func retire(_ cell: UITableViewCell, _ row: RowID) {
        if table.highlighted == row { table.highlighted = nil }
        cell.place = nil
        table.delegate?.tableView(self, didEndDisplaying: cell, forRowAt: row.path)
        // The delegate may have moved it to another superview or row.
        guard cell.superview === self, cell.place == nil else { return }
        table.pool.limit = max(table.pool.limit, 16, 2 * table.shown.count)
        if let identifier = cell.reuseIdentifier, table.pool.give(cell, for: ReuseKey(identifier)) {
            cell.isHidden = true
        } else {
            cell.removeFromSuperview()
        }
    }

    func removeShown() {
        release { _ in true }
        removeHeaders()
    }
}
