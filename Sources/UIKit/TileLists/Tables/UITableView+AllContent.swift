import Foundation
import TileDrawing
import TileViews

// Support for a table that shows all of its content, part by part; see `ScrollStage`.
extension UITableView: ContentRecycling {
    package func contentModeChanged() {
        table.hasAskedForIndex = false
        invalidateCounts()
    }

    package var hasEstimates: Bool {
        loadedGeometry.sections.contains { !$0.header.isKnown || !$0.footer.isKnown || $0.rows.hasEstimates }
    }

    /// Sorts cells by their rows, so that overlaps don't depend on what was visible before.
    func orderRows() {
        let cells = table.shown.map(\.cell)
        let places = cells.compactMap { subviews.firstIndex(of: $0) }
        guard !zip(places, places.dropFirst()).allSatisfy(<) else { return }
        for cell in cells { bringSubviewToFront(cell) }
        for header in table.headers.sorted(by: { $0.key < $1.key }) { bringSubviewToFront(header.value.view) }
        for footer in table.footers.sorted(by: { $0.key < $1.key }) { bringSubviewToFront(footer.value.view) }
    }
}
