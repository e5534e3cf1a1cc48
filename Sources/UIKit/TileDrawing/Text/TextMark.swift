import Foundation
import TileGraphics

/// One thing that laid out text draws, with where: glyphs, a line beneath or through them, or what is behind them.
enum TextMark: Sendable {
    case background(CGRect, UIColor)
    case rule(TextRule, UIColor, TextAttributes.Shadow?)
    case glyphs(TextGlyphs)
}

/// A straight line at text, from left to right.
struct TextRule: Sendable {
    var left: CGFloat
    var right: CGFloat
    /// The middle of the line.
    var y: CGFloat
    var thickness: CGFloat
    /// On and off, in points; none for a solid line.
    var dashes: [CGFloat]
}

/// Glyphs of one size and look.
struct TextGlyphs: Sendable {
    var run: GlyphRun
    /// Nil when only outlines are drawn.
    var fill: UIColor?
    /// The width in points, and the color, of drawn outlines.
    var stroke: (width: CGFloat, color: UIColor)?
    var shadow: TextAttributes.Shadow?
}
