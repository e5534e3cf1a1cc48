import Foundation
import TileDrawing
import TileViews

// A table of which all is shown, place by place: see `ScrollStage`.
extension UITableView: ContentRecycling {
    package func contentModeChanged() {
        table.hasAskedForIndex = false
        invalidateCounts()
    }

    package var hasEstimates: Bool {
        loadedGeometry.sections.contains { !$0.header.isKnown || !$0.footer.isKnown || $0.rows.hasEstimates }
    }

    /// Brings cells into the order of their rows: which lies over which is not to depend on what showed before.
    func orderRows() {
        let cells = table.shown.map(\.cell)
        let places = cells.compactMap { subviews.firstIndex(of: $0) }
        guard !zip(places, places.dropFirst()).allSatisfy(<) else { return }
        for cell in cells { bringSubviewToFront(cell) }
        for header in table.headers.sorted(by: { $0.key < $1.key }) { bringSubviewToFront(header.value.view) }
        for footer in table.footers.sorted(by: { $0.key < $1.key }) { bringSubviewToFront(footer.value.view) }
    }
}
