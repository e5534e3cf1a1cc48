public import Foundation
import TileGeometry

extension CGContext {
    // MARK: Lines

    /// Sets the line width in user space, as transformed by the CTM at the time of drawing. Widths of 0 and less, and
    /// NaN, draw nothing.
    public func setLineWidth(_ width: CGFloat) { state.line.width = Double(width) }

    public func setLineCap(_ cap: CGLineCap) { state.line.cap = cap.style }

    public func setLineJoin(_ join: CGLineJoin) { state.line.join = join.style }

    /// Sets the maximum length of a miter, in line widths.
    public func setMiterLimit(_ limit: CGFloat) { if limit.isFinite { state.line.miterLimit = Double(limit) } }

    /// - Parameters:
    ///   - phase: The offset in the pattern at the start of a line, in user space.
    ///   - lengths: The lengths of dashes and gaps in turn, in user space; empty for a solid line. A line is also solid
    ///     if a length is negative or none is above 0.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.line.dashes = lengths.map { Double($0) }
        state.line.dashOffset = Double(phase)
    }

    /// Sets the flatness, which is stored without effect: curves are drawn to a tenth of a pixel at every scale.
    public func setFlatness(_ flatness: CGFloat) { state.flatness = Double(flatness) }

    // MARK: All drawing

    /// Sets the alpha of all drawing, which multiplies that of colors and images.
    public func setAlpha(_ alpha: CGFloat) {
        state.alpha = alpha.isNaN ? 0 : min(1, max(0, Double(alpha)))
    }

    /// Sets the rendering intent, which is stored without effect: colors are converted when they are created.
    public func setRenderingIntent(_ intent: CGColorRenderingIntent) { state.intent = intent }

    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolation }
        set { state.interpolation = newValue }
    }

    /// Sets whether edges are antialiased, if the context allows it.
    public func setShouldAntialias(_ should: Bool) { state.isAntialiased = should }

    /// Sets whether edges may be antialiased at all. Not part of the graphics state.
    public func setAllowsAntialiasing(_ allows: Bool) { allowsAntialiasing = allows }

    // MARK: Fonts
    //
    // Glyphs are drawn as outlines, antialiased like any other and positioned exactly, so that they look the same at
    // every scale. The following methods exist for compatibility and have no effect.

    /// No effect: glyphs are smoothed in gray.
    public func setShouldSmoothFonts(_ should: Bool) {}

    /// No effect: glyphs are smoothed in gray.
    public func setAllowsFontSmoothing(_ allows: Bool) {}

    /// No effect: glyphs are always positioned exactly, between pixels too.
    public func setShouldSubpixelPositionFonts(_ should: Bool) {}

    /// No effect: glyphs are always positioned exactly, between pixels too.
    public func setAllowsFontSubpixelPositioning(_ allows: Bool) {}

    /// No effect: glyph positions are never rounded.
    public func setShouldSubpixelQuantizeFonts(_ should: Bool) {}

    /// No effect: glyph positions are never rounded.
    public func setAllowsFontSubpixelQuantization(_ allows: Bool) {}
}
