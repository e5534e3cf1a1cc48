import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("Text in a context")
struct TextTests {
    private static let font = CGFont("DejaVuSans")

    private func glyphs(_ text: String, _ font: CGFont) -> ([CGGlyph], [CGPoint]) {
        let glyphs = text.unicodeScalars.map { font.glyph(for: $0) ?? 0 }
        var advances = [Int32](repeating: 0, count: glyphs.count)
        #expect(font.getGlyphAdvances(glyphs: glyphs, count: glyphs.count, advances: &advances))
        var x = 0.0
        let positions = advances.map { advance in
            defer { x += Double(advance) / Double(font.unitsPerEm) * 20 }
            return CGPoint(x: x, y: 0)
        }
        return (glyphs, positions)
    }

    private func ink(_ bitmap: Bitmap) -> (box: Box, weight: Int) {
        var box = Box.empty
        var weight = 0
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap[x, y].alpha > 64 {
                box.formUnion(x: Double(x), y: Double(y))
                weight += Int(bitmap[x, y].alpha)
            }
        }
        return (box, weight)
    }

    @Test("finds fonts by PostScript and full name, and none by another")
    func names() throws {
        let font = try #require(Self.font, "the font DejaVu Sans is not installed")
        #expect(font.postScriptName == "DejaVuSans")
        #expect(CGFont("DejaVu Sans Bold")?.postScriptName == "DejaVuSans-Bold")
        #expect(CGFont("No Such Font") == nil)
        #expect(CGFont("") == nil)
        #expect(font.unitsPerEm == 2048)
        #expect(font.ascent > 0 && font.descent < 0 && font.capHeight > font.xHeight && font.xHeight > 0)
        #expect(font.numberOfGlyphs > 1000)
        let a = try #require(font.glyph(for: "A"))
        #expect(font.getGlyphWithGlyphName(name: "A") == a)
        #expect(font.name(for: a) == "A")
        var box = CGRect.zero
        #expect(font.getGlyphBBoxes(glyphs: [a], count: 1, bboxes: &box))
        #expect(abs(Double(box.maxY) - Double(font.capHeight)) < 10)
        #expect(CGFont(CGDataProvider(data: Data("not a font at all".utf8))!) == nil)
        #expect(CGFont(CGDataProvider(data: Data())!) == nil)
    }

    @Test("stands on its baseline, where the text position says: upright by a mirrored matrix where y points down")
    func upright() throws {
        let font = try #require(Self.font)
        let bitmap = try drawn(60, 40) { context in
            context.setFont(font)
            context.setFontSize(20)
            context.textMatrix = CGAffineTransform(scaleX: 1, y: -1)
            context.textPosition = CGPoint(x: 10, y: 30)
            let (glyphs, positions) = glyphs("LL", font)
            context.showGlyphs(glyphs, at: positions)
        }
        let box = ink(bitmap).box
        #expect(box.maxY == 29)
        #expect(box.minY >= 14 && box.minY <= 16)
        #expect(box.minX >= 11 && box.minX <= 13)
        // The foot of an L points right at its base.
        #expect(bitmap[16, 28].alpha > 150)
        #expect(bitmap[16, 18].alpha == 0)
    }

    @Test("follows the text matrix before the CTM")
    func matrix() throws {
        let font = try #require(Self.font)
        let (glyphs, positions) = glyphs("L", font)
        let turned = try drawn(60, 60) { context in
            context.setFont(font)
            context.setFontSize(20)
            context.translateBy(x: 0, y: 40)
            context.textMatrix = CGAffineTransform(a: 2, b: 0, c: 0, d: -2, tx: 5, ty: 5)
            context.showGlyphs(glyphs, at: positions)
        }
        let box = ink(turned).box
        // It stands on its baseline, twice as tall.
        #expect(box.maxY == 44)
        #expect(box.minY >= 14 && box.minY <= 18)
    }

    @Test("is filled, stroked, both, not at all, and clips, as its mode says")
    func modes() throws {
        let font = try #require(Self.font)
        let (glyphs, positions) = glyphs("O", font)
        func weight(_ mode: CGTextDrawingMode, fillsAfter: Bool = false) throws -> (all: Int, red: Int) {
            let bitmap = try drawn(30, 30) { context in
                context.setFont(font)
                context.setFontSize(20)
                context.setTextDrawingMode(mode)
                context.setLineWidth(2)
                context.textPosition = CGPoint(x: 5, y: 25)
                context.setFillColor(.blue)
                context.setStrokeColor(.blue)
                context.showGlyphs(glyphs, at: positions)
                context.setFillColor(.red)
                if fillsAfter { context.fill(CGRect(x: 0, y: 0, width: 30, height: 30)) }
            }
            var red = 0
            for y in 0..<30 { for x in 0..<30 { red += Int(bitmap[x, y].red) } }
            return (ink(bitmap).weight, red)
        }
        let fill = try weight(.fill).all
        let stroke = try weight(.stroke).all
        let both = try weight(.fillStroke).all
        #expect(fill > 0 && stroke > 0 && both > fill && both >= stroke)
        #expect(try weight(.invisible).all == 0)
        let clipped = try weight(.clip, fillsAfter: true)
        #expect(abs(clipped.all - fill) < fill / 20)
        let wide = try weight(.strokeClip, fillsAfter: true)
        // Drawn and then painted over through itself: smoothed edges are there twice.
        #expect(wide.all >= stroke && wide.all < stroke * 6 / 5)
        #expect(try weight(.fillClip, fillsAfter: true).red > 0)
        #expect(try weight(.fillStrokeClip, fillsAfter: true).all >= both)
        #expect(try weight(.fill, fillsAfter: true).all > 30 * 30 * 250)
    }

    @Test("needs a font")
    func noFont() throws {
        let bitmap = try drawn(10, 10) { $0.showGlyphs([36], at: [CGPoint(x: 0, y: 8)]) }
        #expect(ink(bitmap).weight == 0)
    }
}
