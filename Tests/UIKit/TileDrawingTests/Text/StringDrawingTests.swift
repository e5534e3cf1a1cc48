import Foundation
import Testing
import TileDrawing
import TileGraphics

private let font = UIFont.systemFont(ofSize: 20)

@Suite("Drawing strings")
struct StringDrawingTests {
    @Test("String, NSString and NSAttributedString measure alike")
    func sizes() {
        let attributes: [NSAttributedString.Key: Any] = [.font: font]
        let size = "Hello".size(withAttributes: attributes)
        #expect(("Hello" as NSString).size(withAttributes: attributes) == size)
        #expect(NSAttributedString(string: "Hello", attributes: attributes).size() == size)
        #expect(abs(size.height - font.lineHeight) < 0.01)
        #expect("a\nb".size(withAttributes: attributes).height > size.height * 1.9)
    }

    @Test("text stands on its baseline below the point, in its color and nothing else")
    func baseline() throws {
        let pixels = drawn(40, 40) { _ in
            "H".draw(at: CGPoint(x: 5, y: 7), withAttributes: [.font: font, .foregroundColor: UIColor.red])
        }
        let ink = try #require(pixels.inkBounds)
        let baseline = 7 + font.ascender
        #expect(abs(CGFloat(ink.maxY) - baseline) <= 1)
        #expect(abs(CGFloat(ink.minY) - (baseline - font.capHeight)) <= 1)
        #expect(ink.minX >= 5)
        #expect((0..<40).allSatisfy { y in pixels.row(y).allSatisfy { $0 & 0xFFFF == 0 } })
    }

    @Test("about a point, text lies with the middle of its size there")
    func centered() throws {
        let attributes: [NSAttributedString.Key: Any] = [.font: font]
        let size = "Hg".size(withAttributes: attributes)
        let point = CGPoint(x: 20.5, y: 19)
        let expected = drawn(40, 40) { _ in
            "Hg".draw(at: CGPoint(x: 20.5 - size.width / 2, y: 19 - size.height / 2), withAttributes: attributes)
        }
        let string = drawn(40, 40) { _ in "Hg".draw(centeredAt: point, withAttributes: attributes) }
        let attributed = drawn(40, 40) { _ in
            NSAttributedString(string: "Hg", attributes: attributes).draw(centeredAt: point)
        }
        try #require(expected.inkBounds != nil)
        for y in 0..<40 {
            #expect(Array(string.row(y)) == Array(expected.row(y)))
            #expect(Array(attributed.row(y)) == Array(expected.row(y)))
        }
    }

    @Test("a rect breaks lines at its width and leaves out lines that do not fit its height")
    func rects() throws {
        let height = Int(font.lineHeight)
        func rows(_ rect: CGRect) throws -> Int {
            let pixels = drawn(60, 120) { _ in "H H H H".draw(in: rect, withAttributes: [.font: font]) }
            return try #require(pixels.inkBounds).maxY
        }
        #expect(try rows(CGRect(x: 0, y: 0, width: 18, height: 119)) > height * 3)
        #expect(try rows(CGRect(x: 0, y: 0, width: 18, height: CGFloat(height) * 2 + 1)) < height * 2)
    }

    @Test("without a line fragment's origin the rect starts on the baseline")
    func baselines() throws {
        let pixels = drawn(30, 30) { _ in
            "H".draw(
                with: CGRect(x: 2, y: 20, width: 0, height: 0), attributes: [.font: font], context: nil)
        }
        #expect(try #require(pixels.inkBounds).maxY == 20)
        let bounds = "H".boundingRect(with: .zero, attributes: [.font: font], context: nil)
        #expect(abs(bounds.minY + font.ascender) < 0.01)
    }

    @Test("a bounding rect is as wide as the widest line and holds all lines; 0 is no limit")
    func boundingRects() {
        let attributes: [NSAttributedString.Key: Any] = [.font: font]
        let whole = "one two three".boundingRect(
            with: .zero, options: .usesLineFragmentOrigin, attributes: attributes, context: nil)
        #expect(whole.size == "one two three".size(withAttributes: attributes))
        let narrow = "one two three".boundingRect(
            with: CGSize(width: 60, height: 0), options: .usesLineFragmentOrigin, attributes: attributes,
            context: nil)
        #expect(narrow.width <= 60)
        #expect(abs(narrow.height - 3 * font.lineHeight) < 0.01)
        let ink = "x".boundingRect(
            with: .zero, options: [.usesLineFragmentOrigin, .usesDeviceMetrics], attributes: attributes, context: nil)
        #expect(abs(ink.height - font.xHeight) < 1)
    }

