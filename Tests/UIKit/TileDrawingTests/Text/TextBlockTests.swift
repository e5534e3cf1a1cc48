import Foundation
import Testing
import TileDrawing

private let font = UIFont.systemFont(ofSize: 20)

@Suite("TextBlock: lines")
struct TextBlockLineTests {
    private func block(
        _ text: String, _ container: TextContainer = TextContainer(),
        style: (NSMutableParagraphStyle) -> Void = { _ in }
    ) -> TextBlock {
        let paragraph = NSMutableParagraphStyle()
        style(paragraph)
        return TextBlock(text, attributes: [.font: font, .paragraphStyle: paragraph], in: container)
    }

    @Test("one line is as high as its font, and its baseline is the ascender below the top")
    func oneLine() {
        let block = block("Hello")
        #expect(block.lineCount == 1)
        #expect(abs(block.size.height - font.lineHeight) < 0.01)
        #expect(abs(block.firstBaseline - font.ascender) < 0.01)
        #expect(block.lastBaseline == block.firstBaseline)
        #expect(block.size.width > 30)
        #expect(!block.isTruncated)
    }

    @Test("an empty text is one line high and has no width")
    func empty() {
        let block = block("")
        #expect(block.lineCount == 1)
        #expect(block.size.width == 0)
        #expect(abs(block.size.height - font.lineHeight) < 0.01)
    }

    @Test(
        "text in a width of its own is not broken, whatever the text", arguments: ["a b c", "Hello, world", "fi ffl"])
    func ownWidth(text: String) {
        let width = block(text).size.width
        #expect(block(text, TextContainer(width: width)).lineCount == 1)
        #expect(block(text, TextContainer(width: width - 0.5)).lineCount > 1)
    }

    @Test("a line that is too long is broken between words; a word that is too long within")
    func wrapping() {
        let word = block("wide").size.width
        let lines = block("wide wide wide", TextContainer(width: word + 1)).lines
        #expect(lines.count == 3)
        #expect(lines.map(\.range) == [0..<5, 5..<10, 10..<14])
        #expect(block("widewide", TextContainer(width: word + 1)).lineCount == 2)
    }

    @Test("breaking by characters fills the line")
    func byCharacter() {
        let width = block("wide wi").size.width
        let lines = block("wide wide", TextContainer(width: width)) { $0.lineBreakMode = .byCharWrapping }.lines
        #expect(lines.map(\.range) == [0..<7, 7..<9])
    }

    @Test("clipping leaves the line whole")
    func clipping() {
        let block = block("wide wide wide", TextContainer(width: 50)) { $0.lineBreakMode = .byClipping }
        #expect(block.lineCount == 1)
        #expect(block.size.width > 100)
    }

    @Test("every kind of line end begins a line", arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"])
    func lineEnds(end: String) {
        #expect(block("a\(end)b").lineCount == 2)
        #expect(block("a\(end)").lineCount == 2, "the line after the last end counts")
        #expect(block("\(end)\(end)").lineCount == 3)
    }

    @Test("a limit of lines leaves the others out, and says so")
    func lineLimit() {
        let block = block("a\nb\nc", TextContainer(lineLimit: 2))
        #expect(block.lineCount == 2)
        #expect(block.isTruncated)
        #expect(!self.block("a\nb", TextContainer(lineLimit: 2)).isTruncated)
    }

    @Test("lines below the container's end are left out, but never the first")
    func heightLimit() {
        let height = font.lineHeight
        #expect(block("a\nb\nc", TextContainer(height: height * 2.5)).lineCount == 2)
        #expect(block("a\nb\nc", TextContainer(height: height * 3)).lineCount == 3)
        #expect(block("a\nb\nc", TextContainer(height: 1)).lineCount == 1)
        #expect(block("a\nb\nc", TextContainer(height: 1)).isTruncated)
    }
}

@Suite("TextBlock: truncation")
struct TextBlockTruncationTests {
    private static let modes: [NSLineBreakMode] = [.byTruncatingHead, .byTruncatingMiddle, .byTruncatingTail]

