import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// Changes that are animated together.
extension UITableView {
    /// The duration of the animations in seconds, the same as in UIKit.
    private static let seconds = 0.3

    func change(_ animation: RowAnimation, _ body: (inout ListBatch) -> Void) {
        var change = ListBatch()
        body(&change)
        body(&table.batch)
        table.animations.note(change, animation)
        if table.updateDepth == 0 { commitBatch() }
    }

    func endUpdateBlock() {
        precondition(
            table.updateDepth > 0,
            "NSInternalInconsistencyException: endUpdates called without a matching beginUpdates")
        table.updateDepth -= 1
        if table.updateDepth == 0 { commitBatch() }
    }

    func runBatch(_ updates: (() -> Void)?, _ completion: ((Bool) -> Void)?) {
        loadIfNeeded()
        table.updateDepth += 1
        updates?()
        if let completion { table.completions.append(completion) }
        endUpdateBlock()
    }

    private func commitBatch() {
        let (batch, kinds, completions) = (table.batch, table.animations, table.completions)
        (table.batch, table.animations, table.completions) = (ListBatch(), BatchAnimations(), [])
        guard table.isLoaded, !table.isFilling, dataSource != nil else {
            // Everything is reloaded anyway.
            if !batch.isEmpty { invalidateCounts() }
            return finish(completions, false)
        }
        let (old, counts) = (table.geometry, askCounts())
        let update: ListUpdate
        do throws(ListInconsistency) {
            update = try ListUpdate(batch, before: old.sections.map(\.rows.count), after: counts, words: .table)
        } catch {
            error.raise()
        }
        table.epoch += 1
        table.animations = kinds
        table.animations.before = (old, update)
        table.animations.outgoing = []
        rebuild(from: old, update: update, counts: counts)
        followRows(update, batch)
        followHeaders(update)
        table.settled = nil
        table.needsPlacing = true
        animateBatch(completions)
        reconfigure(kinds.reconfigured.compactMap(update.newPath))
        if table.hasAskedForIndex { reloadIndex() }
    }

    // MARK: Contents

    private func rebuild(from old: TableGeometry, update: ListUpdate, counts: [Int]) {
        // The first rows of a table that was empty.
        if !table.heights.isFound, let section = counts.firstIndex(where: { $0 > 0 }) {
            findHeightSource(RowID(section, 0))
        }
        var sections: [SectionGeometry] = []
        for (section, count) in counts.enumerated() {
            guard let before = update.oldSection(of: section), !update.reloadedSections.contains(before) else {
                sections.append(makeSection(section, count))
                continue
            }
            var geometry = old.sections[before]
            if geometry.rows.count == 0, count > 0 {
                // Without rows, the section has no heights to keep.
                geometry.rows = makeRows(section, count)
            } else if let shift = update.items[before] {
                geometry.rows = geometry.rows.shifted(by: shift, to: geometry.rows.count + shift.growth)
            }
            if (section == 0) != (before == 0) {
                let new = makeSection(section, 0)
                (geometry.header, geometry.padding) = (new.header, new.padding)
            }
            sections.append(geometry)
        }
        var geometry = TableGeometry(sections)
        (geometry.head, geometry.foot) = (old.head, old.foot)
        for (from, to) in update.movedItems where old.contains(RowID(from)) && geometry.contains(RowID(to)) {
            let height = old.height(of: RowID(from))
            geometry.change(to.section) { $0.rows.set(height, isKnown: false, for: to.row) }
        }
        // Heights are requested again, unless they are fixed.
        if table.heights.fixed == nil { geometry.forgetMeasures() }
        table.geometry = geometry
    }

    // MARK: Visible content

    private func followRows(_ update: ListUpdate, _ batch: ListBatch) {
        let reloaded = Set(update.reloadedItems)
        func newRow(_ row: RowID) -> RowID? {
            let path = row.path
            return reloaded.contains(path) ? nil : update.newPath(of: path).map { RowID($0) }
        }
        table.selected = Set(table.selected.compactMap(newRow))
        table.highlighted = table.highlighted.flatMap(newRow)
        if var target = table.target {
            if let row = newRow(target.row) { target.row = row } else { target.tries = 0 }
            table.target = target
        }
        if let swipe = table.swipe {
            if let row = newRow(swipe.row) {
                table.swipe?.row = row
            } else {
                swipe.view.removeFromSuperview()
                table.swipe = nil
                swipe.cell.looks.isSwiped = false
                table.delegate?.tableView(self, didEndEditingRowAt: nil)
            }
        }
        table.prefetch = RowPrefetch()
        var staying: [ShownRow] = []
        for var row in table.shown {
            if let new = newRow(row.id) {
                row.id = new
                staying.append(row)
            } else {
                let path = row.id.path
                let kind =
                    table.animations.deleted[path] ?? table.animations.deletedSections[path.section] ?? .automatic
                table.animations.outgoing.append(
                    .init(cell: row.cell, row: row.id, end: kind.moved(row.frame), fades: kind != .none))
            }
        }
        table.shown = staying.sorted { $0.id < $1.id }
    }

