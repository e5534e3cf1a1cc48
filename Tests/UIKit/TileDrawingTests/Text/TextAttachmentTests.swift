import Foundation
import Testing
import TileDrawing
import TileGraphics

private let font = UIFont.systemFont(ofSize: 20)

private final class Badge: NSTextAttachment {
    override init(data contentData: Data?, ofType uti: String?) { super.init(data: contentData, ofType: uti) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

@Suite("Text attachments")
struct TextAttachmentTests {
    private func square(_ side: CGFloat, _ color: UIColor = .red) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIGraphicsImageRenderer(size: CGSize(width: side, height: side), format: format).image {
            $0.cgContext.setFillColor(color.cgColor)
            $0.cgContext.fill(CGRect(x: 0, y: 0, width: side, height: side))
        }
    }

    private func text(_ before: String, _ attachment: NSTextAttachment, _ after: String = "") -> NSAttributedString {
        let text = NSMutableAttributedString(string: before, attributes: [.font: font])
        text.append(NSAttributedString(attachment: attachment))
        text.append(NSAttributedString(string: after, attributes: [.font: font]))
        return text
    }

    @Test("An attachment is one object replacement character, as large as its image or its bounds")
    func size() {
        let attachment = NSTextAttachment(image: square(30))
        let alone = NSAttributedString(attachment: attachment)
        #expect(alone.string.utf16.map(Int.init) == [NSTextAttachment.character])
        #expect(alone.size() == CGSize(width: 30, height: 30))
        attachment.bounds = CGRect(x: 0, y: -4, width: 16, height: 12)
        attachment.lineLayoutPadding = 3
        #expect(NSAttributedString(attachment: attachment).size() == CGSize(width: 22, height: 12))
    }

    @Test("The bottom is on the baseline; the line grows above it, and below it by what hangs down")
    func baseline() {
        let attachment = NSTextAttachment(image: square(40))
        let plain = TextBlock("Hg", attributes: [.font: font])
        let block = TextBlock(text("Hg", attachment))
        #expect(block.firstBaseline == 40)
        #expect(abs(block.size.width - plain.size.width - 40) < 0.01)
        #expect(abs(block.lastDescent - plain.lastDescent) < 0.01)
        attachment.bounds = CGRect(x: 0, y: -15, width: 40, height: 40)
        let lowered = TextBlock(text("Hg", attachment))
        #expect(lowered.firstBaseline == 25)
        #expect(lowered.lastDescent == 15)
        attachment.bounds.origin.y = 10
        #expect(TextBlock(text("Hg", attachment)).firstBaseline == 50)
    }

    @Test("It is drawn where it stands, a template in the text's color, and in texts from right to left at the left")
    func drawing() throws {
        let attachment = NSTextAttachment(image: square(4))
        attachment.bounds = CGRect(x: 0, y: 0, width: 2, height: 3)
        attachment.lineLayoutPadding = 1
        let red = drawn(4, 4) { _ in NSAttributedString(attachment: attachment).draw(at: .zero) }
        #expect(red.letters([("r", 0xFFFF_0000)]) == [".rr.", ".rr.", ".rr.", "...."])
        let template = NSTextAttachment(image: square(2).withRenderingMode(.alwaysTemplate))
        let blue = NSMutableAttributedString(attachment: template)
        blue.addAttribute(.foregroundColor, value: UIColor.blue, range: NSRange(location: 0, length: 1))
        #expect(drawn(2, 2) { _ in blue.draw(at: .zero) }.letters([("b", 0xFF00_00FF)]) == ["bb", "bb"])
        let hebrew = text("\u{05D0}", NSTextAttachment(image: square(10)))
        let block = TextBlock(hebrew)
        let pixels = drawn(40, 30) { block.draw(in: $0, at: .zero) }
        let row = pixels.row(Int(block.firstBaseline) - 2)
        #expect(row.prefix(10).allSatisfy { $0 == 0xFFFF_0000 })
    }

    @Test("A symbol has the text's color, unless it has its own")
    func symbols() throws {
        let symbol = try #require(UIImage(systemName: "circle.fill"))
        func middle(_ image: UIImage) -> UInt32 {
            let attachment = NSTextAttachment(image: image)
            attachment.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
            let blue = NSMutableAttributedString(attachment: attachment)
            blue.addAttribute(.foregroundColor, value: UIColor.blue, range: NSRange(location: 0, length: 1))
            return drawn(9, 9) { _ in blue.draw(at: .zero) }.row(4)[4]
        }
        #expect(middle(symbol) == 0xFF00_00FF)
        #expect(middle(symbol.withTintColor(.red)) == 0xFFFF_0000)
        #expect(middle(symbol.withTintColor(.red, renderingMode: .alwaysTemplate)) == 0xFF00_00FF)
        #expect(middle(symbol.withRenderingMode(.alwaysOriginal)) == 0xFF00_0000)
    }

    @Test("It is drawn with the context's alpha and blend mode")
    func contextState() {
        let block = TextBlock(NSAttributedString(attachment: NSTextAttachment(image: square(2))))
        let pale = drawn(2, 2) { context in
            context.setAlpha(0.5)
            block.draw(in: context, at: .zero)
        }
        #expect(pale.letters([("p", 0x8080_0000)]) == ["pp", "pp"])
        let cleared = drawn(2, 2) { context in
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
            context.setBlendMode(.clear)
            block.draw(in: context, at: .zero)
        }
        #expect(cleared.coverage == 0)
    }

    @Test("Data is decoded once, so the same text is laid out once; a layout with a large image is not kept")
    func decoding() {
        let attachment = NSTextAttachment(data: square(3).pngData(), ofType: "public.png")
        let text = NSAttributedString(attachment: attachment)
        let first = TextBlock.cached(text)
        #expect(first.size == CGSize(width: 3, height: 3))
        #expect(TextBlock.cached(text) === first)
        attachment.contents = square(5).pngData()
        #expect(TextBlock.cached(text).size == CGSize(width: 5, height: 5))
        let largest = NSAttributedString(attachment: NSTextAttachment(image: square(128)))
        #expect(TextBlock.cached(largest) === TextBlock.cached(largest))
        let tooLarge = NSAttributedString(attachment: NSTextAttachment(image: square(129)))
        #expect(TextBlock.cached(tooLarge) !== TextBlock.cached(tooLarge))
    }

    @Test("An archive keeps all of it, and a subclass has all initializers")
    func coding() throws {
        let attachment = NSTextAttachment(image: square(2))
        attachment.bounds = CGRect(x: 0, y: -4, width: 16, height: 12)
        attachment.lineLayoutPadding = 3
        attachment.contents = Data([1, 2, 3])
        attachment.fileType = "public.data"
        attachment.accessibilityLabel = "two"
        let archive = try NSKeyedArchiver.archivedData(withRootObject: attachment, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSTextAttachment.self, from: archive))
        #expect(back.image?.size == CGSize(width: 2, height: 2))
        #expect(back.bounds == attachment.bounds && back.lineLayoutPadding == 3)
        #expect(back.contents == Data([1, 2, 3]) && back.fileType == "public.data")
        #expect(back.accessibilityLabel == "two")
        #expect(Badge().image == nil && Badge(image: square(2)).image?.size.width == 2)
    }

