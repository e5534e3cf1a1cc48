import Foundation
import TileDrawing

extension UILabel {
    private enum Key {
        static let text = "UIText"
        static let attributedText = "UIAttributedText"
        static let font = "UIFont"
        static let color = "UITextColor"
        static let highlightedColor = "UIHighlightedColor"
        static let shadowColor = "UIShadowColor"
        static let shadowOffset = "UIShadowOffset"
        static let alignment = "UITextAlignment"
        static let lineBreakMode = "UILineBreakMode"
        static let lines = "UINumberOfLines"
        static let shrinks = "UIAdjustsFontSizeToFit"
        static let minimumScale = "UIMinimumScaleFactor"
        static let baseline = "UIBaselineAdjustment"
        static let tightens = "UIAllowsDefaultTighteningForTruncation"
        static let followsCategory = "UIAdjustsFontForContentSizeCategory"
        static let preferredWidth = "UIPreferredMaxLayoutWidth"
        static let isHighlighted = "UIHighlighted"
        static let isDisabled = "UILabelDisabled"
    }

    func storeLabel(in coder: NSCoder) {
        switch labelContent {
        case .empty: break
        case .plain(let text): coder.archive(text, forKey: Key.text)
        case .attributed(let text): coder.encode(ArchivedText(text), forKey: Key.attributedText)
        }
        coder.archive(labelStyle.font, forKey: Key.font)
        coder.archive(labelStyle.color, forKey: Key.color)
        coder.archive(highlightedTextColor, forKey: Key.highlightedColor)
        coder.archive(shadowColor, forKey: Key.shadowColor)
        coder.archive(shadowOffset, forKey: Key.shadowOffset)
        coder.encode(labelStyle.alignment.rawValue, forKey: Key.alignment)
        coder.encode(labelStyle.lineBreakMode.rawValue, forKey: Key.lineBreakMode)
        coder.encode(numberOfLines, forKey: Key.lines)
        coder.encode(adjustsFontSizeToFitWidth, forKey: Key.shrinks)
        coder.encode(Double(minimumScaleFactor), forKey: Key.minimumScale)
        coder.encode(baselineAdjustment.rawValue, forKey: Key.baseline)
        coder.encode(allowsDefaultTighteningForTruncation, forKey: Key.tightens)
        coder.encode(adjustsFontForContentSizeCategory, forKey: Key.followsCategory)
        coder.encode(Double(preferredMaxLayoutWidth), forKey: Key.preferredWidth)
        coder.encode(isHighlighted, forKey: Key.isHighlighted)
        coder.encode(!isEnabled, forKey: Key.isDisabled)
    }

    /// Restores the properties from an untrusted archive: missing and invalid values are replaced by defaults.
    func restoreLabel(from coder: NSCoder) {
        if let font = coder.archivedObject(Key.font, of: UIFont.self) { self.font = font }
        if let color = coder.archivedObject(Key.color, of: UIColor.self) { textColor = color }
        highlightedTextColor = coder.archivedObject(Key.highlightedColor)
        shadowColor = coder.archivedObject(Key.shadowColor)
        if let offset = coder.archivedSize(Key.shadowOffset) { shadowOffset = offset }
        if let mode = coder.archivedCase(Key.alignment, NSTextAlignment.self) { textAlignment = mode }
        if let mode = coder.archivedCase(Key.lineBreakMode, NSLineBreakMode.self) { lineBreakMode = mode }
        if let count = coder.archivedInteger(Key.lines), count >= 0 { numberOfLines = count }
        if let isOn = coder.archivedFlag(Key.shrinks) { adjustsFontSizeToFitWidth = isOn }
        if let scale = coder.archivedLength(Key.minimumScale), (0...1).contains(scale) { minimumScaleFactor = scale }
        if let mode = coder.archivedCase(Key.baseline, UIBaselineAdjustment.self) { baselineAdjustment = mode }
        if let isOn = coder.archivedFlag(Key.tightens) { allowsDefaultTighteningForTruncation = isOn }
        if let width = coder.archivedLength(Key.preferredWidth) { preferredMaxLayoutWidth = width }
        if let isOn = coder.archivedFlag(Key.isHighlighted) { isHighlighted = isOn }
        if let isOn = coder.archivedFlag(Key.isDisabled) { isEnabled = !isOn }
        // Restored after the properties for the whole text, which would replace the text's own attributes.
        if let text = coder.archivedObject(Key.attributedText, of: ArchivedText.self) {
            attributedText = text.text
        } else {
            text = coder.archivedText(Key.text)
        }
        if let isOn = coder.archivedFlag(Key.followsCategory) { adjustsFontForContentSizeCategory = isOn }
    }
}
