import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// Deletion, insertion and selection of rows by controls.
extension UITableView {
    func changeEditing(_ editing: Bool, _ animated: Bool) {
        guard editing != table.isEditing else { return }
        cancelSwipe(animated: animated)
        cancelReordering()
        table.isEditing = editing
        // Editing mode has a selection of its own.
        for row in table.selected { deselect(row, animated) }
        for row in table.shown {
            takePlace(row)
            takeEditing(row, animated: animated)
        }
        setNeedsLayout()
    }

    func canEdit(_ row: RowID) -> Bool { dataSource?.tableView(self, canEditRowAt: row.path) ?? false }
    func canMove(_ row: RowID) -> Bool { dataSource?.tableView(self, canMoveRowAt: row.path) ?? false }

    private func editingStyle(_ row: RowID) -> UITableViewCell.EditingStyle {
        guard canEdit(row) else { return .none }
        return table.delegate?.tableView(self, editingStyleForRowAt: row.path) ?? .delete
    }

    /// Updates a cell's editing state.
    func takeEditing(_ row: ShownRow, animated: Bool) {
        let cell = row.cell
        if isEditing {
            let isChosen = allowsMultipleSelectionDuringEditing && canEdit(row.id)
            cell.updateEditing(
                editingStyle: isChosen ? .none : editingStyle(row.id),
                indents: table.delegate?.tableView(self, shouldIndentWhileEditingRowAt: row.id.path) ?? true,
                isChosenByControl: isChosen)
        }
        if cell.isEditing != isEditing { cell.setEditing(isEditing, animated: animated) }
    }

    /// Handles a tap on the control at a cell's leading edge. Deleting requires a second tap, inserting doesn't.
    func editControlWasTapped(in cell: UITableViewCell?) {
        guard let cell, let row = shownRow(of: cell)?.id else { return }
        switch cell.editingStyle {
        case .insert: dataSource?.tableView(self, commit: .insert, forRowAt: row.path)
        case .delete:
            if table.swipe?.row == row { cancelSwipe(animated: true) } else { openSwipe(row, animated: true) }
        case .none: break
        }
    }

    /// Whether scrolling may cancel touches in a subview.
    func letsGo(of view: UIView) -> Bool {
        // A row is being moved by its control.
        if table.reorder != nil { return false }
        var each: UIView? = view
        while let current = each, current !== self {
            if current is CellReorderControl { return false }
            if current is UIControl { return current is CellSymbolView || current is CellEditControl }
            each = current.superview
        }
        return true
    }

    // MARK: Swipe actions

    /// Returns the actions behind a row's edge; nil for none.
    func swipeActions(_ row: RowID, isTrailing: Bool) -> UISwipeActionsConfiguration? {
        guard canSwipe(row) else { return nil }
        guard isTrailing else {
            let leading = table.delegate?.tableView(self, leadingSwipeActionsConfigurationForRowAt: row.path)
            return leading?.actions.isEmpty == false ? leading : nil
        }
        if let delegate = table.delegate {
            let trailing = delegate.tableView(self, trailingSwipeActionsConfigurationForRowAt: row.path)
            if trailing !== UISwipeActionsConfiguration.unanswered {
                return trailing?.actions.isEmpty == false ? trailing : nil
            }
            if let actions = delegate.tableView(self, editActionsForRowAt: row.path) {
                return actions.isEmpty ? nil : .of(actions, at: row.path)
            }
        }
        return deletion(of: row)
    }

    private func canSwipe(_ row: RowID) -> Bool { table.geometry.contains(row) && canEdit(row) }

    /// Returns the standard delete action of a row whose data source implements deletion.
    private func deletion(of row: RowID) -> UISwipeActionsConfiguration? {
        guard let dataSource, !isMissing(.commit),
            table.delegate.map({ $0.tableView(self, editingStyleForRowAt: row.path) == .delete }) ?? true
        else { return nil }
        let title = table.delegate?.tableView(self, titleForDeleteConfirmationButtonForRowAt: row.path) ?? "Delete"
        let action = UIContextualAction(style: .destructive, title: title) { [weak self, weak dataSource] _, _, done in
            guard let self, let swiped = self.table.swipe?.row else { return done(false) }
            dataSource?.tableView(self, commit: .delete, forRowAt: swiped.path)
            // By now, the data source has deleted the row or decided to keep it.
            done(false)
        }
        let actions = UISwipeActionsConfiguration(actions: [action])
        actions.performsFirstActionWithFullSwipe = true
        return actions
    }
}