    @Test("text may shrink to fit, and says by how much")
    func shrinking() {
        let context = NSStringDrawingContext()
        context.minimumScaleFactor = 0.5
        let width = "A rather wide label".size(withAttributes: [.font: font]).width
        let bounds = "A rather wide label".boundingRect(
            with: CGSize(width: width * 0.75, height: font.lineHeight), options: .usesLineFragmentOrigin,
            attributes: [.font: font], context: context)
        #expect(context.actualScaleFactor < 0.76)
        #expect(context.actualScaleFactor > 0.7)
        // Pango rounds to 1024ths of a point.
        #expect(bounds.width <= width * 0.75 + 1.0 / 512)
        #expect(context.totalBounds.size == bounds.size)
        _ = "A".boundingRect(
            with: CGSize(width: 100, height: 100), options: .usesLineFragmentOrigin, attributes: [.font: font],
            context: context)
        #expect(context.actualScaleFactor == 1)
    }

    @Test("without a context nothing happens")
    func noContext() {
        #expect(UIGraphicsGetCurrentContext() == nil)
        "H".draw(at: .zero)
        NSAttributedString(string: "H").draw(in: CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(UIGraphicsGetCurrentContext() == nil)
    }
}

@Suite("Text attributes as drawn")
struct TextAttributeDrawingTests {
    private func text(_ string: String, _ attributes: [NSAttributedString.Key: Any]) -> Bitmap {
        var attributes = attributes
        attributes[.font] = font
        return drawn(60, 40) { _ in string.draw(at: CGPoint(x: 5, y: 5), withAttributes: attributes) }
    }

    @Test("an underline lies below the baseline, as wide as the text")
    func underline() throws {
        let width = "HHH".size(withAttributes: [.font: font]).width
        let ink = try #require(text("HHH", [.underlineStyle: NSUnderlineStyle.single.rawValue]).inkBounds)
        #expect(CGFloat(ink.maxY) > 5 + font.ascender + 1)
        #expect(abs(CGFloat(ink.maxX - ink.minX) - width) <= 2)
    }

    @Test("a line of its own color goes through the text")
    func strikethrough() {
        let pixels = text(
            "   ", [.strikethroughStyle: NSUnderlineStyle.thick.rawValue, .strikethroughColor: UIColor.blue])
        #expect(pixels.inkBounds != nil)
        #expect((0..<40).allSatisfy { y in pixels.row(y).allSatisfy { $0 >> 8 & 0xFFFF == 0 } })
    }

    @Test("a line that leaves out spaces is drawn under words only")
    func byWord() {
        let all = text("H   H", [.underlineStyle: NSUnderlineStyle.single])
        let words = text("H   H", [.underlineStyle: NSUnderlineStyle([.single, .byWord])])
        #expect(words.coverage < all.coverage - 5)
    }

    @Test("double and dotted lines differ from a single one")
    func patterns() {
        let single = text("HHH", [.underlineStyle: NSUnderlineStyle.single]).coverage
        #expect(text("HHH", [.underlineStyle: NSUnderlineStyle.double]).coverage > single + 10)
        #expect(text("HHH", [.underlineStyle: NSUnderlineStyle([.single, .patternDot])]).coverage < single - 5)
    }

    @Test("a background is as high as the line and as wide as the text, behind it")
    func background() throws {
        let pixels = text("   ", [.backgroundColor: UIColor.green])
        let ink = try #require(pixels.inkBounds)
        #expect(ink.minX == 5)
        #expect(ink.minY == 5)
        #expect(abs(CGFloat(ink.maxY) - (5 + font.lineHeight)) <= 1)
    }

