public import TileGeometry

/// The slant of letters.
public enum FontStyle: Hashable, Sendable { case normal, italic, oblique }

/// The width of a face: CSS Fonts' nine steps.
public enum FontStretch: Hashable, Sendable {
    case ultraCondensed, extraCondensed, condensed, semiCondensed, normal, semiExpanded, expanded, extraExpanded
    case ultraExpanded
}

/// A shaped line of text in one style: its glyphs and metrics.
public struct TextLayout: Sendable {
    /// The style of the text. Lengths are in the text's plane.
    public struct Attributes: Hashable, Sendable {
        /// Comma-separated family names, as in CSS. Names that are not installed are skipped, as in browsers.
        public var family: String
        /// The size of the em.
        public var size: Double
        public var style = FontStyle.normal
        /// CSS weight, 1…1000.
        public var weight = 400
        public var stretch = FontStretch.normal
        public var features = FontFeatures()
        public var letterSpacing = 0.0
        public var language: String?
        /// The direction of the line; characters of the other direction run against it.
        public var isRightToLeft = false

        public init(family: String, size: Double) {
            self.family = family
            self.size = size
        }
    }

    /// A decoration line: the height of its top above the baseline, and its thickness.
    public struct Rule: Hashable, Sendable {
        public var position = 0.0
        public var thickness = 0.0
    }

    /// The glyphs, with the layout's top left at the origin.
    public internal(set) var runs: [GlyphRun] = []
    /// The advance of all glyphs, and below it the height of the line.
    public var width = 0.0
    public var height = 0.0
    /// The distance from the top to the baseline.
    public var baseline = 0.0
    /// The bounds of the glyphs' ink; may be empty.
    public internal(set) var inkBounds = Box.empty
    /// The number of characters that no font has; they are drawn as empty frames.
    public internal(set) var unknownCharacters = 0
    /// The number of glyphs that are images without an outline, and are not in `runs`.
    public internal(set) var missingOutlines = 0
    public internal(set) var underline = Rule()
    public internal(set) var strikethrough = Rule()

    func enlarged(by factor: Double) -> TextLayout {
        func enlarged(_ rule: Rule) -> Rule {
            Rule(position: rule.position * factor, thickness: rule.thickness * factor)
        }
        var result = self
        result.runs = runs.map { run in
            GlyphRun(
                glyphs: run.glyphs.map { GlyphRun.Glyph(outline: $0.outline, x: $0.x * factor, y: $0.y * factor) },
                size: run.size * factor)
        }
        result.width *= factor
        result.height *= factor
        result.baseline *= factor
        result.inkBounds = inkBounds.isEmpty ? .empty : inkBounds.applying(CGAffineTransform(scaleX: factor, y: factor))
        result.underline = enlarged(underline)
        result.strikethrough = enlarged(strikethrough)
        return result
    }
}
