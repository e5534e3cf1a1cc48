import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

// Positions, and scrolling to them.
extension UITableView {
    private func rect(_ start: Double, _ height: Double) -> CGRect {
        CGRect(x: 0, y: start, width: bounds.width, height: height)
    }

    func findRect(ofSection section: Int) -> CGRect {
        let geometry = loadedGeometry
        guard geometry.sections.indices.contains(section) else { return .zero }
        return rect(geometry.start(ofSection: section), geometry.sections[section].total)
    }

    func findRect(ofHeader section: Int) -> CGRect {
        let geometry = loadedGeometry
        guard geometry.sections.indices.contains(section) else { return .zero }
        return rect(geometry.headerStart(section), geometry.sections[section].header.value)
    }

    func findRect(ofFooter section: Int) -> CGRect {
        let geometry = loadedGeometry
        guard geometry.sections.indices.contains(section) else { return .zero }
        return rect(geometry.footerStart(section), geometry.sections[section].footer.value)
    }

    func findRect(ofRow path: IndexPath) -> CGRect {
        guard let row = row(path) else { return .zero }
        noteWidth()
        return frame(of: row)
    }

    /// Returns the row of an index path; nil for a row that doesn't exist or a path of another length.
    func row(_ path: IndexPath) -> RowID? {
        guard path.count == 2 else { return nil }
        let row = RowID(path)
        return loadedGeometry.contains(row) ? row : nil
    }

    func findRows(in rect: CGRect) -> [IndexPath]? {
        let geometry = loadedGeometry
        guard rect.minY.isFinite, rect.maxY.isFinite, var row = geometry.firstRow(endingBelow: Double(rect.minY)) else {
            return nil
        }
        var paths: [IndexPath] = []
        while geometry.start(of: row) < Double(rect.maxY) {
            paths.append(row.path)
            guard let next = geometry.row(after: row) else { break }
            row = next
        }
        return paths.isEmpty ? nil : paths
    }

    func shownRow(of cell: UITableViewCell) -> ShownRow? { table.shown.first { $0.cell === cell } }

    func shownCell(at path: IndexPath) -> UITableViewCell? {
        guard path.count == 2 else { return nil }
        let (rows, row) = (laidOutRows, RowID(path))
        let place = rows.insertionIndex(of: row)
        return place < rows.count && rows[place].id == row ? rows[place].cell : nil
    }

    // MARK: Scrolling

    func scroll(to path: IndexPath, _ position: ScrollPosition, _ animated: Bool) {
        guard path.count == 2 else { return }
        let geometry = loadedGeometry
        if path.row == NSNotFound || path.row == Int.max, geometry.sections.indices.contains(path.section) {
            let top = geometry.headerStart(path.section) - Double(adjustedContentInset.top)
            setContentOffset(CGPoint(x: bounds.minX, y: reachable(CGFloat(top))), animated: animated)
            return
        }
        let row = RowID(path)
        guard geometry.contains(row) else { return }
        if bounds.height <= 0 { return }
        let offset = offset(showing: row, position)
        guard offset != bounds.minY else { return }
        table.target = ScrollTarget(row: row, position: position)
        setContentOffset(CGPoint(x: bounds.minX, y: offset), animated: animated)
        if !animated || animationTarget == nil { layOutTable() }
    }

    /// Returns the offset that shows a row at a scroll position.
    private func offset(showing row: RowID, _ position: ScrollPosition) -> CGFloat {
        let (start, height) = (CGFloat(table.geometry.start(of: row)), CGFloat(table.geometry.height(of: row)))
        let insets = adjustedContentInset
        // A floating header covers the top of the rows.
        let cover = style == .plain ? CGFloat(table.geometry.sections[row.section].header.value) : 0
        let (top, room) = (insets.top + cover, bounds.height - insets.top - insets.bottom)
        switch position {
        case .top: return reachable(start - top)
        case .middle: return reachable(start + height / 2 - insets.top - room / 2)
        case .bottom: return reachable(start + height - bounds.height + insets.bottom)
        case .none:
            if start < bounds.minY + top { return reachable(start - top) }
            if start + height > bounds.maxY - insets.bottom {
                return reachable(start + height - bounds.height + insets.bottom)
            }
            return bounds.minY
        }
    }

    /// Returns the nearest offset within the content.
    private func reachable(_ offset: CGFloat) -> CGFloat {
        let insets = adjustedContentInset
        let last = max(-insets.top, CGFloat(table.geometry.height) + insets.bottom - bounds.height)
        return min(max(offset, -insets.top), last)
    }

    /// Adjusts the target of a scroll after rows have been measured.
    func followTarget() {
        guard var target = table.target else { return }
        guard table.geometry.contains(target.row), !isTracking, !isDecelerating, target.tries > 0 else {
            table.target = nil
            return
        }
        if target.position == .none {
            // The edge was determined when the scroll started.
            target.position = CGFloat(table.geometry.start(of: target.row)) < bounds.midY ? .top : .bottom
            table.target = target
        }
        let place = offset(showing: target.row, target.position)
        if let end = animationTarget {
            if end.y != place { animationTarget = CGPoint(x: end.x, y: place) }
            return
        }
        target.tries -= 1
        table.target = target
        if abs(place - bounds.minY) > 0.01 {
            shiftContent(by: CGVector(dx: 0, dy: place - bounds.minY))
        } else {
            table.target = nil
        }
    }

    func scrollToSelected(_ position: ScrollPosition, _ animated: Bool) {
        let geometry = loadedGeometry
        let middle = Double(bounds.midY)
        let nearest = table.selected.filter(geometry.contains).min {
            abs(geometry.start(of: $0) - middle) < abs(geometry.start(of: $1) - middle)
        }
        if let nearest { scroll(to: nearest.path, position, animated) }
    }
}