    private func label(_ text: String, width: CGFloat, lines: Int = 1, _ mode: NSLineBreakMode) -> TextBlock {
        TextBlock(
            text, attributes: [.font: font],
            in: TextContainer(width: width, lineLimit: lines, lineBreakMode: mode))
    }

    @Test("a truncated line fits its width and says that it is truncated", arguments: modes)
    func fits(mode: NSLineBreakMode) {
        let block = label("a rather long line of text", width: 120, mode)
        #expect(block.lineCount == 1)
        #expect(block.isTruncated)
        #expect(block.size.width <= 120.01)
        #expect(block.size.width > 80)
    }

    @Test("an ellipsis is as wide as it is, whatever room is left", arguments: modes)
    func ellipsisWidth(mode: NSLineBreakMode) {
        // Wide letters leave much room.
        let letter = TextBlock("WW", attributes: [.font: font]).size.width / 2
        let ellipsis = TextBlock("…", attributes: [.font: font]).size.width
        let block = label("WWWWWWWWWW", width: 3 * letter + ellipsis + letter * 0.9, mode)
        #expect(abs(block.size.width - (3 * letter + ellipsis)) < 0.5)
    }

    @Test("a line that fits is not truncated", arguments: modes)
    func noNeed(mode: NSLineBreakMode) {
        let whole = TextBlock("short", attributes: [.font: font])
        let block = label("short", width: whole.size.width, mode)
        #expect(!block.isTruncated)
        #expect(block.size.width == whole.size.width)
    }

    @Test("of several lines only the last is truncated", arguments: modes)
    func lastLine(mode: NSLineBreakMode) {
        let block = label("one two three four five six seven eight nine ten", width: 120, lines: 3, mode)
        #expect(block.lineCount == 3)
        #expect(block.isTruncated)
        #expect(block.lines.allSatisfy { $0.rect.width <= 120.01 })
        #expect(block.lines[2].range.upperBound == 48)
    }

    @Test("a line that fits, with a paragraph after it that does not, gets an ellipsis too")
    func paragraphsLeftOver() {
        let alone = label("one", width: 200, .byTruncatingTail)
        let cut = label("one\ntwo", width: 200, .byTruncatingTail)
        #expect(cut.isTruncated)
        #expect(cut.lineCount == 1)
        #expect(cut.size.width > alone.size.width + 5)
    }

    @Test("a paragraph whose own style truncates is one line")
    func paragraphStyle() {
        let style = NSMutableParagraphStyle()
        style.lineBreakMode = .byTruncatingTail
        let block = TextBlock(
            "one two three four five six\nseven", attributes: [.font: font, .paragraphStyle: style],
            in: TextContainer(width: 100))
        #expect(block.lineCount == 2)
        #expect(block.isTruncated)
    }

    @Test("when the height cuts, the last line that has room is truncated")
    func byHeight() {
        let block = TextBlock(
            "one two three four five six seven eight nine ten", attributes: [.font: font],
            in: TextContainer(width: 120, height: font.lineHeight * 2.5, lineBreakMode: .byTruncatingTail))
        #expect(block.lineCount == 2)
        #expect(block.isTruncated)
        #expect(block.lines[1].range.upperBound == 48)
    }
}

@Suite("TextBlock: paragraph styles")
struct TextBlockStyleTests {
    private func block(
        _ text: String, width: CGFloat = .infinity, _ style: (NSMutableParagraphStyle) -> Void
    ) -> TextBlock {
        let paragraph = NSMutableParagraphStyle()
        style(paragraph)
        return TextBlock(
            text, attributes: [.font: font, .paragraphStyle: paragraph], in: TextContainer(width: width))
    }

    @Test("alignment places lines in the container's width")
    func alignment() {
        let width = TextBlock("abc", attributes: [.font: font]).size.width
        func leftEdge(_ alignment: NSTextAlignment, _ text: String = "abc") -> CGFloat {
            block(text, width: 200) { $0.alignment = alignment }.lines[0].rect.minX
        }
        #expect(leftEdge(.left) == 0)
        #expect(abs(leftEdge(.center) - (200 - width) / 2) < 0.01)
        #expect(abs(leftEdge(.right) - (200 - width)) < 0.01)
        #expect(leftEdge(.natural) == 0)
        #expect(leftEdge(.natural, "אבג") > 100, "a right-to-left paragraph stands at the right")
    }

