import Testing
import TileGeometry
import TileGraphics

@Suite struct `Shaped text` {
    private static func attributes(_ size: Double) -> TextLayout.Attributes {
        TextLayout.Attributes(family: "DejaVu Sans", size: size)
    }

    @Test func `measures in proportion to its size`() throws {
        let shaper = TextShaper()
        let small = try #require(shaper.layout("Hamburgefonstiv", Self.attributes(10)))
        let large = try #require(shaper.layout("Hamburgefonstiv", Self.attributes(1000)))
        // Pango counts in 1/1024 of a unit: a glyph's advance may be half of that off.
        #expect(abs(large.width - 100 * small.width) < 100.0 * 15 / 1024)
        #expect(abs(large.baseline - 100 * small.baseline) < 0.2)
    }

    @Test func `has its ink where its glyphs are`() throws {
        let shaper = TextShaper()
        let layout = try #require(shaper.layout("Åj", Self.attributes(100)))
        #expect(layout.runs.count == 1)
        let outline = layout.runs[0].outline().tightBounds()
        #expect(abs(outline.minX - layout.inkBounds.minX) < 1 && abs(outline.maxX - layout.inkBounds.maxX) < 1)
        #expect(outline.minY < layout.baseline - 70, "the ring rises above the capitals")
        #expect(outline.maxY > layout.baseline + 10, "the j descends")
        #expect(layout.runs[0].bounds.contains(outline.expanded(by: -0.01)))
    }

    @Test func `adds letter spacing after every letter`() throws {
        let shaper = TextShaper()
        let plain = try #require(shaper.layout("abcd", Self.attributes(20)))
        var spaced = Self.attributes(20)
        spaced.letterSpacing = 5
        let wide = try #require(shaper.layout("abcd", spaced))
        #expect(abs(wide.width - plain.width - 20) <= 5.1)
        #expect(wide.width > plain.width + 14)
    }

    @Test func `puts a frame for a character without a glyph, and nothing for a blank`() throws {
        let shaper = TextShaper()
        #expect(try #require(shaper.layout("   ", Self.attributes(20))).runs.isEmpty)
        #expect(try #require(shaper.layout("", Self.attributes(20))).width == 0)
        // A private use character beyond those that fonts use.
        let unknown = try #require(shaper.layout("\u{10F7F3}", Self.attributes(20)))
        #expect(unknown.unknownCharacters == 1)
        #expect(unknown.missingOutlines == 0)
        #expect(unknown.runs.count == 1)
    }

    @Test func `refuses sizes that cannot be set`() {
        let shaper = TextShaper()
        #expect(shaper.layout("a", Self.attributes(-1)) == nil)
        #expect(shaper.layout("a", Self.attributes(.nan)) == nil)
        #expect(shaper.layout("a", Self.attributes(.infinity)) == nil)
        #expect(shaper.layout("a", Self.attributes(1e300)) == nil)
    }

    /// Pango uses 32-bit units, FreeType is limited to some ten thousand pixels, and map labels in meters are larger.
    @Test func `enlarges letters beyond what fonts can be set in`() throws {
        let shaper = TextShaper()
        let normal = try #require(shaper.layout("Ag", Self.attributes(1000)))
        let huge = try #require(shaper.layout("Ag", Self.attributes(1e8)))
        #expect(abs(huge.width / normal.width - 1e5) < 100)
        #expect(abs(huge.baseline / normal.baseline - 1e5) < 100)
        let (small, large) = (normal.runs[0].bounds, huge.runs[0].bounds)
        #expect(abs(large.height / small.height - 1e5) < 100)
        #expect(abs(large.minX / small.minX - 1e5) < 1000)
    }
}
