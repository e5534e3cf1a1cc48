public import Foundation
public import TileEngine
import TileGeometry
import TileSupport
import TileViews

extension ViewSource: RedrawableTileSource {
    package func subscribeToOwnChanges(
        _ onChange: @escaping @Sendable (Box) -> Void
    ) -> TileChangeSubscription {
        ownWatchers.subscribe(onChange)
    }

    /// Redraws boxes of the content in all views, after the program has updated the tree.
    package func redraw(_ boxes: [Box]) {
        let rects = boxes.map(\.rect)
        let bringUpToDate = onChangeElsewhere.withLock { $0 }
        settle()
        change { stage in
            bringUpToDate?(stage.root, rects)
            for view in stage.window.subviews {
                for rect in rects { view.mark(stage.window.convert(rect, to: view)) }
            }
        }
    }

    /// Sets a closure that is called, within an update of the tree, when another server reports that its program has
    /// changed the same content. The arguments are the root and the changed rectangles, in points of the content. The
    /// closure updates the tree, for example from a database that both programs use. Afterwards all views redraw the
    /// rectangles, and the resulting changes aren't reported back.
    public func whenChangedElsewhere(_ body: @escaping @Sendable (Root, [CGRect]) -> Void) {
        onChangeElsewhere.withLock { $0 = body }
    }
}

extension UIView {
    /// Marks a rectangle of the view and of all its subviews, which can extend beyond it, for redrawing.
    fileprivate func mark(_ rect: CGRect) {
        let inside = rect.intersection(bounds)
        // A plain `UIView` draws nothing.
        if type(of: self) != UIView.self, !inside.isNull, !inside.isEmpty { setNeedsDisplay(inside) }
        for view in subviews { view.mark(convert(rect, to: view)) }
    }
}
