public import Foundation
public import TileGraphics

/// The drawing context of a renderer's actions. It is also the current context while they run.
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

    /// Draws a frame of one point inside a rect's edges with the stroke color.
    open func stroke(_ rect: CGRect) { stroke(rect, blendMode: .normal) }

    open func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.saveGState()
        cgContext.setBlendMode(blendMode)
        cgContext.setLineDash(phase: 0, lengths: [])
        cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
        cgContext.restoreGState()
    }

    /// Intersects the clip with a rect.
    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}
