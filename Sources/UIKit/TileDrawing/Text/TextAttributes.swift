import Foundation

/// The attributes of a stretch of text, as a value.
package struct TextAttributes: Sendable {
    package struct Shadow: Sendable, Equatable {
        var offset: CGSize
        var blur: CGFloat
        var color: UIColor

        package init(offset: CGSize, blur: CGFloat = 0, color: UIColor) {
            (self.offset, self.blur, self.color) = (offset, blur, color)
        }
    }

    struct Line: Sendable, Equatable {
        var style: NSUnderlineStyle
        /// The color of the line; nil for the text's color.
        var color: UIColor?
    }

    struct Stroke: Sendable, Equatable {
        /// The width in percent of the font's size; negative if the letters are also filled.
        var width: Double
        /// The color of the outline; nil for the text's color.
        var color: UIColor?
    }

    package var font = TextAttributes.initialFont
    package var foreground = UIColor.black
    var background: UIColor?
    var kern = 0.0
    var baselineOffset = 0.0
    var underline: Line?
    var strikethrough: Line?
    var stroke: Stroke?
    package var shadow: Shadow?
    package var paragraph = ParagraphSettings.initial
    /// The image in place of the object replacement character.
    var attachment: AttachedImage?

    /// The font of text without one. UIKit uses Helvetica in 12 points.
    static let initialFont = UIFont.systemFont(ofSize: 12)

    package init() {}

    /// Reads attributes from a dictionary. A value of the wrong type for its key is skipped.
    package init(_ attributes: [NSAttributedString.Key: Any]) {
        var underlineColor: UIColor?
        var strikethroughColor: UIColor?
        var strokeColor: UIColor?
        var intent = InlinePresentationIntent()
        for (key, value) in attributes {
            switch key {
            case .font: if let value = value as? UIFont { font = value }
            case .foregroundColor: if let value = value as? UIColor { foreground = value }
            case .backgroundColor: background = value as? UIColor
            case .paragraphStyle: if let value = value as? NSParagraphStyle { paragraph = value.settings }
            case .kern: if attributes[.tracking] == nil { kern = Self.length(value) }
            case .tracking: kern = Self.length(value)
            case .baselineOffset: baselineOffset = Self.length(value)
            case .underlineStyle: underline = Self.line(value)
            case .underlineColor: underlineColor = value as? UIColor
            case .strikethroughStyle: strikethrough = Self.line(value)
            case .strikethroughColor: strikethroughColor = value as? UIColor
            case .strokeWidth:
                if let width = attributeNumber(value), width != 0 { stroke = Stroke(width: width, color: nil) }
            case .strokeColor: strokeColor = value as? UIColor
            case .attachment: attachment = (value as? NSTextAttachment)?.drawn
            case .shadow: if let value = value as? NSShadow { shadow = Self.shadow(value) }
            case .inlinePresentationIntent: intent = InlinePresentationIntent(attribute: value)
            default: break
            }
        }
        underline?.color = underlineColor
        strikethrough?.color = strikethroughColor
        stroke?.color = strokeColor
        if !intent.isEmpty { apply(intent) }
    }

    /// The limit of distances. A million points exceed any drawing, and sums of them stay exact.
    private static let farthest = 1e6

    private static func length(_ value: Any) -> Double {
        min(farthest, max(-farthest, attributeNumber(value) ?? 0))
    }

    private static func line(_ value: Any) -> Line? {
        let raw = (value as? NSUnderlineStyle)?.rawValue ?? attributeNumber(value).flatMap { Int(exactly: $0) } ?? 0
        let style = NSUnderlineStyle(rawValue: raw)
        return style.thickness == 0 ? nil : Line(style: style, color: nil)
    }

    private static func shadow(_ shadow: NSShadow) -> Shadow? {
        guard let color = shadow.shadowColor as? UIColor else { return nil }
        return Shadow(offset: shadow.shadowOffset, blur: shadow.shadowBlurRadius, color: color)
    }
}

extension TextAttributes: Equatable {
    package static func == (a: TextAttributes, b: TextAttributes) -> Bool {
        isSame(a.font, b.font) && isSame(a.foreground, b.foreground) && isSame(a.background, b.background)
            && a.kern == b.kern && a.baselineOffset == b.baselineOffset && a.underline == b.underline
            && a.strikethrough == b.strikethrough && a.stroke == b.stroke && a.shadow == b.shadow
            && a.paragraph == b.paragraph && a.attachment == b.attachment
    }

    /// Whether two objects are the same or equal. Comparing objects costs more than everything else.
    @inline(__always)
    private static func isSame(_ a: NSObject?, _ b: NSObject?) -> Bool {
        if a === b { return true }
        guard let a, let b else { return false }
        return a.isEqual(b)
    }
}
