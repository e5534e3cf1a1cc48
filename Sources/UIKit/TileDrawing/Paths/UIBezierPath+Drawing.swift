public import Foundation
public import TileGraphics

// Into the current context; without one nothing happens. The context's state is as before afterwards, but for the clip.

extension UIBezierPath {
    /// Fills in the current fill color, by the path's rule.
    public func fill() { draw { fill(in: $0) } }

    /// Strokes in the current stroke color, with the path's line style.
    public func stroke() { draw { stroke(in: $0) } }

    /// - Parameter alpha: by which the color's own is multiplied.
    public func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
        draw { context in
            context.setBlendMode(blendMode)
            context.setAlpha(alpha)
            fill(in: context)
        }
    }

    /// - Parameter alpha: by which the color's own is multiplied.
    public func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
        draw { context in
            context.setBlendMode(blendMode)
            context.setAlpha(alpha)
            stroke(in: context)
        }
    }

    /// Lets through only what is inside of the path too, until the context's state is restored.
    public func addClip() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.beginPath()
        context.addPath(cgPath)
        context.clip(using: rule)
    }

    private var rule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }

    private func draw(_ body: (CGContext) -> Void) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        body(context)
        context.restoreGState()
    }

    private func fill(in context: CGContext) {
        context.beginPath()
        context.addPath(cgPath)
        context.fillPath(using: rule)
    }

    private func stroke(in context: CGContext) {
        context.setLineWidth(lineWidth)
        context.setLineCap(lineCapStyle)
        context.setLineJoin(lineJoinStyle)
        context.setMiterLimit(miterLimit)
        context.setFlatness(flatness)
        context.setLineDash(phase: dashPhase, lengths: dashes)
        context.beginPath()
        context.addPath(cgPath)
        context.strokePath()
    }
}
