import Foundation
import Testing
import TileDrawing

@testable import TileViews

@Suite("A label's text and attributes")
struct LabelTextTests {
    @Test("a new label has UIKit's standard values")
    func standardValues() {
        let label = UILabel(frame: .zero)
        #expect(label.text == nil && label.attributedText == nil)
        #expect(label.font == UIFont.systemFont(ofSize: 17))
        #expect(label.textColor == .label)
        #expect(label.textAlignment == .natural)
        #expect(label.lineBreakMode == .byTruncatingTail)
        #expect(label.numberOfLines == 1)
        #expect(label.shadowOffset == CGSize(width: 0, height: -1))
        #expect(label.isEnabled && !label.isUserInteractionEnabled && !label.isHighlighted)
        #expect(label.minimumScaleFactor == 0 && !label.adjustsFontSizeToFitWidth)
        #expect(label.intrinsicContentSize == .zero)
    }

    @Test("text is attributed text with the label's own attributes")
    func plainText() throws {
        let label = UILabel(frame: .zero)
        label.font = .systemFont(ofSize: 20)
        label.textColor = .red
        label.textAlignment = .right
        label.text = "Row 12"
        let text = try #require(label.attributedText)
        #expect(text.string == "Row 12")
        let attributes = text.attributes(at: 3, effectiveRange: nil)
        #expect(attributes[.font] as? UIFont == .systemFont(ofSize: 20))
        #expect(attributes[.foregroundColor] as? UIColor == .red)
        #expect((attributes[.paragraphStyle] as? NSParagraphStyle)?.alignment == .right)
    }

    @Test("attributed text keeps its attributes, and gets the label's for those that it lacks")
    func attributedText() throws {
        let label = UILabel(frame: .zero)
        label.textColor = .blue
        let text = NSMutableAttributedString(string: "Row 12")
        text.addAttribute(.font, value: UIFont.boldSystemFont(ofSize: 12), range: NSRange(location: 0, length: 3))
        label.attributedText = text
        // The label stores a copy.
        text.mutableString.setString("other")
        #expect(label.text == "Row 12")
        #expect(label.font == .boldSystemFont(ofSize: 12))
        let whole = try #require(label.attributedText)
        #expect(whole.attribute(.font, at: 4, effectiveRange: nil) as? UIFont == .systemFont(ofSize: 17))
        #expect(whole.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor == .blue)
    }

    @Test("a property set after attributed text counts for all of it")
    func propertiesThroughout() throws {
        let label = UILabel(frame: .zero)
        let text = NSMutableAttributedString(string: "Row 12")
        text.addAttribute(.foregroundColor, value: UIColor.green, range: NSRange(location: 0, length: 3))
        label.attributedText = text
        #expect(label.textColor == .green)
        label.textColor = .red
        label.font = .systemFont(ofSize: 30)
        label.textAlignment = .center
        label.lineBreakMode = .byClipping
        let whole = try #require(label.attributedText)
        for index in [0, 5] {
            let attributes = whole.attributes(at: index, effectiveRange: nil)
            #expect(attributes[.foregroundColor] as? UIColor == .red)
            #expect(attributes[.font] as? UIFont == .systemFont(ofSize: 30))
            #expect((attributes[.paragraphStyle] as? NSParagraphStyle)?.alignment == .center)
            #expect((attributes[.paragraphStyle] as? NSParagraphStyle)?.lineBreakMode == .byClipping)
        }
    }

    @Test("plain text set after attributed text has the label's attributes again")
    func backToPlain() {
        let label = UILabel(frame: .zero)
        label.attributedText = NSAttributedString(string: "A", attributes: [.font: UIFont.systemFont(ofSize: 40)])
        label.text = "B"
        #expect(label.font == .systemFont(ofSize: 17))
        label.text = nil
        #expect(label.attributedText == nil)
    }

    @Test("an archive has the text and how it looks")
    func archive() throws {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
        label.text = "Row 12"
        label.font = .boldSystemFont(ofSize: 13)
        label.textColor = .red
        label.shadowColor = .green
        label.shadowOffset = CGSize(width: 2, height: 3)
        label.textAlignment = .center
        label.lineBreakMode = .byTruncatingMiddle
        label.numberOfLines = 3
        label.adjustsFontSizeToFitWidth = true
        label.minimumScaleFactor = 0.5
        label.baselineAdjustment = .alignCenters
        label.isEnabled = false
        let copy = try #require(try archivedCopy(of: label))
        #expect(copy.text == "Row 12")
        #expect(copy.font.pointSize == 13 && copy.font.fontName == label.font.fontName)
        #expect(copy.textColor == .red)
        #expect(copy.shadowColor == .green && copy.shadowOffset == CGSize(width: 2, height: 3))
        #expect(copy.textAlignment == .center && copy.lineBreakMode == .byTruncatingMiddle)
        #expect(copy.numberOfLines == 3 && copy.adjustsFontSizeToFitWidth && copy.minimumScaleFactor == 0.5)
        #expect(copy.baselineAdjustment == .alignCenters && !copy.isEnabled)
    }

    @Test("a font of a text style follows the content size category, if asked to")
    func contentSizeCategory() {
        let label = UILabel(frame: .zero)
        label.font = .preferredFont(forTextStyle: .body)
        label.text = "Row 12"
        let size = label.font.pointSize
        label.traitOverrides.preferredContentSizeCategory = .accessibilityLarge
        #expect(label.font.pointSize == size)
        label.adjustsFontForContentSizeCategory = true
        let larger = UITraitCollection(preferredContentSizeCategory: .accessibilityLarge)
        #expect(label.font == .preferredFont(forTextStyle: .body, compatibleWith: larger))
        #expect(label.font.pointSize > size)
        label.traitOverrides.preferredContentSizeCategory = .large
        #expect(label.font.pointSize == size)
        label.font = .systemFont(ofSize: 11)
        label.traitOverrides.preferredContentSizeCategory = .accessibilityLarge
        #expect(label.font.pointSize == 11)
    }
}