    @Test("justified lines fill the width, but for the last")
    func justified() {
        let block = block("one two three four five six", width: 130) { $0.alignment = .justified }
        #expect(block.lineCount > 2)
        for line in block.lines.dropLast() { #expect(abs(line.rect.width - 130) < 0.1) }
        #expect(block.lines.last!.rect.width < 129)
    }

    @Test("indents move the lines' edges")
    func indents() {
        let block = block("one two three four five six", width: 200) {
            $0.firstLineHeadIndent = 30
            $0.headIndent = 10
            $0.tailIndent = -20
        }
        #expect(block.lines[0].rect.minX == 30)
        #expect(block.lines[1].rect.minX == 10)
        #expect(block.lines.allSatisfy { $0.rect.maxX <= 180.01 })
        let fromLeading = self.block("one two three four", width: 200) { $0.tailIndent = 80 }
        #expect(fromLeading.lines.allSatisfy { $0.rect.maxX <= 80.01 })
    }

    @Test("distances between lines and between paragraphs add up")
    func distances() {
        let height = font.lineHeight
        let block = block("a\u{2028}b\nc") {
            $0.lineSpacing = 5
            $0.paragraphSpacing = 7
            $0.paragraphSpacingBefore = 2
        }
        #expect(abs(block.lines[1].rect.minY - (height + 5)) < 0.01)
        #expect(abs(block.lines[2].rect.minY - (2 * height + 5 + 5 + 7 + 2)) < 0.01)
        #expect(abs(block.size.height - (3 * height + 19)) < 0.01, "nothing is added after the last line")
    }

    @Test("a line's height is multiplied, then kept within its limits; what is added goes above the letters")
    func heights() {
        let height = font.lineHeight
        let tall = block("a") { $0.lineHeightMultiple = 2 }
        #expect(abs(tall.size.height - 2 * height) < 0.01)
        #expect(abs(tall.firstBaseline - (font.ascender + height)) < 0.01)
        #expect(abs(block("a") { $0.minimumLineHeight = 50 }.size.height - 50) < 0.01)
        let low = block("a\nb") {
            $0.maximumLineHeight = 15
            $0.lineHeightMultiple = 3
        }
        #expect(abs(low.size.height - 30) < 0.01)
    }

    @Test("a tab goes to the next stop")
    func tabs() {
        let block = block("a\tb") { $0.tabStops = [NSTextTab(textAlignment: .left, location: 100)] }
        let b = TextBlock("b", attributes: [.font: font]).size.width
        #expect(abs(block.size.width - (100 + b)) < 0.1)
    }

    @Test("a larger font within a line makes the line higher, and all stand on one baseline")
    func fonts() {
        let text = NSMutableAttributedString(string: "small", attributes: [.font: font])
        text.append(NSAttributedString(string: "LARGE", attributes: [.font: font.withSize(40)]))
        let block = TextBlock(text)
        #expect(abs(block.size.height - 2 * font.lineHeight) < 0.01)
        #expect(abs(block.firstBaseline - 2 * font.ascender) < 0.01)
    }

    @Test("kern adds to every character, a baseline offset to the line's height")
    func kernAndOffset() {
        let plain = TextBlock("abcd", attributes: [.font: font]).size
        let wide = TextBlock("abcd", attributes: [.font: font, .kern: 3]).size
        #expect(abs(wide.width - plain.width - 12) < 0.1)
        let raised = TextBlock("abcd", attributes: [.font: font, .baselineOffset: 6]).size
        #expect(abs(raised.height - plain.height - 6) < 0.01)
    }

    @Test("text of 5,000 points is laid out as that of 5, a thousand times as large")
    func hugeFonts() {
        let small = TextBlock("Hello you", attributes: [.font: font.withSize(5)], in: TextContainer(width: 20))
        let huge = TextBlock("Hello you", attributes: [.font: font.withSize(5000)], in: TextContainer(width: 20000))
        #expect(small.lineCount == huge.lineCount)
        #expect(abs(huge.size.width / small.size.width / 1000 - 1) < 0.01)
        #expect(abs(huge.size.height / small.size.height / 1000 - 1) < 0.001)
    }

    @Test("text in six hundred sizes is laid out as in one")
    func manySizes() {
        let one = TextBlock("abc", attributes: [.font: font.withSize(8)]).size
        for step in 0..<600 {
            let size = TextBlock("abc", attributes: [.font: font.withSize(8 + CGFloat(step) / 100)]).size
            #expect(abs(size.width / one.width - (8 + CGFloat(step) / 100) / 8) < 0.01)
        }
    }

    @Test("attributes of a wrong type are passed over")
    func wrongTypes() {
        let plain = TextBlock("abc").size
        let odd = TextBlock(
            "abc", attributes: [.font: "Helvetica", .foregroundColor: 3, .kern: "wide", .paragraphStyle: NSNull()])
        #expect(odd.size == plain)
    }
}

@Suite("TextBlock: odd input")
struct TextBlockOddInputTests {
    @Test("a null character takes a place and ends nothing")
    func nullCharacter() {
        let block = TextBlock("ab\0cd", attributes: [.font: font], in: TextContainer(lineLimit: 1))
        #expect(block.lines.map(\.range) == [0..<5])
        #expect(!block.isTruncated)
        #expect(block.size.width > TextBlock("abcd", attributes: [.font: font]).size.width)
    }

