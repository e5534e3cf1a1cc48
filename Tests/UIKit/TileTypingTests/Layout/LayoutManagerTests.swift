import Foundation
import Testing
import TileDrawing
import TileGraphics

@testable import TileTyping

@Suite("A layout manager")
struct LayoutManagerTests {
    private let storage = NSTextStorage()
    private let manager = NSLayoutManager()
    private let container: NSTextContainer

    init() {
        container = NSTextContainer(size: CGSize(width: 120, height: 0))
        manager.addTextContainer(container)
        storage.addLayoutManager(manager)
    }

    private func set(
        _ text: String, _ attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 16)]
    ) {
        storage.setAttributedString(NSAttributedString(string: text, attributes: attributes))
    }

    @Test("agrees with how strings are drawn, line by line")
    func lines() {
        let text = "The quick brown fox jumps over the lazy dog\nand rests"
        set(text)
        let block = TextBlock(
            text, attributes: [.font: UIFont.systemFont(ofSize: 16)],
            in: TextContainer(width: 110, usesFontLeading: true))
        var lines: [(CGRect, NSRange)] = []
        manager.enumerateLineFragments(forGlyphRange: NSRange(location: 0, length: 999)) { rect, _, _, range, _ in
            lines.append((rect, range))
        }
        #expect(lines.count == block.lineCount)
        for (line, expected) in zip(lines, block.lines) {
            #expect(abs(line.0.minY - expected.rect.minY) < 0.01 && abs(line.0.height - expected.rect.height) < 0.01)
            #expect(line.0.width == 120)
            #expect(line.1.location == expected.range.lowerBound)
        }
        #expect(lines.map(\.1.length).reduce(0, +) == text.utf16.count)
        #expect(abs(manager.usedRect(for: container).height - block.size.height) < 0.01)
    }

    @Test("finds each glyph where it says that it is")
    func glyphs() {
        set("office fluff, a 🙂 and é")
        for index in 0..<storage.length {
            let rect = manager.boundingRect(forGlyphRange: NSRange(location: index, length: 1), in: container)
            guard rect.width > 1 else { continue }
            var fraction: CGFloat = -1
            let middle = CGPoint(x: rect.midX, y: rect.midY)
            let found = manager.glyphIndex(for: middle, in: container, fractionOfDistanceThroughGlyph: &fraction)
            #expect(found == index)
            #expect(abs(fraction - 0.5) < 0.01)
        }
    }

    @Test("places carets in text of two directions where their characters are")
    func bidi() {
        container.size.width = 0
        set("abc שלום def")
        let flow = manager.flow
        func x(_ offset: Int) -> CGFloat { flow.caretRect(at: TextPlace(offset: offset)).minX }
        #expect(x(0) < x(1) && x(1) < x(3))
        // In the Hebrew word, later characters are further left.
        #expect(x(5) > x(6) && x(6) > x(7))
        #expect(x(9) < x(12))
        let rects = flow.rects(of: 2..<6)
        #expect(rects.count == 2)
        #expect(rects.last?.isRightToLeft == true)
    }

    @Test("an empty text, and one that ends with a line end, have a line for the caret")
    func extraLine() {
        #expect(manager.extraLineFragmentRect.height > 0)
        set("a\n")
        let extra = manager.extraLineFragmentRect
        #expect(extra.minY > 0 && extra.height > 0)
        #expect(manager.extraLineFragmentTextContainer === container)
        set("a")
        #expect(manager.extraLineFragmentRect == .zero)
    }

    @Test("a limit of lines leaves out the rest")
    func limit() {
        set("one two three four five six seven eight nine ten")
        let whole = manager.usedRect(for: container).height
        container.maximumNumberOfLines = 2
        container.lineBreakMode = .byTruncatingTail
        let limited = manager.usedRect(for: container).height
        #expect(limited < whole)
        var count = 0
        manager.enumerateLineFragments(forGlyphRange: NSRange(location: 0, length: storage.length)) { _, _, _, _, _ in
            count += 1
        }
        #expect(count == 2)
    }

    @Test("distances between paragraphs and lines are those of their styles")
    func spacing() {
        let style = NSMutableParagraphStyle()
        style.paragraphSpacing = 10
        style.paragraphSpacingBefore = 4
        style.lineSpacing = 3
        set("one\ntwo\nthree", [.font: UIFont.systemFont(ofSize: 16), .paragraphStyle: style])
        let block = TextBlock(
            storage.attributedSubstring(from: NSRange(location: 0, length: 13)),
            in: TextContainer(usesFontLeading: true))
        for (index, line) in block.lines.enumerated() {
            let rect = manager.lineFragmentRect(forGlyphAt: [0, 4, 8][index], effectiveRange: nil)
            #expect(abs(rect.minY - line.rect.minY) < 0.01)
        }
    }

    @Test("indices and points beyond the text are brought within")
    func beyond() {
        for text in ["", "a", "two\nlines\n"] {
            set(text)
            for index in [-5, 0, 3, 99, Int.max, Int.min] {
                _ = manager.lineFragmentRect(forGlyphAt: index, effectiveRange: nil)
                _ = manager.location(forGlyphAt: index)
                for length in [-1, 0, 5, Int.max] {
                    _ = manager.boundingRect(forGlyphRange: NSRange(location: index, length: length), in: container)
                    manager.invalidateLayout(
                        forCharacterRange: NSRange(location: index, length: length), actualCharacterRange: nil)
                }
            }
            for value in [CGFloat.nan, .infinity, -1e300, 1e300] {
                let point = CGPoint(x: value, y: value)
                #expect((0...max(0, storage.length)).contains(manager.glyphIndex(for: point, in: container)))
            }
        }
    }

    @Test("an attachment has its place in the line, which grows with it")
    func attachments() {
        let attachment = NSTextAttachment(data: nil, ofType: nil)
        attachment.bounds = CGRect(x: 0, y: -5, width: 30, height: 50)
        set("ab\u{FFFC}c")
        let letters = manager.boundingRect(forGlyphRange: NSRange(location: 0, length: 2), in: container).width
        storage.addAttribute(.attachment, value: attachment, range: NSRange(location: 2, length: 1))
        let box = manager.boundingRect(forGlyphRange: NSRange(location: 2, length: 1), in: container)
        #expect(abs(box.minX - container.lineFragmentPadding - letters) < 0.01)
        #expect(abs(box.width - 30) < 0.01)
        #expect(abs(manager.usedRect(for: container).height - 50) < 0.01)
    }
}
