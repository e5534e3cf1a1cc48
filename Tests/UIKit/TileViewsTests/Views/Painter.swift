import Foundation
import TileDrawing
import TileGeometry

@testable import TileViews

/// A view that fills its bounds with a color and records how it was drawn.
final class Painter: UIView {
    var rects: [CGRect] = []
    var scales: [CGFloat] = []
    var layouts = 0
    var color = UIColor.red
    var paint: ((CGRect) -> Void)?

    override func draw(_ rect: CGRect) {
        rects.append(rect)
        if let context = UIGraphicsGetCurrentContext() { scales.append(CGFloat(context.ctm.a)) }
        if let paint { return paint(rect) }
        color.setFill()
        UIRectFill(bounds)
    }

    override func layoutSubviews() { layouts += 1 }
}
