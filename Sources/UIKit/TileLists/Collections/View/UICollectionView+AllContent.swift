import Foundation
import TileDrawing
import TileViews

// Support for a collection that shows all of its content, part by part; see `ScrollStage`.
extension UICollectionView: ContentRecycling {
    package func contentModeChanged() { invalidate(everything: true) }

    package var hasEstimates: Bool {
        prepareLayoutIfNeeded()
        return collection.layout.sizesItself && currentCounts().contains { $0 > 0 }
    }

    /// Sorts views of equal z-index by their items, so that overlaps don't depend on what was visible before.
    func orderElements() {
        let all = collection.visible.values.filter { $0.view.superview === self }
            .sorted {
                $0.attributes.zIndex == $1.attributes.zIndex
                    ? $0.attributes.key.order < $1.attributes.key.order : $0.attributes.zIndex < $1.attributes.zIndex
            }
        let places = all.compactMap { subviews.firstIndex(of: $0.view) }
        guard !zip(places, places.dropFirst()).allSatisfy(<) else { return }
        for element in all where element.attributes.zIndex < 0 { bringSubviewToFront(element.view) }
        // Views with a negative z-index are behind the cells of sections that scroll by themselves.
        for section in collection.scrollers.keys.sorted() {
            if let scroller = collection.scrollers[section] { bringSubviewToFront(scroller) }
        }
        for element in all where element.attributes.zIndex >= 0 { bringSubviewToFront(element.view) }
    }
}
