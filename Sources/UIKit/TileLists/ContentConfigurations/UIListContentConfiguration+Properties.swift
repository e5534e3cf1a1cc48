public import Foundation
public import TileDrawing
import TileGeometry
import TileGraphics
public import TileViews

extension UIListContentConfiguration {
    /// The appearance of a text.
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
        /// The maximum number of lines; 0 for no limit.
        public var numberOfLines = 0
        public var adjustsFontSizeToFitWidth = false
        public var minimumScaleFactor: CGFloat = 0
        public var allowsDefaultTighteningForTruncation = false
        public var adjustsFontForContentSizeCategory = true
        /// Whether truncated text expands under the pointer. It has no effect here.
        public var showsExpansionTextWhenTruncated = false
        public var transform = TextTransform.none

        /// The color for the current state, used unless the program has set a color.
        var stateColor: UIColor?
        private var isOwnColor = false

        init(font: UIFont, color: UIColor) { (self.font, self.color) = (font, color) }

        /// Returns the color after the state and the transformer are applied.
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

    /// The appearance of the image.
    public struct ImageProperties: Hashable {
        /// A value for `reservedLayoutSize` that reserves the space of a standard symbol.
        public static let standardDimension: CGFloat = 0

        /// The tint color of the image; nil for the view's tint color.
        public var tintColor: UIColor?
        public var tintColorTransformer: UIConfigurationColorTransformer?
        /// The size, weight and colors of a symbol, as far as the image itself does not specify them.
        public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
        public var cornerRadius: CGFloat = 0
        /// The maximum size, to which larger images are scaled down; 0 for no limit.
        public var maximumSize = CGSize.zero
        /// The size of the space in which the image is centered; 0 for the image's own size.
        public var reservedLayoutSize = CGSize.zero
        public var accessibilityIgnoresInvertColors = false

        init() {}

        /// Returns the image's color for a view's tint color.
        public func resolvedTintColor(for tintColor: UIColor) -> UIColor {
            let color = self.tintColor ?? tintColor
            return tintColorTransformer?(color) ?? color
        }
    }
}

extension UIListContentConfiguration {
    /// The size of the image; that of a symbol depends on its configuration and on traits.
    var imageSize: CGSize? {
        image?.displayed(preferring: imageProperties.preferredSymbolConfiguration, for: .current).size
    }
}
