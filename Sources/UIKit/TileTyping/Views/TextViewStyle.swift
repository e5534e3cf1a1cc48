import Foundation
import TileDrawing

/// How a text view's text looks where the program says nothing else.
struct TextViewStyle {
    static let initialFont = UIFont.systemFont(ofSize: 12)

    var font = TextViewStyle.initialFont
    var color = UIColor.label
    var alignment = NSTextAlignment.natural
    /// What the program gave for text to come; nil for what is at the caret.
    var typing: [NSAttributedString.Key: Any]?
    var link: [NSAttributedString.Key: Any]?

    var attributes: [NSAttributedString.Key: Any] {
        var attributes: [NSAttributedString.Key: Any] = [.font: font, .foregroundColor: color]
        if alignment != .natural {
            let paragraph = NSMutableParagraphStyle()
            paragraph.alignment = alignment
            attributes[.paragraphStyle] = paragraph
        }
        return attributes
    }

    /// With what the text lacks: a font, as in UIKit, and a color, which in UIKit is black.
    func completing(_ text: NSAttributedString) -> NSAttributedString {
        let result = NSMutableAttributedString(attributedString: text)
        let own: [NSAttributedString.Key: Any] = [.font: font, .foregroundColor: color]
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
            result.setAttributes(own.merging(attributes) { $1 }, range: range)
        }
        return result
    }
}
