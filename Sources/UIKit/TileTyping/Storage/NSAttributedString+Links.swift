public import Foundation

extension NSAttributedString.Key {
    /// A `URL`, or a string that is one: a text view shows it as a link.
    public static let link = NSAttributedString.Key("NSLink")
}
