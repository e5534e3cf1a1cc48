public import Foundation
public import TileDrawing
import TileGeometry
import TileGraphics
public import TileViews

extension UIListContentConfiguration {
    /// How text looks.
    public struct TextProperties: Hashable {
        public enum TextAlignment: Int, Sendable {
            case natural = 0
            case center = 1
            case justified = 2
        }

        public enum TextTransform: Int, Sendable {
            case none = 0
            case uppercase = 1
            case lowercase = 2
            case capitalized = 3
        }

        public var font: UIFont
        public var color: UIColor { didSet { isOwnColor = true } }
        public var colorTransformer: UIConfigurationColorTransformer?
        public var alignment = TextAlignment.natural
        public var lineBreakMode = NSLineBreakMode.byTruncatingTail
        /// 0 for as many as it takes.
        public var numberOfLines = 0
        public var adjustsFontSizeToFitWidth = false
        public var minimumScaleFactor: CGFloat = 0
        public var allowsDefaultTighteningForTruncation = false
        public var adjustsFontForContentSizeCategory = true
        /// Kept for code that sets it: nothing expands under a pointer.
        public var showsExpansionTextWhenTruncated = false
        public var transform = TextTransform.none

        /// The state's, unless the program has set one.
        var stateColor: UIColor?
        private var isOwnColor = false

        init(font: UIFont, color: UIColor) { (self.font, self.color) = (font, color) }

        /// The color that is shown.
        public func resolvedColor() -> UIColor {
            let color = isOwnColor ? self.color : stateColor ?? self.color
            return colorTransformer?(color) ?? color
        }

        func transformed(_ text: String) -> String {
            switch transform {
            case .none: text
            case .uppercase: text.uppercased()
            case .lowercase: text.lowercased()
            case .capitalized: text.capitalized
            }
        }
    }

    /// How the image looks.
    public struct ImageProperties: Hashable {
        /// In `reservedLayoutSize`: as much room as the symbols of all rows take.
        public static let standardDimension: CGFloat = 0

        /// Nil for the view's tint color.
        public var tintColor: UIColor?
        public var tintColorTransformer: UIConfigurationColorTransformer?
        public var cornerRadius: CGFloat = 0
        /// An image that is larger is scaled; 0 for no limit.
        public var maximumSize = CGSize.zero
        /// The room for the image, in whose middle it lies; 0 for the image's own.
        public var reservedLayoutSize = CGSize.zero
        public var accessibilityIgnoresInvertColors = false

        init() {}

        /// The color that is shown over a tint color.
        public func resolvedTintColor(for tintColor: UIColor) -> UIColor {
            let color = self.tintColor ?? tintColor
            return tintColorTransformer?(color) ?? color
        }
    }
}
