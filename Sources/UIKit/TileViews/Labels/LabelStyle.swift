import Foundation
import TileDrawing

/// The style of a label.
struct LabelStyle {
    static let initialFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)

    var font = LabelStyle.initialFont
    var color = UIColor.label
    var highlightedColor: UIColor?
    var shadowColor: UIColor?
    var shadowOffset = CGSize(width: 0, height: -1)
    var alignment = NSTextAlignment.natural
    var lineBreakMode = NSLineBreakMode.byTruncatingTail
    var baselineAdjustment = UIBaselineAdjustment.alignBaselines
    var lineLimit = 1
    var minimumScale: CGFloat = 0
    var preferredWidth: CGFloat = 0
    var isHighlighted = false
    var isEnabled = true
    var shrinks = false
    var tightens = false
    var followsCategory = false

    /// The attributes of text without its own.
    var attributes: [NSAttributedString.Key: Any] {
        var attributes: [NSAttributedString.Key: Any] = [.font: font, .foregroundColor: color]
        if let shadowColor {
            let shadow = NSShadow()
            shadow.shadowColor = shadowColor
            shadow.shadowOffset = shadowOffset
            attributes[.shadow] = shadow
        }
        return attributes
    }

    /// The attributes and the paragraph style in the form for text layout.
    var textAttributes: TextAttributes {
        var attributes = TextAttributes()
        attributes.font = font
        attributes.foreground = color
        if let shadowColor { attributes.shadow = TextAttributes.Shadow(offset: shadowOffset, color: shadowColor) }
        attributes.paragraph.alignment = alignment
        attributes.paragraph.lineBreakMode = lineBreakMode
        return attributes
    }
}
