public import Foundation

// UIKit's text attributes, which Foundation on Linux does not define. Raw values are UIKit's.

extension NSAttributedString.Key {
    /// A `UIFont`. The default is the system font of 12 points.
    public static let font = NSAttributedString.Key("NSFont")
    /// An `NSParagraphStyle`. The style of a paragraph's first character applies to all of it.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    /// A `UIColor`. The default is black.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// A `UIColor` behind the text, as high as its line.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// A number of points added between characters.
    public static let kern = NSAttributedString.Key("NSKern")
    /// The same as `kern`; takes precedence over it.
    public static let tracking = NSAttributedString.Key("CTTracking")
    /// The raw value of an `NSUnderlineStyle`, or one itself.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// A `UIColor`. The default is the foreground color.
    public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
    /// The raw value of an `NSUnderlineStyle`, or one itself.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// A `UIColor`. The default is the foreground color.
    public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
    /// The width of outlines, in percent of the font's size. A positive number draws outlines only; a negative number
    /// also fills the letters.
    public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
    /// A `UIColor`. The default is the foreground color.
    public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
    /// An `NSTextAttachment`, drawn in place of the object replacement character (U+FFFC).
    public static let attachment = NSAttributedString.Key("NSAttachment")
    /// An `NSShadow`.
    public static let shadow = NSAttributedString.Key("NSShadow")
    /// The number of points that the text is raised above the baseline.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
    /// A link, as a `URL` or a string with one, which a text view displays as a link.
    public static let link = NSAttributedString.Key("NSLink")
}
