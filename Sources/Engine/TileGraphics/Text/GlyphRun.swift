public import TileGeometry

/// Positioned glyphs of one font at one size. Outlines are shared with all other runs of the font, so that a label
/// costs a few words per letter.
///
/// Glyphs are drawn as outlines, not as Cairo's glyph images, which are aligned to whole pixels in Cairo 1.16, so that
/// letters shift from level to level, and which are cached behind a single lock.
public struct GlyphRun: Sendable {
    struct Glyph: Sendable {
        /// The outline in `unitsPerEm` units per em, y down, with the pen at the origin.
        var outline: Path
        /// The pen position, in the run's plane.
        var x: Double
        var y: Double
    }

    let glyphs: [Glyph]
    /// The size of the em, in the run's plane.
    public let size: Double
    /// The bounds of the ink, in the run's plane.
    public let bounds: Box
    /// Whether no two glyphs touch and all have a known equal winding number, so that their coverage adds up.
    let isPlain: Bool

    /// Fine enough that rounding an outline to 1/64 unit is invisible at all scales of tiles.
    static let unitsPerEm = 2048.0

    init(glyphs: [Glyph], size: Double) {
        self.glyphs = glyphs
        self.size = size
        let scale = size / Self.unitsPerEm
        var bounds = Box.empty
        var isPlain = true
        let winding = glyphs.first?.outline.winding ?? 0
        for glyph in glyphs where !glyph.outline.isEmpty {
            let box = glyph.outline.bounds.applying(Self.placement(of: glyph, scale: scale))
            if winding == 0 || glyph.outline.winding != winding || !(box.minX > bounds.maxX) { isPlain = false }
            bounds = bounds.union(box)
        }
        self.bounds = bounds
        self.isPlain = isPlain
    }

    static func placement(of glyph: Glyph, scale: Double) -> CGAffineTransform {
        CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: glyph.x, ty: glyph.y)
    }

    /// Returns the transform from the plane of a glyph's outline to the run's.
    func placement(of glyph: Glyph) -> CGAffineTransform { Self.placement(of: glyph, scale: size / Self.unitsPerEm) }

    /// Returns the outlines of all glyphs as one path, in the run's plane.
    public func outline() -> Path {
        var builder = PathBuilder()
        for glyph in glyphs { builder.append(glyph.outline, placement(of: glyph)) }
        return builder.build()
    }
}
