extension GlyphRun {
    /// Glyphs, spaces not counted.
    package var count: Int { glyphs.count }

    /// The same glyphs elsewhere.
    package func moved(x: Double, y: Double) -> GlyphRun {
        GlyphRun(glyphs: glyphs.map { Glyph(outline: $0.outline, x: $0.x + x, y: $0.y + y) }, size: size)
    }

    /// The glyphs of several runs of one size.
    package init(joining runs: [GlyphRun]) {
        precondition(runs.allSatisfy { $0.size == runs[0].size }, "joined runs have one size")
        self.init(glyphs: runs.flatMap(\.glyphs), size: runs[0].size)
    }
}
