import Foundation
import TileGraphics
import TileLayers

/// One drawing of a view for print. While it runs, views draw by `draw(_:for:)`; afterwards they show again what they
/// showed before, without being drawn anew.
struct PrintJob {
    /// The job that runs on the current thread.
    static let current = ThreadLocal<PrintJob?> { nil }

    let formatter: UIViewPrintFormatter

    init(_ formatter: UIViewPrintFormatter) { self.formatter = formatter }

    /// The formatter's view and all in it, drawn for print, in the view's coordinates.
    var picture: Picture {
        let view = formatter.view
        // What waits to be drawn is drawn first, so that what is put back below is up to date.
        _ = view.picture(true)
        var kept: [(CALayer, Any?)] = []
        view.forEachDrawing { each in
            kept.append((each.layer, each.layer.contents))
            each.layer.setNeedsDisplay()
        }
        let before = Self.current.value
        Self.current.value = self
        let picture = view.picture(true)
        Self.current.value = before
        for (layer, contents) in kept { layer.contents = contents }
        return picture
    }
}

extension UIView {
    fileprivate func forEachDrawing(_ body: (UIView) -> Void) {
        if flags.contains(.draws) { body(self) }
        for child in children { child.forEachDrawing(body) }
    }
}
