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

    /// Has all views draw boxes of the content once more, after the program has brought the tree up to date.
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

    /// Has `body` called, within an update of the tree, when another server says that its program has changed the same
    /// content there: with the root, and where, in points of the content. It brings the tree up to date, from a
    /// database that both programs have, say. All views draw those rects anew after it, and what looks different then
    /// is not told back.
    public func whenChangedElsewhere(_ body: @escaping @Sendable (Root, [CGRect]) -> Void) {
        onChangeElsewhere.withLock { $0 = body }
    }
}

extension UIView {
    /// Has a rect of the view drawn anew, and of all views in it, which may lie beyond it.
    fileprivate func mark(_ rect: CGRect) {
        let inside = rect.intersection(bounds)
        // One of no subclass draws nothing.
        if type(of: self) != UIView.self, !inside.isNull, !inside.isEmpty { setNeedsDisplay(inside) }
        for view in subviews { view.mark(convert(rect, to: view)) }
    }
}
