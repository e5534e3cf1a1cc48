import Foundation
import TileDrawing
import TileViews

// A collection of which all is shown, place by place: see `ScrollStage`.
extension UICollectionView: ContentRecycling {
    package func contentModeChanged() { invalidate(everything: true) }

    package var hasEstimates: Bool {
        prepareLayoutIfNeeded()
        return collection.layout.sizesItself && currentCounts().contains { $0 > 0 }
    }

    /// Brings views of one height into the order of their items: which lies over which is not to depend on what showed
    /// before.
    func orderElements() {
        let all = collection.visible.values.filter { $0.view.superview === self }
            .sorted {
                $0.attributes.zIndex == $1.attributes.zIndex
                    ? $0.attributes.key.order < $1.attributes.key.order : $0.attributes.zIndex < $1.attributes.zIndex
            }
        let places = all.compactMap { subviews.firstIndex(of: $0.view) }
        guard !zip(places, places.dropFirst()).allSatisfy(<) else { return }
        for element in all { bringSubviewToFront(element.view) }
    }
}