    @Test("indents wider than the container leave a character a line")
    func wideIndents() {
        let style = NSMutableParagraphStyle()
        style.firstLineHeadIndent = 500
        style.headIndent = 400
        style.tailIndent = -300
        let block = TextBlock(
            "abc", attributes: [.font: font, .paragraphStyle: style], in: TextContainer(width: 100))
        #expect(block.lineCount == 3)
    }

    @Test("containers of no size hold what they can: a character a line, and one line")
    func noRoom() {
        #expect(TextBlock("abc", attributes: [.font: font], in: TextContainer(width: 0)).lineCount == 3)
        #expect(TextBlock("a b\nc", attributes: [.font: font], in: TextContainer(width: -5, height: 0)).lineCount == 1)
        let label = TextBlock(
            "abc", attributes: [.font: font],
            in: TextContainer(width: 0, lineLimit: 1, lineBreakMode: .byTruncatingTail))
        #expect(label.lineCount == 1)
        #expect(label.isTruncated)
    }

    @Test("numbers beyond all measure keep sizes finite", arguments: [1e9, 1e300, -1e300] as [CGFloat])
    func hugeNumbers(number: CGFloat) {
        let block = TextBlock("ab", attributes: [.font: font, .kern: number, .baselineOffset: number])
        #expect(block.size.width.isFinite)
        #expect(block.size.height.isFinite)
        let large = TextBlock("ab", attributes: [.font: font.withSize(abs(number))])
        #expect(large.size.width.isFinite)
        #expect(drawn(4, 4) { block.draw(in: $0, at: CGPoint(x: number, y: .nan)) }.coverage == 0)
    }

    @Test("attributes that part a letter of two UTF-16 words hold for all of the text")
    func splitSurrogates() {
        let text = NSMutableAttributedString(string: "a😀b", attributes: [.font: font])
        text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 2))
        #expect(TextBlock(text).lines.map(\.range) == [0..<6])
    }

    @Test("characters that no font has are shown as frames")
    func unknownCharacters() {
        let pixels = drawn(40, 30) { _ in "\u{10F7F3}".draw(at: .zero, withAttributes: [.font: font]) }
        #expect(pixels.coverage > 5)
    }

    @Test("a thousand lines are laid out, and a limit keeps the first")
    func manyLines() {
        let text = Array(repeating: "line", count: 1000).joined(separator: "\n")
        #expect(TextBlock(text).lineCount == 1000)
        #expect(TextBlock(text, in: TextContainer(lineLimit: 3)).lineCount == 3)
    }
}
