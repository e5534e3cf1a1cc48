/// A line of a paragraph: its glyphs, positioned relative to the left end of its baseline.
package struct TextLine: Sendable {
    /// Glyphs of one font that belong to one span of the text.
    package struct Run: Sendable {
        /// The glyphs; nil if there is nothing to draw, as for spaces.
        package var glyphs: GlyphRun?
        /// The index of its span.
        package var span: Int
        /// The left end, from the line's left end.
        package var x: Double
        package var width: Double
        /// The size of the em.
        package var size: Double
        /// The height of its baseline above the line's.
        package var baselineOffset: Double
        package var metrics: FontMetrics
        /// The extents of its words, from the line's left end. A decoration that skips spaces uses these.
        package var words: [ClosedRange<Double>]
        /// The number of boxes that the run consists of; 0 for a run of letters.
        package var boxes = 0
    }

    /// A letter with its accents, or a ligature: a unit with one position in its line.
    package struct Cluster: Hashable, Sendable {
        /// The range in UTF-8 bytes of the paragraph.
        package var range: Range<Int>
        /// The left end, from the line's left end.
        package var x: Double
        package var width: Double
        package var isRightToLeft: Bool
    }

    package var runs: [Run] = []
    /// The clusters from left to right; empty unless the paragraph requests them.
    package var clusters: [Cluster] = []
    /// The advance of all glyphs; spaces at a line break have none.
    package var width = 0.0
    /// The distance from the baseline up to the top of the tallest font.
    package var ascent = 0.0
    /// The distance from the baseline down to the bottom of the lowest font.
    package var descent = 0.0
    /// The space that the fonts request between this line and the next.
    package var lineGap = 0.0
    /// The text that the line shows or hides behind an ellipsis, in UTF-8 bytes of the paragraph.
    package var range: Range<Int>
    package var isRightToLeft = false
    /// Whether an ellipsis replaces a part of the text.
    package var isTruncated = false
    /// The number of characters that no font has; they are drawn as frames.
    package var unknownCharacters = 0

    init(range: Range<Int>) { self.range = range }

    /// Returns the line with all lengths multiplied.
    func enlarged(by factor: Double) -> TextLine {
        var line = self
        line.runs = runs.map { run in
            var run = run
            run.glyphs = run.glyphs.map { glyphs in
                GlyphRun(
                    glyphs: glyphs.glyphs.map { .init(outline: $0.outline, x: $0.x * factor, y: $0.y * factor) },
                    size: glyphs.size * factor)
            }
            run.x *= factor
            run.width *= factor
            run.size *= factor
            run.baselineOffset *= factor
            run.words = run.words.map { $0.lowerBound * factor...$0.upperBound * factor }
            return run
        }
        for index in line.clusters.indices {
            line.clusters[index].x *= factor
            line.clusters[index].width *= factor
        }
        line.width *= factor
        line.ascent *= factor
        line.descent *= factor
        line.lineGap *= factor
        return line
    }
}
