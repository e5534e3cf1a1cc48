import Foundation
import Testing
import TileDrawing

@testable import TileViews

@Suite("A label lays out its text")
struct LabelLayoutTests {
    private func label(_ text: String, size: CGFloat = 16, lines: Int = 1) -> UILabel {
        let label = UILabel(frame: .zero)
        label.font = .systemFont(ofSize: size)
        label.text = text
        label.numberOfLines = lines
        return label
    }

    private let words = "The quick brown fox jumps over the lazy dog"

    private func layout(_ label: UILabel, width: CGFloat, height: CGFloat = 1000) -> LabelLayout {
        LabelLayout(
            label.labelContent.styled(in: label.labelStyle)!, label.labelStyle, mode: label.lineBreakMode,
            natural: .left,
            in: CGSize(width: width, height: height),
            lineLimit: label.numberOfLines)
    }

    @Test("text of one style is read as the attributed string that the label gives would be")
    func plainText() {
        let label = label("Ångström\u{1F600} und mehr", lines: 2)
        func isSame() -> Bool {
            label.labelContent.styled(in: label.labelStyle) == label.attributedText.map(StyledText.init)
        }
        #expect(isSame())
        label.textColor = .systemRed
        label.shadowColor = .black
        label.shadowOffset = CGSize(width: 2, height: 3)
        label.textAlignment = .center
        label.lineBreakMode = .byTruncatingMiddle
        #expect(isSame())
        label.text = String(NSString("ein NSString: ö"))
        #expect(isSame())
    }

    @Test("one line is as wide as its text, however narrow the size asked for")
    func oneLine() {
        let label = label(words)
        let size = label.sizeThatFits(CGSize(width: 50, height: 10))
        #expect(size == label.intrinsicContentSize)
        #expect(size.width > 250)
        #expect(abs(size.height - label.font.lineHeight) <= 1)
    }

    @Test("several lines are as wide as they may be, and as many as it takes")
    func severalLines() {
        let label = label(words, lines: 0)
        let line = label.sizeThatFits(CGSize(width: 10000, height: 0)).height
        let narrow = label.sizeThatFits(CGSize(width: 120, height: 0))
        #expect(narrow.width <= 120)
        #expect(narrow.height >= 3 * line - 1)
        label.numberOfLines = 2
        #expect(abs(label.sizeThatFits(CGSize(width: 120, height: 0)).height - 2 * line) <= 1)
    }

    @Test("the preferred width limits the size that the label wants")
    func preferredWidth() {
        let label = label(words, lines: 0)
        let whole = label.intrinsicContentSize
        label.preferredMaxLayoutWidth = 120
        #expect(label.intrinsicContentSize == label.sizeThatFits(CGSize(width: 120, height: 0)))
        #expect(label.intrinsicContentSize.height > whole.height)
    }

    @Test("the size fits: text in it is not cut off", arguments: [CGFloat(9), 12.5, 16, 23.7, 40])
    func sizeFits(size: CGFloat) {
        for text in [words, "i", "WWW", "Ärger übt Öl", "a b"] {
            let label = label(text, size: size)
            let wanted = label.intrinsicContentSize
            #expect(!layout(label, width: wanted.width, height: wanted.height).block.isTruncated, "\(text)")
            #expect(layout(label, width: wanted.width / 2, height: wanted.height).block.isTruncated, "\(text)")
        }
    }

    @Test("the text's rect is in the middle of the height, and at the side of the alignment")
    func textRect() {
        let label = label("Row 12")
        let size = label.intrinsicContentSize
        let bounds = CGRect(x: 10, y: 20, width: 200, height: size.height + 20)
        for (alignment, x) in [
            (NSTextAlignment.left, 10.0), (.right, 210 - size.width), (.center, 110 - size.width / 2),
        ] {
            label.textAlignment = alignment
            let rect = label.textRect(forBounds: bounds, limitedToNumberOfLines: 1)
            #expect(rect == CGRect(x: x, y: 30, width: size.width, height: size.height))
        }
        label.text = nil
        #expect(
            label.textRect(forBounds: bounds, limitedToNumberOfLines: 1) == CGRect(x: 10, y: 20, width: 0, height: 0))
    }

    @Test("text that fits is not made smaller; text that does not is, as little as it takes")
    func shrinking() {
        let label = label(words)
        label.adjustsFontSizeToFitWidth = true
        label.minimumScaleFactor = 0.25
        let width = label.intrinsicContentSize.width
        #expect(layout(label, width: width).original == nil)
        let half = layout(label, width: width / 2)
        #expect(!half.block.isTruncated)
        #expect(half.block.size.width <= width / 2)
        #expect(half.block.size.width > width / 2 * 0.97)
        let tiny = layout(label, width: width / 8)
        #expect(tiny.block.isTruncated)
        #expect(abs(tiny.block.size.height - half.original!.size.height / 4) < 1)
    }

    @Test("at a smallest scale of 0 the font keeps its size")
    func noSmallestScale() {
        let label = label(words)
        label.adjustsFontSizeToFitWidth = true
        let cut = layout(label, width: 100)
        #expect(cut.original == nil && cut.block.isTruncated)
    }

    @Test("several lines are made smaller, too, until they have room")
    func shrinkingLines() {
        let label = label(words, lines: 2)
        #expect(layout(label, width: 120).block.isTruncated)
        label.adjustsFontSizeToFitWidth = true
        label.minimumScaleFactor = 0.2
        let fitting = layout(label, width: 120)
        #expect(!fitting.block.isTruncated && fitting.block.lineCount == 2)
    }

    @Test("letters move closer before text is cut off, by at most 5 % of their size")
    func tightening() {
        let label = label(words)
        let width = label.intrinsicContentSize.width
        let slack = CGFloat(words.count) * 16 * 0.05
        #expect(layout(label, width: width - slack / 2).block.isTruncated)
        label.allowsDefaultTighteningForTruncation = true
        #expect(!layout(label, width: width - slack / 2).block.isTruncated)
        #expect(layout(label, width: width - slack * 1.5).block.isTruncated)
    }

    @Test("a line made smaller stands on the same baseline, in the middle, or at the same top")
    func baselines() {
        let label = label(words)
        label.adjustsFontSizeToFitWidth = true
        label.minimumScaleFactor = 0.1
        let rect = CGRect(x: 0, y: 0, width: label.intrinsicContentSize.width / 2, height: 60)
        let shrunk = layout(label, width: rect.width, height: 60)
        let original = shrunk.original!
        let originalTop = 30 - original.size.height / 2
        #expect(
            abs(
                shrunk.top(in: rect, .alignBaselines) + shrunk.block.firstBaseline - originalTop
                    - original.firstBaseline) < 1e-6)
        #expect(abs(shrunk.top(in: rect, .alignCenters) + shrunk.block.size.height / 2 - 30) < 1e-6)
        #expect(shrunk.top(in: rect, .none) == originalTop)
    }
}
