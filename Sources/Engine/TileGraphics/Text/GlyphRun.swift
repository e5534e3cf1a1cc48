public import TileGeometry

/// Glyphs of one font at one size, each with its place: outlines shared with every other run of the same font, so that
/// a label costs a few words a letter.
///
/// Drawn as outlines, not as Cairo's glyph images: those stand on whole pixels in Cairo 1.16, so that letters dance
/// from level to level, and are cached behind one lock.
public struct GlyphRun: Sendable {
    struct Glyph: Sendable {
        /// In units of `unitsPerEm` to the em, y down, the pen at the origin.
        var outline: Path
        /// The pen, in the run's plane.
        var x: Double
        var y: Double
    }

    let glyphs: [Glyph]
    /// Of the em, in the run's plane.
    public let size: Double
    /// Ink, in the run's plane.
    public let bounds: Box
    /// Whether no two glyphs touch and all are known to wind the same way, so that what they cover adds up.
    let isPlain: Bool

    /// Fine enough that an outline's rounding to 1/64 unit does not show at any scale that tiles have.
    static let unitsPerEm = 2048.0

    init(glyphs: [Glyph], size: Double) {
        self.glyphs = glyphs
        self.size = size
        let scale = size / Self.unitsPerEm
        var bounds = Box.empty
        var isPlain = true
        let winding = glyphs.first?.outline.winding ?? 0
        for glyph in glyphs where !glyph.outline.isEmpty {
            let box = glyph.outline.bounds.applying(Self.place(glyph, scale))
            if winding == 0 || glyph.outline.winding != winding || !(box.minX > bounds.maxX) { isPlain = false }
            bounds = bounds.union(box)
        }
        self.bounds = bounds
        self.isPlain = isPlain
    }

    static func place(_ glyph: Glyph, _ scale: Double) -> CGAffineTransform {
        CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: glyph.x, ty: glyph.y)
    }

    /// From the plane of a glyph's outline to the run's.
    func place(_ glyph: Glyph) -> CGAffineTransform { Self.place(glyph, size / Self.unitsPerEm) }

    /// The outlines of all glyphs as one path, in the run's plane.
    public func outline() -> Path {
        var builder = PathBuilder()
        for glyph in glyphs { builder.append(glyph.outline, place(glyph)) }
        return builder.build()
    }
}
