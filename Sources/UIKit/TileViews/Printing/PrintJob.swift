import Foundation
import TileGraphics
import TileLayers
import TileSupport

/// A drawing of a view for print. While it runs, views are drawn with `draw(_:for:)`. Afterwards they have their
/// previous contents again, without being redrawn.
struct PrintJob {
    /// The job that runs on the current thread.
    static let current = ThreadLocal<PrintJob?> { nil }

    let formatter: UIViewPrintFormatter

    init(_ formatter: UIViewPrintFormatter) { self.formatter = formatter }

    /// The formatter's view and its subviews, each drawn once for print, in the coordinates of the view.
    var picture: Picture {
        let view = formatter.view
        // Layout may add views.
        view.layoutIfNeeded()
        var kept: [(layer: CALayer, contents: Any?, isMarked: Bool)] = []
        view.forEachDrawing { each in
            kept.append((each.layer, each.layer.contents, each.layer.needsDisplay()))
            each.layer.setNeedsDisplay()
        }
        let before = Self.current.value
        Self.current.value = self
        let picture = view.picture(true)
        Self.current.value = before
        for (layer, contents, isMarked) in kept {
            layer.contents = contents
            // Pending redraws for the screen remain pending.
            if isMarked { layer.setNeedsDisplay() }
        }
        return picture
    }
}

extension UIView {
    fileprivate func forEachDrawing(_ body: (UIView) -> Void) {
        if flags.contains(.draws) { body(self) }
        rare?.mask?.forEachDrawing(body)
        for child in children { child.forEachDrawing(body) }
    }
}
