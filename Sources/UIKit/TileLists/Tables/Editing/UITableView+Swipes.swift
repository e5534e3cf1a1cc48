import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// Swiped rows and the actions behind them.
extension UITableView {
    private var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    /// The fraction of the row's width past which a swipe performs the first action.
    private static let fullPart: CGFloat = 0.6
    private static let seconds = 0.3

    func mayBegin(_ recognizer: UIGestureRecognizer) -> Bool {
        guard let pan = recognizer as? SwipePan, pan === table.swipePan else { return true }
        guard !table.isEditing, table.reorder == nil, window != nil else { return false }
        let way = pan.translation(in: self)
        let speed = pan.velocity(in: self)
        let (across, along) = way == .zero ? (speed.x, speed.y) : (way.x, way.y)
        guard abs(across) > abs(along) else { return false }
        if table.swipe != nil { return true }
        let finger = pan.location(in: self)
        let start = CGPoint(x: finger.x - way.x, y: finger.y - way.y)
        guard let row = table.geometry.row(at: Double(start.y)) else { return false }
        return prepareSwipe(row, isAtRight: across < 0) != nil
    }

    /// Adds the view of a row's actions behind it.
    private func prepareSwipe(_ row: RowID, isAtRight: Bool) -> RowSwipe? {
        if let swipe = table.swipe {
            if swipe.row == row, isAtRight == (swipe.isTrailing != isRightToLeft) { return swipe }
            cancelSwipe(animated: false)
        }
        let isTrailing = isAtRight != isRightToLeft
        guard let cell = cellForRow(at: row.path), let actions = swipeActions(row, isTrailing: isTrailing) else {
            return nil
        }
        let view = SwipeActionsView(actions.actions, isAtRight: isAtRight)
        view.onTap = { [weak self] action, button in self?.perform(action, from: button) }
        insertSubview(view, belowSubview: cell)
        let swipe = RowSwipe(row: row, cell: cell, actions: actions, isTrailing: isTrailing, view: view)
        table.swipe = swipe
        table.delegate?.tableView(self, willBeginEditingRowAt: row.path)
        return table.swipe
    }

    func followSwipe() {
        guard let pan = table.swipePan else { return }
        switch pan.state {
        case .began:
            if table.swipe == nil { return }
            table.touch = nil
            let shift = table.swipe?.shift ?? 0
            table.swipe?.start = shift
            setSwiped(true)
            pull()
        case .changed: pull()
        case .ended: letGo(at: pan.velocity(in: self).x)
        case .cancelled, .failed: settleSwipe(isOpen: table.swipe?.isOpen ?? false, animated: true)
        default: break
        }
    }

    /// Moves the row with the finger. Past the width of its actions it moves half as far, unless a full swipe is
    /// permitted.
    private func pull() {
        guard let pan = table.swipePan, let swipe = table.swipe else { return }
        let direction: CGFloat = swipe.isTrailing != isRightToLeft ? -1 : 1
        let way = max(0, (swipe.start + pan.translation(in: self).x) * direction)
        let rest = swipe.view.restWidth
        let isFree = swipe.actions.performsFirstActionWithFullSwipe
        move(to: direction * (way <= rest || isFree ? way : rest + (way - rest) / 2))
    }

    private func move(to shift: CGFloat) {
        guard var swipe = table.swipe, table.geometry.contains(swipe.row) else { return }
        swipe.shift = shift
        table.swipe = swipe
        var frame = frame(of: swipe.row)
        let width = abs(shift)
        swipe.view.frame = CGRect(
            x: shift < 0 ? frame.maxX - width : frame.minX, y: frame.minY, width: width, height: frame.height)
        swipe.view.layoutIfNeeded()
        frame.origin.x += shift
        swipe.cell.frame = frame
    }

    private func letGo(at speed: CGFloat) {
        guard let swipe = table.swipe else { return }
        let direction: CGFloat = swipe.isTrailing != isRightToLeft ? -1 : 1
        let way = swipe.shift * direction
        if swipe.actions.performsFirstActionWithFullSwipe, way > cellWidth * Self.fullPart,
            let first = swipe.actions.actions.first
        {
            return perform(first, from: swipe.view.buttons.first ?? swipe.view)
        }
        let ahead = way + speed * direction * 0.1
        settleSwipe(isOpen: ahead > swipe.view.restWidth / 2, animated: true)
    }

    /// Reveals the actions behind a row's trailing edge.
    func openSwipe(_ row: RowID, animated: Bool) {
        guard prepareSwipe(row, isAtRight: !isRightToLeft) != nil else { return }
        setSwiped(true)
        settleSwipe(isOpen: true, animated: animated)
    }

    func cancelSwipe(animated: Bool) {
        if table.swipe != nil { settleSwipe(isOpen: false, animated: animated) }
    }

    private func settleSwipe(isOpen: Bool, animated: Bool) {
        guard var swipe = table.swipe else { return }
        swipe.isOpen = isOpen
        table.swipe = swipe
        let rest = swipe.view.restWidth * (swipe.isTrailing != isRightToLeft ? -1 : 1)
        let change = { self.move(to: isOpen ? rest : 0) }
        guard !isOpen else {
            if animated, window != nil {
                UIView.animate(withDuration: Self.seconds, animations: change)
            } else {
                change()
            }
            return
        }
        let end = { swipe.view.removeFromSuperview() }
        guard animated, window != nil else {
            change()
            end()
            return forgetSwipe()
        }
        UIView.animate(withDuration: Self.seconds, animations: change) { _ in end() }
        forgetSwipe()
    }

    private func forgetSwipe() {
        guard let swipe = table.swipe else { return }
        setSwiped(false)
        table.swipe = nil
        table.delegate?.tableView(self, didEndEditingRowAt: table.geometry.contains(swipe.row) ? swipe.row.path : nil)
    }

    private func setSwiped(_ isSwiped: Bool) {
        guard let cell = table.swipe?.cell, cell.looks.isSwiped != isSwiped else { return }
        let mask: UITableViewCell.StateMask = isSwiped ? .showingDeleteConfirmation : []
        cell.willTransition(to: mask)
        cell.looks.isSwiped = isSwiped
        cell.setNeedsUpdateConfiguration()
        cell.didTransition(to: mask)
    }

    /// Closes the revealed actions on a touch outside them.
    func closeSwipe(for touch: UITouch) -> Bool {
        guard let swipe = table.swipe, swipe.isOpen, touch.view?.isDescendant(of: swipe.view) != true else {
            return false
        }
        cancelSwipe(animated: true)
        return true
    }

    private func perform(_ action: UIContextualAction, from view: UIView) {
        let cell = table.swipe?.cell
        action.handler(action, view) { [weak self] isDone in
            guard let self, let swipe = self.table.swipe, swipe.cell === cell else { return }
            // A deleted row has already removed its actions.
            _ = isDone
            self.settleSwipe(isOpen: false, animated: true)
        }
    }
}
