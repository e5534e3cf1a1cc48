/// One line of a paragraph: its glyphs, placed from the line's left end on its baseline.
package struct TextLine: Sendable {
    /// Glyphs of one font that belong to one span of the text.
    package struct Run: Sendable {
        /// Nil when there is nothing to draw, as in spaces.
        package var glyphs: GlyphRun?
        /// The number of the span that it belongs to.
        package var span: Int
        /// Its left end, from the line's.
        package var x: Double
        package var width: Double
        /// Of the em.
        package var size: Double
        /// How far its baseline is above the line's.
        package var baselineOffset: Double
        package var metrics: FontMetrics
        /// Of the words in it, from the line's left end: what a line that leaves out spaces stands under.
        package var words: [ClosedRange<Double>]
    }

    /// A letter with its accents, or a ligature: what has one place in its line.
    package struct Cluster: Hashable, Sendable {
        /// In UTF-8 bytes of the paragraph.
        package var range: Range<Int>
        /// Its left end, from the line's.
        package var x: Double
        package var width: Double
        package var isRightToLeft: Bool
    }

    package var runs: [Run] = []
    /// From left to right; empty unless the paragraph asks for them.
    package var clusters: [Cluster] = []
    /// The advance of all glyphs; spaces at which the line was broken have none.
    package var width = 0.0
    /// From the baseline up to the top of the highest font.
    package var ascent = 0.0
    /// From the baseline down to the bottom of the lowest font.
    package var descent = 0.0
    /// What the fonts want between this line and the next.
    package var lineGap = 0.0
    /// The text that it shows or hides behind an ellipsis, in UTF-8 bytes of the paragraph.
    package var range: Range<Int>
    package var isRightToLeft = false
    /// Whether an ellipsis stands for some of the text.
    package var isTruncated = false
    /// Characters that no font has; frames stand for them.
    package var unknownCharacters = 0

    init(range: Range<Int>) { self.range = range }

    /// The line with all lengths multiplied.
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