    private func followHeaders(_ update: ListUpdate) {
        for isHeader in [true, false] {
            let shown = isHeader ? table.headers : table.footers
            var staying: [Int: ShownHeader] = [:]
            for (section, header) in shown {
                if let new = update.newSection(of: section), !update.reloadedSections.contains(section) {
                    staying[new] = header
                }
            }
            let gone = shown.keys.filter {
                update.newSection(of: $0) == nil || update.reloadedSections.contains($0)
            }
            for section in gone.sorted() { retireHeader(section, isHeader: isHeader) }
            if isHeader { table.headers = staying } else { table.footers = staying }
        }
    }

    // MARK: Motion

    private func animateBatch(_ completions: [(Bool) -> Void]) {
        let isAnimated = window != nil && UIView.areAnimationsEnabled && bounds.height > 0
        guard isAnimated else {
            let outgoing = table.animations.outgoing
            table.animations = BatchAnimations()
            // Reloaded rows get another cell, as in animated batches.
            if window != nil, !outgoing.isEmpty { layOutTable() }
            for each in outgoing { retire(each.cell, each.row) }
            setNeedsLayout()
            // As in UIKit, changes without animation are finished changes if the table is on screen.
            return finish(completions, window != nil)
        }
        table.animations.isUnderWay = true
        for each in table.animations.outgoing { sendSubviewToBack(each.cell) }
        if let view = table.backgroundView { sendSubviewToBack(view) }
        var outgoing: [BatchAnimations.Outgoing] = []
        UIView.animate(withDuration: Self.seconds) {
            self.layOutTable()
            for cell in self.table.animations.incoming { cell.alpha = 1 }
            outgoing = self.table.animations.outgoing
            for each in outgoing {
                if let end = each.end { each.cell.frame = end }
                if each.fades { each.cell.alpha = 0 }
            }
        } completion: { [weak self] isFinished in
            for each in outgoing { self?.retireOutgoing(each) }
            for completion in completions { completion(isFinished) }
        }
        table.animations = BatchAnimations()
    }

    private func retireOutgoing(_ outgoing: BatchAnimations.Outgoing) {
        outgoing.cell.alpha = 1
        // The cell may be in use again.
        guard !table.shown.contains(where: { $0.cell === outgoing.cell }) else { return }
        retire(outgoing.cell, outgoing.row)
    }

    /// Calls the completion handlers in the next turn, for changes without animations.
    private func finish(_ completions: [(Bool) -> Void], _ isFinished: Bool) {
        guard !completions.isEmpty else { return }
        UIView.animate(withDuration: 0) {
        } completion: { _ in
            for completion in completions { completion(isFinished) }
        }
    }

    /// Returns the initial frame of a row that a batch makes visible; nil for its final frame.
    func startFrame(of row: RowID) -> CGRect? {
        guard table.animations.isUnderWay, let (geometry, update) = table.animations.before else { return nil }
        let path = row.path
        let end = frame(of: row)
        let cell = table.shown[table.shown.insertionIndex(of: row)].cell
        if let old = update.oldPath(of: path), !update.reloadedItems.contains(old), geometry.contains(RowID(old)) {
            var frame = end
            frame.origin.y = geometry.start(of: RowID(old))
            return frame
        }
        let kind = table.animations.inserted[path] ?? table.animations.insertedSections[path.section] ?? .automatic
        if kind != .none {
            cell.alpha = 0
            table.animations.incoming.append(cell)
        }
        table.needsPlacing = true
        return kind.moved(end)
    }

    /// Registers a row that a batch has moved out of the visible bounds, and returns whether it is animated.
    func sendAway(_ row: ShownRow) -> Bool {
        guard table.animations.isUnderWay, table.geometry.contains(row.id) else { return false }
        table.animations.outgoing.append(.init(cell: row.cell, row: row.id, end: frame(of: row.id), fades: false))
        return true
    }

    // MARK: Reconfigured cells

    func reconfigure(_ paths: [IndexPath]) {
        guard table.updateDepth == 0 else {
            table.animations.reconfigured += paths
            return
        }
        guard let dataSource else { return }
        for path in paths where path.count == 2 {
            let row = RowID(path)
            let place = table.shown.insertionIndex(of: row)
            guard place < table.shown.count, table.shown[place].id == row else { continue }
            let (old, epoch) = (table.shown[place].cell, table.epoch)
            table.reconfigured = old
            let cell = dataSource.tableView(self, cellForRowAt: path)
            table.reconfigured = nil
            guard table.epoch == epoch else { return }
            if cell === old {
                cellContentDidChange(cell)
            } else {
                replace(old, by: cell, at: row)
            }
        }
    }
}
