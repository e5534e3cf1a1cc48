import Foundation
import TileDrawing
import TileViews

extension UITextField {
    private enum Key {
        static let text = "UIText"
        static let placeholder = "UIPlaceholder"
        static let font = "UIFont"
        static let color = "UITextColor"
        static let alignment = "UITextAlignment"
        static let border = "UIBorderStyle"
        static let clear = "UIClearButtonMode"
        static let clearsOnBegin = "UIClearsOnBeginEditing"
        static let shrinks = "UIAdjustsFontSizeToFit"
        static let minimumSize = "UIMinimumFontSize"
        static let isSecure = "UISecureTextEntry"
        static let keyboard = "UIKeyboardType"
        static let returnKey = "UIReturnKeyType"
        static let capitalization = "UIAutocapitalizationType"
        static let correction = "UIAutocorrectionType"
    }

    func storeField(in coder: NSCoder) {
        coder.archive(text, forKey: Key.text)
        coder.archive(placeholder, forKey: Key.placeholder)
        coder.archive(style.font, forKey: Key.font)
        coder.archive(style.color, forKey: Key.color)
        coder.encode(style.alignment.rawValue, forKey: Key.alignment)
        coder.encode(borderStyle.rawValue, forKey: Key.border)
        coder.encode(clearButtonMode.rawValue, forKey: Key.clear)
        coder.encode(clearsOnBeginEditing, forKey: Key.clearsOnBegin)
        coder.encode(adjustsFontSizeToFitWidth, forKey: Key.shrinks)
        coder.encode(Double(minimumFontSize), forKey: Key.minimumSize)
        coder.encode(isSecureTextEntry, forKey: Key.isSecure)
        coder.encode(keyboardType.rawValue, forKey: Key.keyboard)
        coder.encode(returnKeyType.rawValue, forKey: Key.returnKey)
        coder.encode(autocapitalizationType.rawValue, forKey: Key.capitalization)
        coder.encode(autocorrectionType.rawValue, forKey: Key.correction)
    }

    /// Restores the field's properties. Values that are missing or invalid in the archive keep their defaults.
    func restoreField(from coder: NSCoder) {
        if let font = coder.archivedObject(Key.font, of: UIFont.self) { self.font = font }
        if let color = coder.archivedObject(Key.color, of: UIColor.self) { textColor = color }
        if let alignment = coder.archivedCase(Key.alignment, NSTextAlignment.self) { textAlignment = alignment }
        if let border = coder.archivedCase(Key.border, BorderStyle.self) { borderStyle = border }
        if let mode = coder.archivedCase(Key.clear, ViewMode.self) { clearButtonMode = mode }
        if let isOn = coder.archivedFlag(Key.clearsOnBegin) { clearsOnBeginEditing = isOn }
        if let isOn = coder.archivedFlag(Key.shrinks) { adjustsFontSizeToFitWidth = isOn }
        if let size = coder.archivedLength(Key.minimumSize) { minimumFontSize = max(0, size) }
        if let type = coder.archivedCase(Key.keyboard, UIKeyboardType.self) { keyboardType = type }
        if let type = coder.archivedCase(Key.returnKey, UIReturnKeyType.self) { returnKeyType = type }
        if let type = coder.archivedCase(Key.capitalization, UITextAutocapitalizationType.self) {
            autocapitalizationType = type
        }
        if let type = coder.archivedCase(Key.correction, UITextAutocorrectionType.self) { autocorrectionType = type }
        if let isOn = coder.archivedFlag(Key.isSecure) { isSecureTextEntry = isOn }
        placeholder = coder.archivedText(Key.placeholder)
        if let text = coder.archivedText(Key.text) { self.text = text }
    }
}
