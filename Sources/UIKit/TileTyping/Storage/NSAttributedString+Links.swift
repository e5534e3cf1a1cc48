public import Foundation

extension NSAttributedString.Key {
    /// A link, as a `URL` or a string with one, which a text view displays as a link.
    public static let link = NSAttributedString.Key("NSLink")
}
