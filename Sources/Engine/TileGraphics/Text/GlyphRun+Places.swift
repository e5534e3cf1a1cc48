extension GlyphRun {
    /// The number of glyphs, not counting spaces.
    package var count: Int { glyphs.count }

    /// Returns the same glyphs, translated.
    package func moved(x: Double, y: Double) -> GlyphRun {
        GlyphRun(glyphs: glyphs.map { Glyph(outline: $0.outline, x: $0.x + x, y: $0.y + y) }, size: size)
    }

    /// Joins the glyphs of several runs of the same size.
    package init(joining runs: [GlyphRun]) {
        precondition(runs.allSatisfy { $0.size == runs[0].size }, "joined runs have one size")
        self.init(glyphs: runs.flatMap(\.glyphs), size: runs[0].size)
    }
}
