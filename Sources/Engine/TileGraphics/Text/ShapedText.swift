import TileGeometry

/// A line of text in one style, shaped, whose characters can be placed apart from one another. All lengths are parts
/// of the em: the same for every size.
package struct ShapedText: Sendable {
    /// What stands and falls together: a letter with its accents, a ligature.
    package struct Cluster: Sendable {
        /// Where it begins in the text, in bytes of UTF-8.
        package var offset: Int
        /// Where its left end is if nobody moves it, from the line's left end.
        package var position: Double
        package var advance: Double
        /// Set where it stands upright in a vertical line.
        package var upright: Upright?
        var glyphs: Range<Int>
    }

    /// How a character stands upright in a vertical line.
    package struct Upright: Sendable {
        /// Down the line.
        package var advance: Double
        /// From the pen of a horizontal line to the pen of a vertical one, y down.
        var x: Double
        var y: Double
    }

    /// From left to right.
    package internal(set) var clusters: [Cluster] = []
    /// From the pen of their cluster.
    var glyphs: [GlyphRun.Glyph] = []
    package internal(set) var width = 0.0
    /// Of the first font; nil for an empty text.
    package internal(set) var metrics: FontMetrics?
    package internal(set) var underline = TextLayout.Rule()
    package internal(set) var strikethrough = TextLayout.Rule()
    /// Characters that no font has; empty frames stand for them.
    package internal(set) var unknownCharacters = 0
    /// Glyphs that are pictures without an outline, and are left out.
    package internal(set) var missingOutlines = 0
}

/// Puts the characters of shaped texts where each is wanted, and makes runs of those that lie together: few, so that
/// they take little memory, and short, so that a tile passes over what is not in it.
package struct GlyphPlacement {
    /// Glyphs that stand at one angle, in a plane of their own.
    package struct Group: Sendable {
        package var run: GlyphRun
        /// From the run's plane to that of the text.
        package var transform: CGAffineTransform

        package init(run: GlyphRun, transform: CGAffineTransform) {
            self.run = run
            self.transform = transform
        }

        package var bounds: Box { run.bounds.isEmpty ? .empty : run.bounds.applying(transform) }
    }

    /// Where a character stands.
    package struct Place {
        /// The pen.
        package var x: Double
        package var y: Double
        /// Of the em.
        package var size: Double
        /// In radians, clockwise on a y-down plane.
        package var angle: Double
        /// How much wider than the font has it.
        package var stretch: Double

        package init(x: Double, y: Double, size: Double, angle: Double = 0, stretch: Double = 1) {
            (self.x, self.y, self.size, self.angle, self.stretch) = (x, y, size, angle, stretch)
        }
    }

    /// Of a run: a line of a page has some hundred letters, a tile far in shows some ten.
    private static let maxGlyphs = 64
    /// Of a run, in ems.
    private static let maxWidth = 40.0
    private static let maxHeight = 3.0

    private var groups: [Group] = []
    private var glyphs: [GlyphRun.Glyph] = []
    /// Of the pens in `glyphs`.
    private var extent = Box.empty
    private var size = 0.0
    private var angle = 0.0
    private var stretch = 1.0
    private var transform = CGAffineTransform.identity
    private var inverse = CGAffineTransform.identity

    package init() {}

    /// Adds a character. What cannot be placed, because a number is none or far too large, is left out.
    package mutating func add(_ cluster: ShapedText.Cluster, of text: ShapedText, at place: Place) {
        guard !cluster.glyphs.isEmpty else { return }
        guard place.stretch > 0, place.stretch.isFinite, place.angle.isFinite, place.size > 0,
            abs(place.x) < Self.farthest, abs(place.y) < Self.farthest, place.size < Self.farthest
        else { return }
        if place.angle != angle || place.stretch != stretch || place.size != size {
            end()
            (angle, stretch, size) = (place.angle, place.stretch, place.size)
            transform = CGAffineTransform(scaleX: stretch, y: 1)
            if angle != 0 { transform = transform.concatenating(CGAffineTransform(rotationAngle: angle)) }
            inverse = transform.inverted()
        }
        var (x, y) = transform.isIdentity ? (place.x, place.y) : inverse.apply(x: place.x, y: place.y)
        if let upright = cluster.upright {
            x -= upright.x * size
            y -= upright.y * size
        }
        var wider = extent
        wider.formUnion(x: x, y: y)
        if glyphs.count >= Self.maxGlyphs || wider.width > Self.maxWidth * size || wider.height > Self.maxHeight * size
        {
            end()
            wider = Box(minX: x, minY: y, maxX: x, maxY: y)
        }
        extent = wider
        for glyph in text.glyphs[cluster.glyphs] {
            glyphs.append(GlyphRun.Glyph(outline: glyph.outline, x: x + glyph.x * size, y: y + glyph.y * size))
        }
    }

    private static let farthest = 1e12

    private mutating func end() {
        extent = .empty
        guard !glyphs.isEmpty else { return }
        groups.append(Group(run: GlyphRun(glyphs: glyphs, size: size), transform: transform))
        glyphs.removeAll(keepingCapacity: true)
    }

    /// The runs so far.
    package mutating func finish() -> [Group] {
        end()
        defer { groups = [] }
        return groups
    }
}
