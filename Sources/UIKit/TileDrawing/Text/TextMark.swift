import Foundation
import TileGraphics

/// A drawing element of laid-out text with its place: glyphs, a line beneath or through them, or their background.
enum TextMark: Sendable {
    case background(CGRect, UIColor)
    case rule(TextRule, UIColor, TextAttributes.Shadow?)
    case glyphs(TextGlyphs)
    case image(UIImage, CGRect)
}

/// A straight line beneath or through text, from left to right.
struct TextRule: Sendable {
    var left: CGFloat
    var right: CGFloat
    /// The middle of the line.
    var y: CGFloat
    var thickness: CGFloat
    /// Alternating lengths on and off, in points; empty for a solid line.
    var dashes: [CGFloat]
}

/// Glyphs of one size and look.
struct TextGlyphs: Sendable {
    var run: GlyphRun
    /// The fill color; nil if only outlines are drawn.
    var fill: UIColor?
    /// The width in points and the color of outlines.
    var stroke: (width: CGFloat, color: UIColor)?
    var shadow: TextAttributes.Shadow?
}
