import Testing
import TileGeometry

@testable import TileGraphics

@Suite struct `Pens of a picture` {
    private static func run(_ places: [(x: Double, y: Double)], outline: Path = .unitSquare) -> GlyphRun {
        GlyphRun(glyphs: places.map { GlyphRun.Glyph(outline: outline, x: $0.x, y: $0.y) }, size: 10)
    }

    @Test func `are those of all letters with ink, in paint order and in its plane`() {
        var inner = PictureRecorder()
        inner.show(
            Self.run([(1, 2), (3, 4)]), with: .color(.black), transform: CGAffineTransform(translationX: 10, y: 20))
        inner.fill(.unitSquare, with: .color(.black))
        var outer = PictureRecorder()
        outer.show(Self.run([(7, 8)]), with: .color(.black))
        outer.draw(PictureGroup(content: inner.finish(), opacity: 0.5), transform: CGAffineTransform(scaleX: 2, y: 3))
        outer.show(Self.run([(5, 5)], outline: PathBuilder().build()), with: .color(.black))
        let pens = outer.finish().pens()
        #expect(pens.map(\.x) == [7, 22, 26])
        #expect(pens.map(\.y) == [8, 66, 72])
    }
}
