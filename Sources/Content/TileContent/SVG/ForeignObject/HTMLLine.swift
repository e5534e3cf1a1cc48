import TileGraphics

/// A line of a block, with positions relative to the block's border box.
struct HTMLLine {
    var y: Double
    var height: Double
    /// The position of the baseline.
    var baseline: Double
    var fragments: [HTMLFragment] = []
    /// The extent of the content along the line.
    var minX = 0.0
    var maxX = 0.0
}

/// A part of a line.
enum HTMLFragment {
    /// A word, with its left end on its baseline.
    case word(HTMLParagraph.Word, x: Double, baseline: Double, width: Double)
    /// The background and border of an element in the line.
    case element(HTMLInlineBox, x: Double, y: Double, width: Double, height: Double, isFirst: Bool, isLast: Bool)
    case box(HTMLBox)
}

/// The height of a font and of lines of it, as browsers round them.
struct HTMLFontHeight {
    var ascent: Double
    var descent: Double
    var lineHeight: Double
    var xHeight: Double

    /// The extent above the baseline of a line of the font alone.
    var above: Double { ascent + ((lineHeight - ascent - descent) / 2).rounded(.down) }
    var below: Double { lineHeight - above }
}

extension SVGRecorder {
    /// Returns the height of the first font of a style.
    func fontHeight(_ style: SVGStyle) -> HTMLFontHeight {
        let size = style.text.fontSize
        let metrics = shaper.firstMetrics(of: characterStyle(style)) ?? .withoutFonts
        let ascent = (metrics.ascent * size).rounded()
        let descent = (-metrics.descent * size).rounded()
        let lineHeight =
            style.text.lineHeight.height(fontSize: size) ?? ascent + descent + (metrics.lineGap * size).rounded()
        // Chromium's is that of hinted letters, which FreeType rounds up from these parts of a pixel.
        let xHeight = (metrics.xHeight * size - (size <= 14 ? 0.1875 : 0.375)).rounded(.up)
        return HTMLFontHeight(ascent: ascent, descent: descent, lineHeight: lineHeight, xHeight: max(0, xHeight))
    }
}
