import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// The visible rows and their positions.
extension UITableView {
    /// The width of cells.
    var cellWidth: CGFloat { max(0, bounds.width - table.inset.left - table.inset.right) }

    /// The visible rows, after an update of the layout if needed.
    var laidOutRows: [ShownRow] {
        // Within a batch, the data source may differ from the table. The delegate may ask while the content scrolls,
        // before the layout of the frame.
        if !table.isLoaded || table.settled?.holds(bounds) != true, !table.isFilling, table.updateDepth == 0 {
            layOutTable()
        }
        return table.shown
    }

    func layOutTable() {
        guard !table.isFilling, table.updateDepth == 0 || !table.isLoaded else { return }
        table.isFilling = true
        loadIfNeeded()
        noteWidth()
        for _ in 0..<8 {
            let epoch = table.epoch
            let height = table.geometry.height
            fillRows()
            guard table.epoch == epoch else { continue }
            fillHeaders()
            guard table.epoch == epoch else { continue }
            takeContentHeight()
            followTarget()
            if table.geometry.height == height, table.settled?.holds(bounds) == true { break }
        }
        if table.needsPlacing {
            table.needsPlacing = false
            placeRows()
            placeEnds()
        }
        floatHeaders()
        placeBackground()
        placeIndex()
        if showsAllContent { orderRows() }
        table.isFilling = false
        followPrefetching()
    }

    /// Updates everything that depends on the table's width.
    func noteWidth() {
        let width = bounds.width
        guard width != table.width else { return }
        let isFirst = table.width == 0
        table.width = width
        findInsets()
        if !isFirst, table.heights.fixed == nil { table.geometry.forgetMeasures() }
        if !isFirst { forgetShownMeasures() }
        table.settled = nil
        table.needsPlacing = true
    }

    /// Updates the margins and insets, in points, as they appear in UIKit.
    func findInsets() {
        table.margin = bounds.width >= 414 ? 20 : 16
        let side = table.margin
        let safe = safeAreaInsets
        table.inset = style == .insetGrouped ? (side + safe.left, side + safe.right) : (0, 0)
        guard cellLayoutMarginsFollowReadableWidth else { return }
        let readable: CGFloat = 672
        table.margin = max(table.margin, (cellWidth - readable) / 2)
    }

    /// Updates the cells after a change of the appearance, the margins or the safe area.
    func placesChanged() {
        findInsets()
        for row in table.shown { takePlace(row) }
        invalidateLayout()
    }

    /// Marks the visible self-sizing rows for a new measurement.
    func forgetShownMeasures() {
        guard table.heights.fixed == nil else { return }
        for row in table.shown where table.geometry.contains(row.id) {
            let height = table.geometry.height(of: row.id)
            table.geometry.change(row.id.section) { $0.rows.set(height, isKnown: false, for: row.id.row) }
        }
        table.settled = nil
    }

    func frame(of row: RowID) -> CGRect {
        CGRect(
            x: table.inset.left, y: table.geometry.start(of: row), width: cellWidth,
            height: table.geometry.height(of: row))
    }

    // MARK: Filling

