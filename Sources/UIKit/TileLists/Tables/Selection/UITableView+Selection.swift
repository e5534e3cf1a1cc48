import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// Selection by the program and by touches.
extension UITableView {
    /// Whether several rows can be selected in the current mode.
    var allowsManyNow: Bool { isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }

    private var allowsAnyNow: Bool {
        isEditing
            ? allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing
            : allowsSelection || allowsMultipleSelection
    }

    func selectionRulesChanged() {
        if !allowsManyNow, table.selected.count > 1 {
            for row in table.selected.sorted().dropFirst() { deselect(row, false) }
        }
        for row in table.shown {
            takePlace(row)
            takeEditing(row, animated: false)
        }
    }

    private func shown(_ row: RowID) -> UITableViewCell? {
        let place = table.shown.insertionIndex(of: row)
        return place < table.shown.count && table.shown[place].id == row ? table.shown[place].cell : nil
    }

    func select(_ path: IndexPath?, animated: Bool, position: ScrollPosition) {
        guard let path else {
            for row in table.selected { deselect(row, animated) }
            return
        }
        guard let row = row(path), allowsSelection || allowsMultipleSelection || allowsAnyNow else { return }
        if !allowsManyNow { for other in table.selected where other != row { deselect(other, animated) } }
        table.selected.insert(row)
        shown(row)?.setSelected(true, animated: animated)
        if position != .none { scroll(to: path, position, animated) }
    }

    func deselect(_ row: RowID, _ animated: Bool) {
        guard table.selected.remove(row) != nil else { return }
        shown(row)?.setSelected(false, animated: animated)
    }

    // MARK: Touches

    /// Whether the table handles a touch that no view in a cell handles.
    func beginTouch(_ touches: Set<UITouch>) -> Bool {
        guard table.touch == nil, touches.count == 1, let touch = touches.first else { return table.touch != nil }
        if closeSwipe(for: touch) { return true }
        if beginReordering(touch) { return true }
        guard allowsAnyNow, let row = table.geometry.row(at: Double(touch.location(in: self).y)),
            let cell = shown(row), cell.point(inside: touch.location(in: cell), with: nil),
            cell.isUserInteractionEnabled
        else { return false }
        table.touch = touch
        guard table.delegate?.tableView(self, shouldHighlightRowAt: row.path) ?? true else { return true }
        highlight(row)
        return true
    }

    private func highlight(_ row: RowID) {
        table.highlighted = row
        shown(row)?.setHighlighted(true, animated: false)
        table.delegate?.tableView(self, didHighlightRowAt: row.path)
    }

    private func unhighlight() {
        guard let row = table.highlighted else { return }
        table.highlighted = nil
        shown(row)?.setHighlighted(false, animated: false)
        table.delegate?.tableView(self, didUnhighlightRowAt: row.path)
    }

    func moveTouch(_ touches: Set<UITouch>) -> Bool {
        guard let touch = table.touch, touches.contains(touch) else { return table.reorder != nil && moveRow(touches) }
        // Moving the finger off the row removes its highlight.
        if let row = table.highlighted, let cell = shown(row), !cell.point(inside: touch.location(in: cell), with: nil)
        {
            unhighlight()
        }
        return true
    }

    func endTouch(_ touches: Set<UITouch>) -> Bool {
        guard let touch = table.touch, touches.contains(touch) else { return table.reorder != nil && dropRow(touches) }
        table.touch = nil
        guard let row = table.highlighted else { return true }
        unhighlight()
        tap(row)
        return true
    }

    func cancelTouch(_ touches: Set<UITouch>) -> Bool {
        guard let touch = table.touch, touches.contains(touch) else {
            guard let reorder = table.reorder, touches.contains(reorder.touch) else { return false }
            cancelReordering()
            return true
        }
        table.touch = nil
        unhighlight()
        return true
    }

    func endTouches() {
        table.touch = nil
        unhighlight()
        cancelReordering()
    }

    /// Handles a tap on a row.
    private func tap(_ row: RowID) {
        let epoch = table.epoch
        if table.selected.contains(row), allowsManyNow {
            deselectByTouch(row)
            return noteTouchedSelection()
        }
        let path = table.delegate.map { $0.tableView(self, willSelectRowAt: row.path) } ?? row.path
        guard table.epoch == epoch, let path, let wanted = self.row(path) else { return }
        if !allowsManyNow {
            for other in table.selected.sorted() where other != wanted {
                deselectByTouch(other)
                guard table.epoch == epoch else { return }
            }
        }
        table.selected.insert(wanted)
        shown(wanted)?.setSelected(true, animated: false)
        let cell = cellForRow(at: path)
        table.delegate?.tableView(self, didSelectRowAt: path)
        cell?.onSelection?()
        guard table.epoch == epoch else { return }
        if table.delegate?.tableView(self, canPerformPrimaryActionForRowAt: path) == true {
            table.delegate?.tableView(self, performPrimaryActionForRowAt: path)
        }
        noteTouchedSelection()
    }

    private func deselectByTouch(_ row: RowID) {
        let path = table.delegate.map { $0.tableView(self, willDeselectRowAt: row.path) } ?? row.path
        guard let path, table.selected.contains(RowID(path)) else { return }
        deselect(RowID(path), false)
        table.delegate?.tableView(self, didDeselectRowAt: path)
    }

    private func noteTouchedSelection() {
        NotificationCenter.default.post(name: Self.selectionDidChangeNotification, object: self)
    }

    func accessoryWasTapped(in cell: UITableViewCell) {
        guard let row = shownRow(of: cell) else { return }
        table.delegate?.tableView(self, accessoryButtonTappedForRowWith: row.id.path)
        row.cell.onAccessory?()
    }
}
