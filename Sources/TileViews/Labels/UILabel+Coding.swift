import Foundation
import TileDrawing

extension UILabel {
    private enum Key {
        static let text = "UIText"
        static let fontName = "UIFontName"
        static let fontSize = "UIFontPointSize"
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
        static let isHighlighted = "UIHighlighted"
        static let isDisabled = "UILabelDisabled"
    }

    /// Attributed text is written as its characters, in the label's font and colour.
    func storeLabel(in coder: NSCoder) {
        if let text { coder.encode(text as NSString, forKey: Key.text) }
        coder.encode(font.fontName as NSString, forKey: Key.fontName)
        coder.encode(Double(font.pointSize), forKey: Key.fontSize)
        coder.encodeOptional(textColor, forKey: Key.color)
        coder.encodeOptional(highlightedTextColor, forKey: Key.highlightedColor)
        coder.encodeOptional(shadowColor, forKey: Key.shadowColor)
        coder.encode(NSCoder.string(for: shadowOffset) as NSString, forKey: Key.shadowOffset)
        coder.encode(textAlignment.rawValue, forKey: Key.alignment)
        coder.encode(lineBreakMode.rawValue, forKey: Key.lineBreakMode)
        coder.encode(numberOfLines, forKey: Key.lines)
        coder.encode(adjustsFontSizeToFitWidth, forKey: Key.shrinks)
        coder.encode(Double(minimumScaleFactor), forKey: Key.minimumScale)
        coder.encode(baselineAdjustment.rawValue, forKey: Key.baseline)
        coder.encode(allowsDefaultTighteningForTruncation, forKey: Key.tightens)
        coder.encode(isHighlighted, forKey: Key.isHighlighted)
        coder.encode(!isEnabled, forKey: Key.isDisabled)
    }

    /// An archive is data: what it lacks, or what makes no sense in it, keeps the standard value.
    func restoreLabel(from coder: NSCoder) {
        func number(_ key: String) -> Int? { coder.containsValue(forKey: key) ? coder.decodeInteger(forKey: key) : nil }
        text = coder.optionalString(Key.text)
        let size = coder.decodeDouble(forKey: Key.fontSize)
        if size > 0, size.isFinite, let name = coder.optionalString(Key.fontName) {
            font = UIFont(name: name, size: CGFloat(size)) ?? .systemFont(ofSize: CGFloat(size))
        }
        textColor = coder.optional(Key.color, as: UIColor.self)
        highlightedTextColor = coder.optional(Key.highlightedColor, as: UIColor.self)
        shadowColor = coder.optional(Key.shadowColor, as: UIColor.self)
        if let offset = coder.optionalString(Key.shadowOffset) { shadowOffset = NSCoder.cgSize(for: offset) }
        if let mode = number(Key.alignment).flatMap(NSTextAlignment.init(rawValue:)) { textAlignment = mode }
        if let mode = number(Key.lineBreakMode).flatMap(NSLineBreakMode.init(rawValue:)) { lineBreakMode = mode }
        if let count = number(Key.lines), count >= 0 { numberOfLines = count }
        adjustsFontSizeToFitWidth = coder.decodeBool(forKey: Key.shrinks)
        let scale = coder.decodeDouble(forKey: Key.minimumScale)
        if (0...1).contains(scale) { minimumScaleFactor = CGFloat(scale) }
        baselineAdjustment = number(Key.baseline).flatMap(UIBaselineAdjustment.init(rawValue:)) ?? .alignBaselines
        allowsDefaultTighteningForTruncation = coder.decodeBool(forKey: Key.tightens)
        isHighlighted = coder.decodeBool(forKey: Key.isHighlighted)
        isEnabled = !coder.decodeBool(forKey: Key.isDisabled)
    }
}