    @Test("Lines break beside it, and truncation replaces it by the ellipsis")
    func breaking() {
        let attachment = NSTextAttachment(image: square(50))
        let wrapped = TextBlock(text("Hello ", attachment, " there"), in: TextContainer(width: 60))
        #expect(wrapped.lineCount == 3)
        #expect(wrapped.lines[1].rect.height >= 50)
        let one = TextBlock(
            text("Hello ", attachment),
            in: TextContainer(width: 60, lineLimit: 1, lineBreakMode: .byTruncatingTail))
        #expect(one.isTruncated)
        #expect(one.size.width <= 60)
        #expect(one.size.height < 50)
    }

    @Test(
        "Lengths that mean nothing count as 0, and those without end as the greatest",
        arguments: [
            (CGRect(x: 0, y: 0, width: -5, height: 10), CGSize(width: 0, height: 10)),
            (CGRect(x: CGFloat.nan, y: .nan, width: .nan, height: 10), CGSize(width: 0, height: 10)),
            (CGRect(x: 0, y: 0, width: 1e300, height: .infinity), CGSize(width: 16_384, height: 16_384)),
        ])
    func badSizes(bounds: CGRect, size: CGSize) {
        let attachment = NSTextAttachment(image: square(1))
        attachment.bounds = bounds
        #expect(NSAttributedString(attachment: attachment).size() == size)
    }

    @Test("Padding does not extend it beyond the greatest length")
    func padding() {
        let attachment = NSTextAttachment()
        attachment.bounds = CGRect(x: 0, y: 0, width: 16_000, height: 10)
        attachment.lineLayoutPadding = 100
        #expect(NSAttributedString(attachment: attachment).size() == CGSize(width: 16_200, height: 10))
        attachment.lineLayoutPadding = 1000
        #expect(NSAttributedString(attachment: attachment).size() == CGSize(width: 16_384, height: 10))
    }

    @Test("Without an image it has the size of its bounds and draws nothing; other characters keep their glyphs")
    func nothing() {
        let broken = NSTextAttachment(data: Data([1, 2, 3]), ofType: "public.png")
        #expect(NSAttributedString(attachment: broken).size() == .zero)
        broken.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
        #expect(drawn(8, 8) { _ in NSAttributedString(attachment: broken).draw(at: .zero) }.coverage == 0)
        let letters = NSAttributedString(string: "Hg", attributes: [.font: font, .attachment: broken])
        #expect(letters.size() == "Hg".size(withAttributes: [.font: font]))
    }

    @Test("The spoken text has the attachments' labels")
    func spoken() {
        let attachment = NSTextAttachment(image: square(1))
        #expect(text("a", attachment, "b").spokenText == "ab")
        attachment.accessibilityLabel = "star"
        #expect(text("a ", attachment, " b").spokenText == "a star b")
    }
}