    @Test("a stroke draws outlines; a negative one fills them too")
    func strokes() {
        let plain = text("H", [:]).coverage
        let outline = text("H", [.strokeWidth: 2]).coverage
        let both = text("H", [.strokeWidth: -8]).coverage
        #expect(outline < plain)
        #expect(outline > 0)
        #expect(both > plain)
    }

    @Test("a shadow lies where its offset says")
    func shadow() throws {
        let shadow = NSShadow()
        shadow.shadowOffset = CGSize(width: 12, height: 0)
        shadow.shadowColor = UIColor.red
        let pixels = text("I", [.shadow: shadow, .foregroundColor: UIColor.blue])
        let plain = try #require(text("I", [:]).inkBounds)
        let ink = try #require(pixels.inkBounds)
        #expect(ink.minX == plain.minX)
        #expect(abs(ink.maxX - (plain.maxX + 12)) <= 1)
        let y = (plain.minY + plain.maxY) / 2
        #expect(pixels.row(y)[(plain.minX + plain.maxX) / 2] & 0xFF > 200)
        #expect(pixels.row(y)[(plain.minX + plain.maxX) / 2 + 12] >> 16 & 0xFF > 200)
    }

    @Test("a dynamic color is that of the traits when it is drawn, not when it was laid out")
    func dynamicColors() {
        func draw(_ style: UIUserInterfaceStyle) -> Bitmap {
            drawn(20, 20) { _ in
                UITraitCollection(userInterfaceStyle: style).performAsCurrent {
                    "■".draw(at: .zero, withAttributes: [.font: font, .foregroundColor: UIColor.label])
                }
            }
        }
        #expect(draw(.dark).inkBounds.map { $0.minX } == draw(.light).inkBounds.map { $0.minX })
        #expect(!draw(.dark).isEqual(to: draw(.light)))
    }

    @Test("spans of several colors in one word keep their letters' places")
    func spans() {
        let whole = NSMutableAttributedString(string: "AVAVAV", attributes: [.font: font])
        let size = whole.size()
        whole.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 2, length: 2))
        #expect(whole.size() == size, "kerning goes on across colors")
        let pixels = drawn(90, 30) { _ in whole.draw(at: .zero) }
        var reds = 0
        for y in 0..<30 { reds += pixels.row(y).count { $0 == Pixel.red } }
        #expect(reds > 10)
    }
}

@Suite("Text kept by a thread")
struct TextBlockCacheTests {
    @Test("the same text and attributes give the same block; others another")
    func same() {
        let first = TextBlock.cached("kept", attributes: [.font: font])
        #expect(TextBlock.cached("kept", attributes: [.font: UIFont.systemFont(ofSize: 20)]) === first)
        #expect(TextBlock.cached("kept", attributes: [.font: font.withSize(21)]) !== first)
        #expect(TextBlock.cached("kept", attributes: [.font: font, .foregroundColor: UIColor.red]) !== first)
        #expect(TextBlock.cached("kept", attributes: [.font: font], in: TextContainer(width: 90)) !== first)
        #expect(TextBlock.cached(NSAttributedString(string: "kept", attributes: [.font: font])) === first)
    }

    @Test("a paragraph style that changes after it was used does not change what is kept")
    func mutation() {
        let style = NSMutableParagraphStyle()
        let first = TextBlock.cached("kept", attributes: [.paragraphStyle: style], in: TextContainer(width: 100))
        style.alignment = .right
        let second = TextBlock.cached("kept", attributes: [.paragraphStyle: style], in: TextContainer(width: 100))
        #expect(first.lines[0].rect.minX == 0)
        #expect(second.lines[0].rect.minX > 50)
    }

    @Test("every thread lays the same text out alike, at once")
    func threads() async {
        let expected = TextBlock("Many threads\nat once", attributes: [.font: font], in: TextContainer(width: 70))
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<50).allSatisfy { round in
                        let text = NSAttributedString(
                            string: "Many threads\nat once", attributes: [.font: UIFont.systemFont(ofSize: 20)])
                        let other = TextBlock("thread \(task) \(round)", attributes: nil)
                        let block = TextBlock(text, in: TextContainer(width: 70))
                        return block.size == expected.size && other.lineCount == 1
                    }
                }
            }
            for await isEqual in group { #expect(isEqual) }
        }
    }
}
