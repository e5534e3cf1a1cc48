public import Foundation
import TileGeometry

extension CGContext {
    // MARK: Lines

    /// In user space; as the CTM is when the line is drawn. 0 and less, and what is no number, draw nothing.
    public func setLineWidth(_ width: CGFloat) { state.line.width = Double(width) }

    public func setLineCap(_ cap: CGLineCap) { state.line.cap = cap.style }

    public func setLineJoin(_ join: CGLineJoin) { state.line.join = join.style }

    /// The longest that a miter may be, in line widths.
    public func setMiterLimit(_ limit: CGFloat) { if limit.isFinite { state.line.miterLimit = Double(limit) } }

    /// - Parameters:
    ///   - phase: where in the pattern a line starts, in user space.
    ///   - lengths: on and off in turn, in user space; none for a solid line. A negative one, or none above 0, makes it solid.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.line.dashes = lengths.map { Double($0) }
        state.line.dashOffset = Double(phase)
    }

    /// Kept, and otherwise without effect: curves are drawn to a tenth of a pixel at every scale.
    public func setFlatness(_ flatness: CGFloat) { state.flatness = Double(flatness) }

    // MARK: All drawing

    /// Alpha for all that is drawn, beside that of colours and images.
    public func setAlpha(_ alpha: CGFloat) {
        state.alpha = alpha.isNaN ? 0 : min(1, max(0, Double(alpha)))
    }

    /// Kept, and otherwise without effect: colours are converted when they are made.
    public func setRenderingIntent(_ intent: CGColorRenderingIntent) { state.intent = intent }

    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolation }
        set { state.interpolation = newValue }
    }

    public func setShouldAntialias(_ should: Bool) { state.isAntialiased = should && allowsAntialiasing }
}
