import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics

@Suite("Text as stored")
struct TextImageTests {
    private let sentence = "The quick brown fox jumps over the lazy dog."

    private func paragraph(_ change: (NSMutableParagraphStyle) -> Void) -> NSParagraphStyle {
        let style = NSMutableParagraphStyle()
        change(style)
        return style
    }

    @Test("paragraphs: four alignments, indents and line heights")
    func paragraphs() throws {
        let rect = CGRect(x: 0, y: 0, width: 120, height: 56)
        let styles: [NSParagraphStyle] = [
            paragraph { $0.alignment = .left }, paragraph { $0.alignment = .center },
            paragraph { $0.alignment = .right }, paragraph { $0.alignment = .justified },
            paragraph {
                $0.firstLineHeadIndent = 16
                $0.headIndent = 4
                $0.tailIndent = -8
            },
            paragraph { $0.lineHeightMultiple = 1.4 },
        ]
        try expectImage(
            "text-paragraphs",
            Sheet(columns: 2, width: 120, height: 56).drawing(
                styles.map { style in
                    { _ in
                        sentence.draw(in: rect, withAttributes: [.font: Font.regular(12), .paragraphStyle: style])
                    }
                }))
    }

    @Test("attributes: underline, strikethrough, background, stroke, shadow, kern, baseline, faces and sizes")
    func attributes() throws {
        let shadow = NSShadow()
        shadow.shadowOffset = CGSize(width: 2, height: 2)
        shadow.shadowBlurRadius = 2
        shadow.shadowColor = UIColor(white: 0, alpha: 0.5)
        let kinds: [[NSAttributedString.Key: Any]] = [
            [.underlineStyle: NSUnderlineStyle.single.rawValue, .underlineColor: UIColor.systemRed],
            [.strikethroughStyle: NSUnderlineStyle.double.rawValue],
            [.backgroundColor: UIColor.systemYellow], [.strokeWidth: 4.0, .strokeColor: UIColor.systemBlue],
            [.strokeWidth: -4.0, .strokeColor: UIColor.systemBlue, .foregroundColor: UIColor.systemYellow],
            [.shadow: shadow], [.kern: 3.0], [.font: Font.bold(16)], [.font: Font.serif(16)],
            [.foregroundColor: UIColor.systemGreen],
        ]
        try expectImage(
            "text-attributes",
            Sheet(columns: 2, width: 96, height: 27).drawing(
                kinds.map { kind in
                    { _ in
                        let text = NSMutableAttributedString(string: "a ", attributes: [.font: Font.regular(16)])
                        text.append(
                            NSAttributedString(
                                string: "Glyph", attributes: [.font: Font.regular(16)].merging(kind) { $1 }))
                        text.append(
                            NSAttributedString(
                                string: " z", attributes: [.font: Font.regular(16), .baselineOffset: 4.0]))
                        text.draw(at: CGPoint(x: 2, y: 2))
                    }
                }))
    }

    @Test("glyphs filled, stroked, both, and as a clip; then slanted and made smaller by the text matrix")
    func glyphs() throws {
        let font = try #require(CGFont("DejaVuSans-Bold"))
        let glyphs: [CGGlyph] = ["R", "g", "eight"].map { font.getGlyphWithGlyphName(name: $0) }
        // Text has y up.
        let positions = [CGPoint(x: 4, y: -36), CGPoint(x: 32, y: -36), CGPoint(x: 58, y: -36)]
        func show(
            _ mode: CGTextDrawingMode, _ matrix: CGAffineTransform = .identity,
            then more: @escaping (CGContext) -> Void = { _ in }
        ) -> (CGContext) -> Void {
            { context in
                context.setFont(font)
                context.setFontSize(36)
                context.setTextDrawingMode(mode)
                context.setFillColor(.yellow)
                context.setStrokeColor(.ink)
                context.setLineWidth(1.5)
                context.textMatrix = CGAffineTransform(scaleX: 1, y: -1).concatenating(matrix)
                context.showGlyphs(glyphs, at: positions)
                more(context)
            }
        }
        let stripes: (CGContext) -> Void = { context in
            context.setFillColor(.red)
            for y in stride(from: CGFloat(0), to: 48, by: 6) {
                context.fill(CGRect(x: 0, y: y, width: 90, height: 3))
            }
        }
        try expectImage(
            "text-glyphs",
            Sheet(columns: 3, width: 96, height: 48).drawing([
                show(.fill), show(.stroke), show(.fillStroke), show(.clip, then: stripes),
                show(.fill, CGAffineTransform(a: 1, b: 0, c: -0.3, d: 1, tx: 12, ty: 0)),
                show(.fillStroke, CGAffineTransform(scaleX: 0.6, y: 0.6)),
            ]))
    }
}
