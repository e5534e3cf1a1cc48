public import Foundation
public import TileGraphics

/// Where the actions given to a renderer draw: a context, which is also the current one meanwhile.
open class UIGraphicsRendererContext: NSObject {
    public let cgContext: CGContext
    public let format: UIGraphicsRendererFormat

    init(_ context: CGContext, _ format: UIGraphicsRendererFormat) {
        cgContext = context
        self.format = format
    }

    /// Fills a rect with the fill color.
    open func fill(_ rect: CGRect) { fill(rect, blendMode: .normal) }

    open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.saveGState()
        cgContext.setBlendMode(blendMode)
        cgContext.fill(rect)
        cgContext.restoreGState()
    }

    /// Draws a frame of one point inside of a rect's edges with the stroke color.
    open func stroke(_ rect: CGRect) { stroke(rect, blendMode: .normal) }

    open func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.saveGState()
        cgContext.setBlendMode(blendMode)
        cgContext.setLineDash(phase: 0, lengths: [])
        cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
        cgContext.restoreGState()
    }

    /// Lets through only what is inside of a rect too.
    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}
