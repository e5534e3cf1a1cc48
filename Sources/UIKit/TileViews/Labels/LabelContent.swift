import Foundation
import TileDrawing

/// The text of a label in the form in which it was set.
enum LabelContent: Equatable {
    case empty
    case plain(String)
    case attributed(NSAttributedString)

    var string: String? {
        switch self {
        case .empty: nil
        case .plain(let string): string
        case .attributed(let text): text.string
        }
    }

    /// Returns an attribute of the first character of attributed text.
    func first<Value>(_ key: NSAttributedString.Key) -> Value? {
        guard case .attributed(let text) = self, text.length > 0 else { return nil }
        return text.attribute(key, at: 0, effectiveRange: nil) as? Value
    }

    var firstParagraph: NSParagraphStyle? { first(.paragraphStyle) }

    /// Returns the text with all attributes; the style provides those that the text lacks.
    func attributed(in style: LabelStyle) -> NSAttributedString? {
        switch self {
        case .empty: return nil
        case .plain(let string):
            var attributes = style.attributes
            let paragraph = NSMutableParagraphStyle()
            paragraph.alignment = style.alignment
            paragraph.lineBreakMode = style.lineBreakMode
            attributes[.paragraphStyle] = paragraph
            return NSAttributedString(string: string, attributes: attributes)
        case .attributed(let text): return text.completed(with: style.attributes)
        }
    }

    /// Returns the text in the form for text layout, or nil if it is empty.
    func styled(in style: LabelStyle) -> StyledText? {
        switch self {
        case .empty: nil
        case .plain(let string): string.isEmpty ? nil : StyledText(string, style.textAttributes)
        case .attributed(let text): text.length == 0 ? nil : StyledText(text.completed(with: style.attributes))
        }
    }

    /// Returns attributed text with an attribute set for its whole length.
    func setting(_ key: NSAttributedString.Key, _ value: Any) -> LabelContent {
        guard case .attributed(let text) = self else { return self }
        return .attributed(text.changed { $0[key] = value })
    }

    /// Returns attributed text with its paragraph styles changed.
    func settingParagraphs(_ change: (NSMutableParagraphStyle) -> Void) -> LabelContent {
        guard case .attributed(let text) = self else { return self }
        return .attributed(
            text.changed { attributes in
                let style = NSMutableParagraphStyle()
                if let old = attributes[.paragraphStyle] as? NSParagraphStyle { style.setParagraphStyle(old) }
                change(style)
                attributes[.paragraphStyle] = style
            })
    }
}

extension NSAttributedString {
    /// Returns the string with the attributes of each run changed.
    func changed(_ change: (inout [NSAttributedString.Key: Any]) -> Void) -> NSAttributedString {
        let result = NSMutableAttributedString(attributedString: self)
        enumerateAttributes(in: NSRange(location: 0, length: length)) { attributes, range, _ in
            var attributes = attributes
            change(&attributes)
            result.setAttributes(attributes, range: range)
        }
        return result
    }

    /// Returns the string with the given attributes where it has none of its own.
    package func completed(with missing: [NSAttributedString.Key: Any]) -> NSAttributedString {
        changed { $0.merge(missing) { own, _ in own } }
    }
}
