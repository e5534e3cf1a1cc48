import Foundation
import Testing
import TileDrawing
import TileGraphics

@testable import TileViews

@Suite("A label draws its text")
struct LabelDrawingTests {
    /// The extent of a label's ink in pixels, and its amount: the sum of all alpha values in whole pixels.
    private struct Ink {
        var left = Int.max
        var right = -1
        var top = Int.max
        var bottom = -1
        var amount = 0.0

        init(_ bitmap: Bitmap, where isInk: (PixelColor) -> Bool = { $0.alpha > 0 }) {
            for y in 0..<bitmap.height {
                for x in 0..<bitmap.width where isInk(bitmap[x, y]) {
                    (left, right) = (min(left, x), max(right, x))
                    (top, bottom) = (min(top, y), max(bottom, y))
                    amount += Double(bitmap[x, y].alpha) / 255
                }
            }
        }
    }

    private func label(_ text: String, width: CGFloat = 200, height: CGFloat = 40) -> UILabel {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: width, height: height))
        label.text = text
        label.textColor = .black
        return label
    }

    private func ink(_ label: UILabel) throws -> Ink { Ink(try Letters.bitmap(of: label)) }

    @Test("text stands at the side to which it is aligned")
    func alignment() throws {
        let label = label("HHH")
        let width = Int(label.intrinsicContentSize.width)
        for alignment in [NSTextAlignment.left, .natural, .justified] {
            label.textAlignment = alignment
            let ink = try ink(label)
            #expect(ink.left <= 3 && ink.right <= width)
        }
        label.textAlignment = .right
        #expect(try ink(label).right >= 196)
        label.textAlignment = .center
        let centered = try ink(label)
        #expect(abs(centered.left + centered.right - 199) <= 2)
    }

    @Test("naturally aligned text stands where the interface's text begins")
    func naturalAlignment() throws {
        let label = label("HHH")
        label.semanticContentAttribute = .forceRightToLeft
        #expect(try ink(label).right >= 196)
        #expect(label.textRect(forBounds: label.bounds, limitedToNumberOfLines: 1).maxX == 200)
    }

    @Test("text stands in the middle of the height")
    func middle() throws {
        let label = label("H")
        let low = try ink(label)
        label.frame.size.height = 80
        let high = try ink(label)
        #expect(abs(high.top - low.top - 20) <= 1 && abs(high.bottom - low.bottom - 20) <= 1)
        let line = label.font.lineHeight
        // A capital letter is on the baseline, at the distance of the ascent from the top of the line.
        let baseline = 40 - line / 2 + label.font.ascender
        #expect(abs(CGFloat(high.bottom + 1) - baseline) <= 1)
        #expect(abs(CGFloat(high.bottom + 1 - high.top) - label.font.capHeight) <= 1.5)
    }

    /// A label with its text at the top, or in a rectangle of its own.
    private final class PlacedLabel: UILabel {
        var room: CGRect?
        override func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
            if let room { return room }
            var rect = super.textRect(forBounds: bounds, limitedToNumberOfLines: numberOfLines)
            rect.origin.y = bounds.minY
            return rect
        }
    }

    @Test("a subclass's textRect says where the text is drawn, and how wide lines are")
    func placed() throws {
        let label = PlacedLabel(frame: CGRect(x: 0, y: 0, width: 200, height: 80))
        label.text = "HH HH"
        label.textColor = .black
        let plain = self.label("HH HH", width: 200, height: 80)
        let (high, middle) = (try ink(label), try ink(plain))
        let above = plain.textRect(forBounds: plain.bounds, limitedToNumberOfLines: 1).minY
        #expect(above > 20)
        #expect(CGFloat(middle.top - high.top) == above)
        #expect((high.left, high.right) == (middle.left, middle.right))
        label.numberOfLines = 2
        label.room = CGRect(x: 100, y: 10, width: 40, height: 60)
        let inRoom = try ink(label)
        #expect(inRoom.left >= 100 && inRoom.right < 140 && inRoom.top >= 10 && inRoom.bottom < 70)
        #expect(CGFloat(inRoom.bottom - inRoom.top) > label.font.lineHeight)
    }

    /// A label with margins of four points, written without knowledge of the rectangles of other labels.
    private final class PaddedLabel: UILabel {
        private let margins = UIEdgeInsets(top: 4, left: 4, bottom: 4, right: 4)
        override func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
            super.textRect(forBounds: bounds.inset(by: margins), limitedToNumberOfLines: numberOfLines)
                .insetBy(dx: -4, dy: -4)
        }
        override func drawText(in rect: CGRect) { super.drawText(in: rect.inset(by: margins)) }
    }

    @Test("a subclass that draws into a rect of its own choice has its text there")
    func padded() throws {
        let padded = PaddedLabel()
        padded.text = "HH HH"
        padded.textColor = .black
        padded.sizeToFit()
        let plain = label("HH HH")
        plain.sizeToFit()
        #expect(padded.bounds.size == CGSize(width: plain.bounds.width + 8, height: plain.bounds.height + 8))
        let (inner, outer) = (try ink(plain), try ink(padded))
        #expect((outer.left, outer.top) == (inner.left + 4, inner.top + 4))
        #expect(outer.amount == inner.amount)
    }

    @Test("text that is too long does not leave the bounds, and ends in an ellipsis")
    func truncation() throws {
        let label = label("HHHHHHHHHHHHHHHHHHHH", width: 100)
        let cut = try Letters.bitmap(of: label)
        #expect(Ink(cut).right < 100)
        // The ellipsis is on the baseline: no part of it is higher than a dot.
        let bottom = Ink(cut).bottom
        let lastInk = Ink(cut).right
        #expect((0..<bottom - 4).allSatisfy { cut[lastInk, $0].alpha == 0 })
        label.lineBreakMode = .byTruncatingHead
        let head = try Letters.bitmap(of: label)
        let first = Ink(head).left
        #expect((0..<bottom - 4).allSatisfy { head[first, $0].alpha == 0 })
    }

    @Test("lines stand beneath one another, as many as are allowed")
    func lines() throws {
        let label = label("HH HH HH HH", width: 40, height: 200)
        var heights: [Int] = []
        for limit in [1, 2, 3, 0] {
            label.numberOfLines = limit
            let ink = try ink(label)
            heights.append(ink.bottom - ink.top)
        }
        let line = Int(label.font.lineHeight.rounded())
        for (index, height) in heights.enumerated() {
            #expect(abs(height - heights[0] - index * line) <= 2)
        }
    }

    @Test("a disabled label's text is half as strong, a highlighted one's in its color")
    func states() throws {
        let label = label("HHH")
        let full = try ink(label).amount
        label.isEnabled = false
        #expect(abs(try ink(label).amount / full - 0.5) < 0.02)
        label.isEnabled = true
        label.highlightedTextColor = .red
        label.isHighlighted = true
        let red = try Letters.bitmap(of: label)
        #expect(Ink(red) { $0.alpha == 255 && $0.red == 255 && $0.green == 0 }.amount > 20)
        #expect(abs(Ink(red).amount - full) < 1)
        label.highlightedTextColor = nil
        #expect(Ink(try Letters.bitmap(of: label)) { $0.red > 0 }.amount == 0)
    }

    @Test("a shadow is the text again, at its offset, under it")
    func shadow() throws {
        let label = label("H")
        let plain = try ink(label)
        label.shadowColor = .red
        label.shadowOffset = CGSize(width: 3, height: 5)
        let bitmap = try Letters.bitmap(of: label)
        let shadow = Ink(bitmap) { $0.red > 0 }
        #expect(shadow.right == plain.right + 3 && shadow.bottom == plain.bottom + 5)
        let text = Ink(bitmap) { $0.alpha == 255 && $0.red == 0 }
        #expect(text.top >= plain.top && text.bottom <= plain.bottom && text.amount > 5)
    }

    @Test("attributed text has its own colors and sizes")
    func attributed() throws {
        let label = label("")
        let text = NSMutableAttributedString(string: "HH", attributes: [.font: UIFont.systemFont(ofSize: 30)])
        text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 1))
        text.addAttribute(.foregroundColor, value: UIColor.blue, range: NSRange(location: 1, length: 1))
        label.attributedText = text
        let bitmap = try Letters.bitmap(of: label)
        let (red, blue) = (Ink(bitmap) { $0.red > 200 }, Ink(bitmap) { $0.blue > 200 })
        #expect(red.amount > 20 && blue.amount > 20)
        #expect(red.right < blue.left)
        #expect(abs(red.bottom - red.top + 1 - Int(UIFont.systemFont(ofSize: 30).capHeight.rounded())) <= 1)
    }

    final class Inset: UILabel {
        override func drawText(in rect: CGRect) {
            super.drawText(in: rect.inset(by: UIEdgeInsets(top: 0, left: 30, bottom: 20, right: 0)))
        }
    }

    @Test("a subclass draws the text into another rect")
    func drawText() throws {
        let plain = try ink(label("H"))
        let inset = Inset(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
        inset.text = "H"
        inset.textColor = .black
        let moved = try ink(inset)
        #expect(moved.left == plain.left + 30 && moved.top == plain.top - 10)
    }

    @Test("a change of size draws the text anew, and a font that does not exist is the system's")
    func redrawAndMissingFont() throws {
        let label = label("HHH", width: 200)
        label.textAlignment = .right
        label.font = UIFont(name: "There Is No Such Font", size: 30)
        #expect(label.font == .systemFont(ofSize: 17))
        let before = try ink(label)
        label.frame.size.width = 100
        let after = try ink(label)
        #expect(after.right == before.right - 100 && after.right - after.left == before.right - before.left)
    }

    @Test("a character that no font has is drawn as a frame")
    func unknownCharacter() throws {
        // A private use character, for which no font has a glyph.
        #expect(try ink(label("\u{10F7F3}")).amount > 5)
    }
}