    private func fillRows() {
        if let settled = table.settled, settled.holds(bounds) { return }
        let epoch = table.epoch
        table.settled = nil
        let bottom = Double(bounds.maxY)
        guard bounds.height > 0, bounds.width > 0, let first = table.geometry.firstRow(endingBelow: bounds.minY),
            table.geometry.start(of: first) < bottom
        else {
            release { _ in true }
            settleEmpty()
            return
        }
        release { row in
            guard self.table.geometry.contains(row.id) else { return true }
            let start = self.table.geometry.start(of: row.id)
            return start >= bottom || start + self.table.geometry.height(of: row.id) <= Double(self.bounds.minY)
        }
        guard table.epoch == epoch else { return }
        // The first visible row keeps its position: rows above it grow upward, rows below it downward. Within a batch,
        // the top is kept instead.
        let anchor = table.animations.isUnderWay ? first : table.shown.first?.id ?? first
        var (low, high) = (anchor, anchor)
        var next: RowID? = anchor
        var y = table.geometry.start(of: anchor)
        while let row = next, y < Double(bounds.maxY) {
            show(row, isAbove: false)
            guard table.epoch == epoch, table.geometry.contains(row) else { return }
            high = row
            let height = table.geometry.height(of: row)
            y = table.geometry.start(of: row) + height
            next = height > 0 ? table.geometry.row(after: row) : table.geometry.firstRow(after: row, endingBelow: y)
        }
        next = table.geometry.row(before: anchor)
        // At the top there may be a gap between sections rather than a row. Rows above grow upward, so their ends stay.
        while let row = next, table.geometry.start(of: row) + table.geometry.height(of: row) > Double(bounds.minY) {
            show(row, isAbove: true)
            guard table.epoch == epoch, table.geometry.contains(row) else { return }
            low = row
            next = table.geometry.row(before: row)
        }
        settle(low, high)
    }

    /// Records the span of bounds in which the same rows are visible.
    private func settle(_ low: RowID, _ high: RowID) {
        let geometry = table.geometry
        // Rows may have moved out of the bounds while others were measured.
        let (top, bottom) = (Double(bounds.minY), Double(bounds.maxY))
        guard
            table.shown.allSatisfy({ row in
                let start = geometry.start(of: row.id)
                return start < bottom && start + geometry.height(of: row.id) > top || geometry.height(of: row.id) == 0
            })
        else { return }
        let before = geometry.row(before: low).map { geometry.start(of: $0) + geometry.height(of: $0) }
        let after = geometry.row(after: high).map { geometry.start(of: $0) }
        let firstEnd = geometry.start(of: low) + geometry.height(of: low)
        let lastStart = geometry.start(of: high)
        let (from, to) = (before ?? -.infinity, after ?? .infinity)
        guard from < firstEnd, lastStart < to else { return }
        table.settled = SettledSpan(top: from..<firstEnd, bottom: lastStart.nextUp...to)
    }

    /// Records the span of bounds in which no row is visible.
    private func settleEmpty() {
        guard bounds.height > 0, bounds.width > 0 else { return }
        let geometry = table.geometry
        guard let next = geometry.firstRow(endingBelow: bounds.minY) else {
            // The bounds are below the last row.
            let last = geometry.sections.lastIndex { $0.rows.count > 0 }
                .map { RowID($0, geometry.sections[$0].rows.count - 1) }
            let end = last.map { geometry.start(of: $0) + geometry.height(of: $0) } ?? -.infinity
            table.settled = SettledSpan(top: end..<(.infinity), bottom: -.infinity...(.infinity))
            return
        }
        let before = geometry.row(before: next).map { geometry.start(of: $0) + geometry.height(of: $0) } ?? -.infinity
        table.settled = SettledSpan(
            top: before..<(.infinity), bottom: -.infinity...geometry.start(of: next))
    }

