public import Foundation
public import TileDrawing

extension UIButton {
    /// The content and appearance of a button as a value, in one of UIKit's styles.
    ///
    ///     var configuration = UIButton.Configuration.filled()
    ///     configuration.title = "Reload"
    ///     configuration.imagePadding = 6
    ///     button.configuration = configuration
    ///
    /// A text's attributes are those of its own, then those of the transformer, then those of the style.
    public struct Configuration: Hashable {
        /// The style of the background's corners.
        public enum CornerStyle: Int, Sendable {
            /// The radius in `background`.
            case fixed = -1
            /// The radius in `background`, larger with larger text.
            case dynamic = 0
            case small = 1
            case medium = 2
            case large = 3
            /// A radius of half the height.
            case capsule = 4
        }

        /// The size of text and margins.
        public enum Size: Int, Sendable {
            case medium = 0
            case small = 1
            case mini = 2
            case large = 3
        }

        /// The alignment of title and subtitle relative to each other.
        public enum TitleAlignment: Int, Sendable {
            /// Centered if the image is above or below the text; otherwise leading.
            case automatic = 0
            case leading = 1
            case center = 2
            case trailing = 3
        }

        /// The colors of background and text.
        enum Style: Hashable {
            case plain, tinted, gray, filled
            case glass, prominentGlass, clearGlass, prominentClearGlass
        }

        let style: Style
        public var title: String?
        /// The title with attributes, which replaces `title`.
        public var attributedTitle: AttributedString?
        /// Changes the attributes of the title.
        public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
        /// A smaller text below the title.
        public var subtitle: String?
        /// The subtitle with attributes, which replaces `subtitle`.
        public var attributedSubtitle: AttributedString?
        /// Changes the attributes of the subtitle.
        public var subtitleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
        public var image: UIImage?
        /// The size, weight and colors of a symbol, as far as the image itself does not specify them.
        public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?
        /// A Boolean value that indicates whether an activity indicator takes the place of the image.
        public var showsActivityIndicator = false
        /// Changes the color of the activity indicator, which is that of the text.
        public var activityIndicatorColorTransformer: UIConfigurationColorTransformer?
        public var titleLineBreakMode = NSLineBreakMode.byWordWrapping
        public var subtitleLineBreakMode = NSLineBreakMode.byWordWrapping
        public var titleAlignment = TitleAlignment.automatic
        /// The side of the text on which the image is.
        public var imagePlacement = NSDirectionalRectEdge.leading
        /// The distance between image and text.
        public var imagePadding: CGFloat = 0
        /// The distance between title and subtitle.
        public var titlePadding: CGFloat = 1
        /// The color of text and template images; nil for that of the style.
        public var baseForegroundColor: UIColor?
        /// The color of the background; nil for that of the style.
        public var baseBackgroundColor: UIColor?
        public var background = UIBackgroundConfiguration()
        public var cornerStyle = CornerStyle.dynamic
        public var buttonSize = Size.medium {
            didSet { if ownInsets == nil { contentInsets = buttonSize.insets } }
        }
        /// A Boolean value that indicates whether selection changes the button's appearance.
        public var automaticallyUpdateForSelection = true

        /// The distances between the button's edges and the content.
        public var contentInsets: NSDirectionalEdgeInsets {
            get { ownInsets ?? buttonSize.insets }
            set { ownInsets = newValue == buttonSize.insets ? nil : newValue }
        }
        private var ownInsets: NSDirectionalEdgeInsets?

        /// Resets the content insets to the default for the button's size.
        public mutating func setDefaultContentInsets() { ownInsets = nil }

        init(_ style: Style) { self.style = style }

        /// Returns a style with text in the tint color and without a background.
        public static func plain() -> Configuration { Configuration(.plain) }
        /// Returns a style with text in the tint color on a pale background of the same color.
        public static func tinted() -> Configuration { Configuration(.tinted) }
        /// Returns a style with text in the tint color on gray.
        public static func gray() -> Configuration { Configuration(.gray) }
        /// Returns a style with white text on the tint color.
        public static func filled() -> Configuration { Configuration(.filled) }
        /// Returns the style of `plain()` without leading and trailing margins.
        public static func borderless() -> Configuration {
            var plain = Configuration(.plain)
            plain.contentInsets.leading = 0
            plain.contentInsets.trailing = 0
            return plain
        }
        /// Returns the style of `gray()`.
        public static func bordered() -> Configuration { Configuration(.gray) }
        /// Returns the style of `tinted()`.
        public static func borderedTinted() -> Configuration { Configuration(.tinted) }
        /// Returns the style of `filled()`.
        public static func borderedProminent() -> Configuration { Configuration(.filled) }

        /// Returns a style of glass: what is behind the button is blurred. The button is a capsule.
        public static func glass() -> Configuration { capsule(.glass) }
        /// Returns a style of glass in the tint color, with white text.
        public static func prominentGlass() -> Configuration { capsule(.prominentGlass) }
        /// Returns a style of clear glass, through which what is behind stays recognizable.
        public static func clearGlass() -> Configuration { capsule(.clearGlass) }
        /// Returns a style of clear glass in the tint color, with white text.
        public static func prominentClearGlass() -> Configuration { capsule(.prominentClearGlass) }

        private static func capsule(_ style: Style) -> Configuration {
            var configuration = Configuration(style)
            configuration.cornerStyle = .capsule
            return configuration
        }

        /// Returns the configuration with the colors for a button's state, role and tint color.
        public func updated(for button: UIButton) -> Configuration {
            var result = self
            let palette = ButtonPalette(self, button)
            result.baseForegroundColor = palette.foreground
            result.baseBackgroundColor = palette.background
            return result
        }
    }
}

extension UIButton.Configuration.Size {
    /// The margins of UIKit. With text in the size's font they make buttons 28, 34 and 50 points high.
    var insets: NSDirectionalEdgeInsets {
        switch self {
        case .mini, .small: NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 5, trailing: 10)
        case .medium: NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
        case .large: NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
        }
    }

    var titleStyle: UIFont.TextStyle {
        switch self {
        case .mini, .small: .subheadline
        case .medium, .large: .body
        }
    }

    var subtitleStyle: UIFont.TextStyle {
        switch self {
        case .mini, .small: .caption2
        case .medium, .large: .caption1
        }
    }
}
