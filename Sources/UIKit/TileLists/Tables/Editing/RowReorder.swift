import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// A row that is being moved by its reorder control.
struct RowReorder {
    let cell: UITableViewCell
    let touch: UITouch
    /// The row's position in the data source.
    let from: RowID
    /// The current target position, at which the table shows the row.
    var to: RowID
    /// The distance from the cell's top to the finger, in points.
    let grip: CGFloat
    /// The display link that scrolls the content while the finger is near the top or bottom.
    var link: CADisplayLink?
    /// The time of the last scroll step, in seconds.
    var time: TimeInterval = 0

    /// Returns the data source's row for a row of the table during the move.
    func dataRow(_ row: RowID) -> RowID {
        if row == to { return from }
        var row = row
        if row.section == to.section, row.row > to.row { row.row -= 1 }
        if row.section == from.section, row.row >= from.row { row.row += 1 }
        return row
    }
}

extension UITableView {
    /// Returns the data source's row for a row of the table.
    func dataRow(_ row: RowID) -> RowID { table.reorder?.dataRow(row) ?? row }

    func beginReordering(_ touch: UITouch) -> Bool {
        guard isEditing, let control = touch.view as? CellReorderControl,
            let cell = control.superview as? UITableViewCell,
            let row = shownRow(of: cell), canMove(row.id)
        else { return false }
        let grip = touch.location(in: self).y - row.frame.minY
        table.reorder = RowReorder(cell: cell, touch: touch, from: row.id, to: row.id, grip: grip)
        bringSubviewToFront(cell)
        cell.looks.isReordering = true
        cell.setNeedsUpdateConfiguration()
        cell.clipsToBounds = false
        cell.layer.shadowOpacity = 0.3
        cell.layer.shadowRadius = 8
        cell.layer.shadowOffset = CGSize(width: 0, height: 2)
        return true
    }

    func moveRow(_ touches: Set<UITouch>) -> Bool {
        guard let reorder = table.reorder, touches.contains(reorder.touch) else { return false }
        followReordering()
        scrollAtEdges()
        return true
    }

    /// The distance from the top and bottom at which the content scrolls with the row, in points, and the maximum
    /// speed, in points per second.
    private static let edge: CGFloat = 50
    private static let edgeSpeed: CGFloat = 600

    private func edgeSpeed(_ reorder: RowReorder) -> CGFloat {
        let (y, insets) = (reorder.touch.location(in: self).y - bounds.minY, adjustedContentInset)
        let (above, below) = (y - insets.top, bounds.height - insets.bottom - y)
        let range = -insets.top...max(-insets.top, contentSize.height + insets.bottom - bounds.height)
        if above < Self.edge, bounds.minY > range.lowerBound {
            return -Self.edgeSpeed * min(1, (Self.edge - above) / Self.edge)
        }
        if below < Self.edge, bounds.minY < range.upperBound {
            return Self.edgeSpeed * min(1, (Self.edge - below) / Self.edge)
        }
        return 0
    }

    private func scrollAtEdges() {
        guard let reorder = table.reorder, let screen = window?.screen else { return }
        let isMoving = edgeSpeed(reorder) != 0
        if isMoving, reorder.link == nil {
            table.reorder?.time = screen.clock.now
            table.reorder?.link = screen.displayLink { [weak self] link in
                if let self { self.stepAtEdge(link.timestamp) } else { link.invalidate() }
            }
        } else if !isMoving {
            reorder.link?.invalidate()
            table.reorder?.link = nil
        }
    }

    private func stepAtEdge(_ time: TimeInterval) {
        guard let reorder = table.reorder else { return }
        let seconds = min(max(time - reorder.time, 0), 0.1)
        table.reorder?.time = time
        let insets = adjustedContentInset
        let last = max(-insets.top, contentSize.height + insets.bottom - bounds.height)
        let y = min(max(bounds.minY + edgeSpeed(reorder) * seconds, -insets.top), last)
        if y != bounds.minY { contentOffset.y = y }
        followReordering()
        scrollAtEdges()
    }

    private func followReordering() {
        guard let reorder = table.reorder else { return }
        let cell = reorder.cell
        let low = table.geometry.head
        let high = max(low, table.geometry.footStart - Double(cell.bounds.height))
        let y = min(max(Double(reorder.touch.location(in: self).y - reorder.grip), low), high)
        cell.frame.origin.y = y
        guard let proposed = table.geometry.row(at: y + Double(cell.bounds.height) / 2), proposed != reorder.to else {
            return
        }
        let path =
            table.delegate?.tableView(
                self, targetIndexPathForMoveFromRowAt: reorder.from.path, toProposedIndexPath: proposed.path)
            ?? proposed.path
        guard path.count == 2, table.reorder != nil, path.section < table.geometry.sections.count, path.section >= 0
        else {
            return
        }
        var target = RowID(path)
        let room = table.geometry.sections[target.section].rows.count - (target.section == reorder.to.section ? 1 : 0)
        target.row = min(max(target.row, 0), room)
        if target != reorder.to { showMove(from: reorder.to, to: target) }
    }

    /// Moves the row on screen, and the others around it. The data source is informed only when the row is dropped.
    private func showMove(from: RowID, to: RowID) {
        let height = table.geometry.height(of: from)
        func shift(_ section: Int, removed: [Int], added: [Int]) {
            table.geometry.change(section) { geometry in
                let count = geometry.rows.count + added.count - removed.count
                geometry.rows = geometry.rows.shifted(by: IndexShift(removed: removed, added: added), to: count)
            }
        }
        if from.section == to.section {
            shift(from.section, removed: [from.row], added: [to.row])
        } else {
            shift(from.section, removed: [from.row], added: [])
            shift(to.section, removed: [], added: [to.row])
        }
        table.geometry.change(to.section) { $0.rows.set(height, for: to.row) }
        func moved(_ row: RowID) -> RowID {
            if row == from { return to }
            var row = row
            if row.section == from.section, row.row > from.row { row.row -= 1 }
            if row.section == to.section, row.row >= to.row { row.row += 1 }
            return row
        }
        for index in table.shown.indices { table.shown[index].id = moved(table.shown[index].id) }
        table.shown.sort { $0.id < $1.id }
        table.selected = Set(table.selected.map(moved))
        table.reorder?.to = to
        table.settled = nil
        table.needsPlacing = true
        UIView.animate(withDuration: 0.25) { self.layOutTable() }
    }

    func dropRow(_ touches: Set<UITouch>) -> Bool {
        guard let reorder = table.reorder, touches.contains(reorder.touch) else { return false }
        endReordering(reorder)
        if reorder.from != reorder.to {
            dataSource?.tableView(self, moveRowAt: reorder.from.path, to: reorder.to.path)
        }
        return true
    }

    private func endReordering(_ reorder: RowReorder) {
        reorder.link?.invalidate()
        table.reorder?.link?.invalidate()
        table.reorder = nil
        let cell = reorder.cell
        cell.looks.isReordering = false
        cell.setNeedsUpdateConfiguration()
        cell.layer.shadowOpacity = 0
        table.needsPlacing = true
        UIView.animate(withDuration: 0.25) { self.layOutTable() }
        cell.place = nil
        for row in table.shown { takePlace(row) }
    }

    /// Returns the row to its original position.
    func cancelReordering() {
        guard let reorder = table.reorder else { return }
        if reorder.from != reorder.to, table.isLoaded, table.geometry.contains(reorder.to) {
            showMove(from: reorder.to, to: reorder.from)
        }
        endReordering(reorder)
    }
}
