import Foundation
import TileDrawing

/// The default appearance of a text view's text.
struct TextViewStyle {
    static let initialFont = UIFont.systemFont(ofSize: 12)

    var font = TextViewStyle.initialFont
    var color = UIColor.label
    var alignment = NSTextAlignment.natural
    /// The typing attributes that the program has set; nil for those at the caret.
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

    /// Returns the text with a default font, as in UIKit, and a default color, which is black in UIKit.
    func completing(_ text: NSAttributedString) -> NSAttributedString {
        let result = NSMutableAttributedString(attributedString: text)
        let own: [NSAttributedString.Key: Any] = [.font: font, .foregroundColor: color]
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
            result.setAttributes(own.merging(attributes) { $1 }, range: range)
        }
        return result
    }
}
