import Foundation
import TileDrawing
import TileViews

extension UITextView {
    private enum Key {
        static let text = "UIText"
        static let attributedText = "UIAttributedText"
        static let font = "UIFont"
        static let color = "UITextColor"
        static let alignment = "UITextAlignment"
        static let isEditable = "UIEditable"
        static let isSelectable = "UISelectable"
        static let keyboard = "UIKeyboardType"
        static let returnKey = "UIReturnKeyType"
    }

    func storeText(in coder: NSCoder) {
        coder.archive(text, forKey: Key.text)
        coder.encode(ArchivedText(attributedText), forKey: Key.attributedText)
        coder.archive(style.font, forKey: Key.font)
        coder.archive(style.color, forKey: Key.color)
        coder.encode(style.alignment.rawValue, forKey: Key.alignment)
        coder.encode(isEditable, forKey: Key.isEditable)
        coder.encode(isSelectable, forKey: Key.isSelectable)
        coder.encode(keyboardType.rawValue, forKey: Key.keyboard)
        coder.encode(returnKeyType.rawValue, forKey: Key.returnKey)
    }

    /// Restores the text view's properties. Values that are missing or invalid in the archive keep their defaults.
    func restoreText(from coder: NSCoder) {
        if let font = coder.archivedObject(Key.font, of: UIFont.self) { self.font = font }
        if let color = coder.archivedObject(Key.color, of: UIColor.self) { textColor = color }
        if let alignment = coder.archivedCase(Key.alignment, NSTextAlignment.self) { textAlignment = alignment }
        if let isOn = coder.archivedFlag(Key.isEditable) { isEditable = isOn }
        if let isOn = coder.archivedFlag(Key.isSelectable) { isSelectable = isOn }
        if let type = coder.archivedCase(Key.keyboard, UIKeyboardType.self) { keyboardType = type }
        if let type = coder.archivedCase(Key.returnKey, UIReturnKeyType.self) { returnKeyType = type }
        if let text = coder.archivedObject(Key.attributedText, of: ArchivedText.self) {
            attributedText = text.text
        } else if let text = coder.archivedText(Key.text) {
            self.text = text
        }
    }
}
