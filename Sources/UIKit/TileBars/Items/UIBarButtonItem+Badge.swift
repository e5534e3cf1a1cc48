import Foundation
public import TileDrawing

extension UIBarButtonItem {
    /// A mark at the upper trailing corner of an item.
    ///
    ///     inbox.badge = .count(3)
    public struct Badge: Hashable {
        /// The text; nil for an indicator.
        public let stringValue: String?
        /// The color of the capsule; nil for red.
        public var backgroundColor: UIColor?
        /// The color of the text; nil for white.
        public var foregroundColor: UIColor?
        /// The font of the text; nil for the standard one.
        public var font: UIFont?

        private init(text: String?) { stringValue = text }

        /// Returns a badge with a number in the format of the current locale.
        public static func count(_ count: Int) -> Badge { Badge(text: count.formatted()) }

        public static func string(_ string: String) -> Badge { Badge(text: string) }

        /// Returns a badge without text, a dot.
        public static func indicator() -> Badge { Badge(text: nil) }

        var textAttributes: [NSAttributedString.Key: Any] {
            var attributes: [NSAttributedString.Key: Any] = [:]
            attributes[.font] = font
            attributes[.foregroundColor] = foregroundColor
            return attributes
        }
    }
}
