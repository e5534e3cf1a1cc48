import Foundation
import TileDrawing
import TileViews

/// The appearance of a text field's text.
struct TextFieldStyle {
    static let initialFont = UIFont.systemFont(ofSize: 17)

    var font = TextFieldStyle.initialFont
    var color = UIColor.label
    var alignment = NSTextAlignment.natural
    var placeholder: NSAttributedString?
    /// The additional attributes that the program has set.
    var others: [NSAttributedString.Key: Any] = [:]

    var attributes: [NSAttributedString.Key: Any] {
        let paragraph = NSMutableParagraphStyle()
        if let own = others[.paragraphStyle] as? NSParagraphStyle { paragraph.setParagraphStyle(own) }
        paragraph.alignment = alignment
        var attributes = others
        attributes[.font] = font
        attributes[.foregroundColor] = color
        attributes[.paragraphStyle] = paragraph
        return attributes
    }

    mutating func setAttributes(_ attributes: [NSAttributedString.Key: Any]) {
        others = attributes
        if let font = attributes[.font] as? UIFont { self.font = font }
        if let color = attributes[.foregroundColor] as? UIColor { self.color = color }
        if let paragraph = attributes[.paragraphStyle] as? NSParagraphStyle { alignment = paragraph.alignment }
    }

    /// Returns the text with defaults for its missing attributes.
    func completing(_ text: NSAttributedString) -> NSAttributedString {
        let result = NSMutableAttributedString(attributedString: text)
        let own = attributes
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
            result.setAttributes(own.merging(attributes) { $1 }, range: range)
        }
        return result
    }
}

/// The text input traits of a text.
struct InputTraits {
    var autocapitalization = UITextAutocapitalizationType.sentences
    var autocorrection = UITextAutocorrectionType.default
    var spellChecking = UITextSpellCheckingType.default
    var keyboard = UIKeyboardType.default
    var appearance = UIKeyboardAppearance.default
    var returnKey = UIReturnKeyType.default
    var enablesReturnKeyAutomatically = false
    var isSecure = false
    var contentType: UITextContentType?
}

extension String {
    /// The string with a space in place of each line end. UTF-16 offsets are kept, except that CR LF becomes a single
    /// space.
    var singleLine: String {
        guard utf16.contains(where: TextFlow.isEnd) else { return self }
        return replacingOccurrences(of: "\r\n", with: " ")
            .split(omittingEmptySubsequences: false) { $0.utf16.contains(where: TextFlow.isEnd) }
            .joined(separator: " ")
    }
}
