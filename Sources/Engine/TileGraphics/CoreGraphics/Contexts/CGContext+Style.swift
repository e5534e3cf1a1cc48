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
    ///   - lengths: on and off in turn, in user space; none for a solid line. A negative one, or none above 0, makes it
    ///     solid.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.line.dashes = lengths.map { Double($0) }
        state.line.dashOffset = Double(phase)
    }

    /// Kept, and otherwise without effect: curves are drawn to a tenth of a pixel at every scale.
    public func setFlatness(_ flatness: CGFloat) { state.flatness = Double(flatness) }

    // MARK: All drawing

    /// Alpha for all that is drawn, beside that of colors and images.
    public func setAlpha(_ alpha: CGFloat) {
        state.alpha = alpha.isNaN ? 0 : min(1, max(0, Double(alpha)))
    }

    /// Kept, and otherwise without effect: colors are converted when they are made.
    public func setRenderingIntent(_ intent: CGColorRenderingIntent) { state.intent = intent }

    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolation }
        set { state.interpolation = newValue }
    }

    /// Whether edges are smoothed, as far as the context allows it.
    public func setShouldAntialias(_ should: Bool) { state.isAntialiased = should }

    /// Whether edges may be smoothed at all; no part of the state that is saved.
    public func setAllowsAntialiasing(_ allows: Bool) { allowsAntialiasing = allows }

    // MARK: Fonts
    //
    // Letters are drawn as outlines, smoothed like any other and placed exactly, so that they look the same at every
    // scale: what follows is there for code that sets it, and changes nothing.

    /// Without effect: letters are smoothed in gray.
    public func setShouldSmoothFonts(_ should: Bool) {}

    /// Without effect: letters are smoothed in gray.
    public func setAllowsFontSmoothing(_ allows: Bool) {}

    /// Without effect: letters always stand where they belong, between pixels too.
    public func setShouldSubpixelPositionFonts(_ should: Bool) {}

    /// Without effect: letters always stand where they belong, between pixels too.
    public func setAllowsFontSubpixelPositioning(_ allows: Bool) {}

    /// Without effect: places of letters are never rounded.
    public func setShouldSubpixelQuantizeFonts(_ should: Bool) {}

    /// Without effect: places of letters are never rounded.
    public func setAllowsFontSubpixelQuantization(_ allows: Bool) {}
}
