import TileGraphics

/// Joins glyphs that look alike, so that a label becomes one entry in a picture's list, not one a line or a font.
struct TextGlyphMerger {
    private var done: [TextGlyphs] = []
    /// Of the last of `done`, not yet in its run.
    private var parts: [GlyphRun] = []
    private var count = 0

    /// A longer text stays in pieces, so that a tile draws only what is in it.
    private static let most = 128

    mutating func append(_ run: GlyphRun, _ look: TextGlyphs) {
        if let last = done.last, last.looks(like: look), parts[0].size == run.size, count + run.count <= Self.most {
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
    fileprivate func looks(like other: TextGlyphs) -> Bool {
        fill == other.fill && stroke?.width == other.stroke?.width && stroke?.color == other.stroke?.color
            && shadow == other.shadow
    }
}
