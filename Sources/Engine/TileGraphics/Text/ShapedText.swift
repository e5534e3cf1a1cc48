import TileGeometry

/// A shaped line of text in one style, with characters that can be positioned individually. All lengths are fractions
/// of the em, so it is independent of the size.
package struct ShapedText: Sendable {
    /// A cluster that is positioned as a unit: a letter with its accents, or a ligature.
    package struct Cluster: Sendable {
        /// The start in the text, in bytes of UTF-8.
        package var offset: Int
        /// The natural position of its left end, from the line's left end.
        package var position: Double
        package var advance: Double
        /// The metrics for a vertical line, if the cluster is upright in it.
        package var upright: Upright?
        var glyphs: Range<Int>
    }

    /// The metrics of an upright character in a vertical line.
    package struct Upright: Sendable {
        /// The advance down the line.
        package var advance: Double
        /// The offset from the pen of a horizontal line to that of a vertical one, y down.
        var x: Double
        var y: Double
    }

    /// The clusters from left to right.
    package internal(set) var clusters: [Cluster] = []
    /// The glyphs, positioned relative to their cluster's pen.
    var glyphs: [GlyphRun.Glyph] = []
    package internal(set) var width = 0.0
    /// The metrics of the first font; nil for an empty text.
    package internal(set) var metrics: FontMetrics?
    package internal(set) var underline = TextLayout.Rule()
    package internal(set) var strikethrough = TextLayout.Rule()
    /// The number of characters that no font has; they are drawn as empty frames.
    package internal(set) var unknownCharacters = 0
    /// The number of glyphs that are images without an outline, and are left out.
    package internal(set) var missingOutlines = 0
}

/// Positions the characters of shaped texts individually, and combines nearby ones into runs. The runs are few, to save
/// memory, and short, so that a tile can skip those outside.
package struct GlyphPlacement {
    /// Glyphs with a common angle, in a plane of their own.
    package struct Group: Sendable {
        package var run: GlyphRun
        /// The transform from the run's plane to that of the text.
        package var transform: CGAffineTransform

        package init(run: GlyphRun, transform: CGAffineTransform) {
            self.run = run
            self.transform = transform
        }

        package var bounds: Box { run.bounds.isEmpty ? .empty : run.bounds.applying(transform) }
    }

    /// The position of a character.
    package struct Place {
        /// The pen position.
        package var x: Double
        package var y: Double
        /// The size of the em.
        package var size: Double
        /// The angle in radians, clockwise on a y-down plane.
        package var angle: Double
        /// The factor by which the character is wider than in the font.
        package var stretch: Double

        package init(x: Double, y: Double, size: Double, angle: Double = 0, stretch: Double = 1) {
            (self.x, self.y, self.size, self.angle, self.stretch) = (x, y, size, angle, stretch)
        }
    }

    /// The maximum number of glyphs in a run: a line of a page has some hundred letters, a deep tile shows some ten.
    private static let maxGlyphs = 64
    /// The maximum extent of a run, in ems.
    private static let maxWidth = 40.0
    private static let maxHeight = 3.0

    private var groups: [Group] = []
    private var glyphs: [GlyphRun.Glyph] = []
    /// The bounds of the pens in `glyphs`.
    private var extent = Box.empty
    private var size = 0.0
    private var angle = 0.0
    private var stretch = 1.0
    private var transform = CGAffineTransform.identity
    private var inverse = CGAffineTransform.identity

    package init() {}

    /// Adds a character. Skips it if a number is NaN, infinite or far too large.
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

    /// Returns the runs so far.
    package mutating func finish() -> [Group] {
        end()
        defer { groups = [] }
        return groups
    }
}