    /// Loads the height and the cell of a row.
    private func show(_ row: RowID, isAbove: Bool) {
        let place = table.shown.insertionIndex(of: row)
        let isShown = place < table.shown.count && table.shown[place].id == row
        let epoch = table.epoch
        if !isKnown(row), let height = explicitHeight(row) {
            guard table.epoch == epoch, table.geometry.contains(row) else { return }
            setHeight(height, of: row, isAbove: isAbove)
        }
        guard table.epoch == epoch else { return }
        if isKnown(row), isShown || table.geometry.height(of: row) == 0 { return }
        if !isShown {
            guard let dataSource else { return }
            let cell = dataSource.tableView(self, cellForRowAt: dataRow(row).path)
            guard table.epoch == epoch else { return }
            UIView.performWithoutAnimation { put(cell, at: row) }
        }
        if !isKnown(row) {
            let cell = table.shown[table.shown.insertionIndex(of: row)].cell
            var height: CGFloat = 0
            UIView.performWithoutAnimation {
                height =
                    cell.systemLayoutSizeFitting(
                        CGSize(width: cellWidth, height: 0), withHorizontalFittingPriority: .required,
                        verticalFittingPriority: .fittingSizeLevel
                    ).height
            }
            guard table.epoch == epoch, table.geometry.contains(row) else { return }
            setHeight(Self.sound(onPixel(height)), of: row, isAbove: isAbove)
        }
        guard table.epoch == epoch, !isShown else { return }
        let index = table.shown.insertionIndex(of: row)
        guard index < table.shown.count, table.shown[index].id == row else { return }
        let cell = table.shown[index].cell
        UIView.performWithoutAnimation {
            let frame = startFrame(of: row) ?? frame(of: row)
            table.shown[index].frame = frame
            cell.frame = frame
            table.delegate?.tableView(self, willDisplay: cell, forRowAt: row.path)
            if UIView.inheritedAnimationDuration > 0 || table.animations.isUnderWay { cell.layoutIfNeeded() }
        }
    }

    private func isKnown(_ row: RowID) -> Bool { table.geometry.sections[row.section].rows.isKnown(row.row) }

    /// Returns the height of a row that doesn't size itself.
    private func explicitHeight(_ row: RowID) -> Double? {
        if let fixed = table.heights.fixed { return fixed }
        if table.heights.asksDelegate, let delegate = table.delegate {
            let height = delegate.tableView(self, heightForRowAt: dataRow(row).path)
            return height == Self.automaticDimension || height == Self.unanswered ? nil : Self.sound(height)
        }
        return rowHeight == Self.automaticDimension ? nil : Self.sound(rowHeight)
    }

    /// Sets the height of a row. Rows below it move; for a row above the visible ones, the offset changes instead.
    private func setHeight(_ height: Double, of row: RowID, isAbove: Bool) {
        let growth = table.geometry.change(row.section) { $0.rows.set(height, for: row.row) }
        guard growth != 0 else { return }
        table.needsPlacing = true
        if isAbove { shiftContent(by: CGVector(dx: 0, dy: growth)) }
    }

    // MARK: Placing

    /// Updates the frames of all visible rows, headers and footers.
    func placeRows() {
        for index in table.shown.indices {
            let row = table.shown[index]
            guard table.geometry.contains(row.id), row.cell !== table.reorder?.cell else { continue }
            takePlace(row)
            var frame = frame(of: row.id)
            if let swipe = table.swipe, swipe.row == row.id { frame.origin.x += swipe.shift }
            guard frame != row.frame || row.cell.frame != frame else { continue }
            table.shown[index].frame = frame
            row.cell.frame = frame
        }
        placeHeaders()
    }

    private func placeBackground() {
        guard let view = table.backgroundView else { return }
        if showsAllContent { view.isHidden = true }
        if view.frame != bounds { view.frame = bounds }
    }

    /// Marks a cell for a new measurement after a change of its content.
    func cellContentDidChange(_ cell: UITableViewCell) {
        guard selfSizingInvalidation != .disabled, table.heights.fixed == nil, !table.isFilling,
            let row = shownRow(of: cell), table.geometry.contains(row.id)
        else { return }
        let height = table.geometry.height(of: row.id)
        table.geometry.change(row.id.section) { $0.rows.set(height, isKnown: false, for: row.id.row) }
        table.settled = nil
        setNeedsLayout()
    }
}

extension SettledSpan {
    func holds(_ bounds: CGRect) -> Bool {
        top.contains(Double(bounds.minY)) && bottom.contains(Double(bounds.maxY))
    }
}

extension [ShownRow] {
    /// Returns the index of a row among the sorted ones, or its insertion index.
    func insertionIndex(of row: RowID) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].id < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
