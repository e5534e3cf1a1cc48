import Foundation
import TileGraphics
import TileLayers
import TileSupport

/// One drawing of a view for print. While it runs, views draw by `draw(_:for:)`; afterwards they show again what they
/// showed before, without being drawn anew.
struct PrintJob {
    /// The job that runs on the current thread.
    static let current = ThreadLocal<PrintJob?> { nil }

    let formatter: UIViewPrintFormatter

    init(_ formatter: UIViewPrintFormatter) { self.formatter = formatter }

    /// The formatter's view and all in it, each drawn once for print, in the view's coordinates.
    var picture: Picture {
        let view = formatter.view
        // Layout may bring views that are to be drawn, too.
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
            // What waited to be drawn for the screen waits on.
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
