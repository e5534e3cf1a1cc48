public import Foundation

// UIKit's text attributes, which Linux' Foundation does not name. Raw values are UIKit's.

extension NSAttributedString.Key {
    /// A `UIFont`; the system font of 12 points where there is none.
    public static let font = NSAttributedString.Key("NSFont")
    /// An `NSParagraphStyle`. That of a paragraph's first character holds for all of it.
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    /// A `UIColor`; black where there is none.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// A `UIColor` behind the text, as high as its line.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// A number of points added between characters.
    public static let kern = NSAttributedString.Key("NSKern")
    /// As `kern`, before which it goes.
    public static let tracking = NSAttributedString.Key("CTTracking")
    /// The raw value of an `NSUnderlineStyle`, or one itself.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// A `UIColor`; the foreground's where there is none.
    public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
    /// The raw value of an `NSUnderlineStyle`, or one itself.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    /// A `UIColor`; the foreground's where there is none.
    public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
    /// How wide outlines are drawn, in percent of the font's size. A positive number draws outlines only, a negative
    /// one fills the letters too.
    public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
    /// A `UIColor`; the foreground's where there is none.
    public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
    /// An `NSShadow`.
    public static let shadow = NSAttributedString.Key("NSShadow")
    /// A number of points by which the text stands above the baseline.
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
}
