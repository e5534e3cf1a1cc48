import TileGraphics

/// Merges glyphs of the same look, so that a label becomes one entry in a picture's list instead of one per line or
/// font.
struct TextGlyphMerger {
    private var done: [TextGlyphs] = []
    /// The parts of the last element of `done`, not yet merged into its run.
    private var parts: [GlyphRun] = []
    private var count = 0

    /// The maximum size of a merged run. Longer text stays in parts, so that a tile draws only those inside it.
    private static let most = 128

    mutating func append(_ run: GlyphRun, _ look: TextGlyphs) {
        if let last = done.last, last.hasSameStyle(as: look), parts[0].size == run.size, count + run.count <= Self.most
        {
            parts.append(run)
            count += run.count
            return
        }
        close()
        done.append(look)
        parts = [run]
        count = run.count
    }

    private mutating func close() {
        guard let run = parts.first else { return }
        done[done.count - 1].run = parts.count == 1 ? run : GlyphRun(joining: parts)
        parts = []
    }

    mutating func finish() -> [TextGlyphs] {
        close()
        return done
    }
}

extension TextGlyphs {
    fileprivate func hasSameStyle(as other: TextGlyphs) -> Bool {
        fill == other.fill && stroke?.width == other.stroke?.width && stroke?.color == other.stroke?.color
            && shadow == other.shadow
    }
}
