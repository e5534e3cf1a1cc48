public import Foundation
public import TileDrawing

extension UIButton {
    /// A button's content and looks as a value, in one of UIKit's styles.
    ///
    ///     var configuration = UIButton.Configuration.filled()
    ///     configuration.title = "Reload"
    ///     configuration.imagePadding = 6
    ///     button.configuration = configuration
    ///
    /// Of UIKit's members those are here that need no activity indicators, no transformers of text attributes and
    /// colors, and no attributed titles.
    public struct Configuration: Hashable {
        /// Corners of the background.
        public enum CornerStyle: Int, Sendable {
            /// Those of `background`, as they are.
            case fixed = -1
            /// Those of `background`, larger with larger text.
            case dynamic = 0
            case small = 1
            case medium = 2
            case large = 3
            /// Half the height.
            case capsule = 4
        }

        /// How large text and margins are.
        public enum Size: Int, Sendable {
            case medium = 0
            case small = 1
            case mini = 2
            case large = 3
        }

        /// Where title and subtitle stand to each other.
        public enum TitleAlignment: Int, Sendable {
            /// Centred where the image is above or below, leading otherwise.
            case automatic = 0
            case leading = 1
            case center = 2
            case trailing = 3
        }

        /// How a style colors background and text.
        enum Style: Hashable { case plain, tinted, gray, filled }

        let style: Style
        public var title: String?
        /// In smaller letters below the title.
        public var subtitle: String?
        public var image: UIImage?
        public var titleLineBreakMode = NSLineBreakMode.byWordWrapping
        public var subtitleLineBreakMode = NSLineBreakMode.byWordWrapping
        public var titleAlignment = TitleAlignment.automatic
        /// On which side of the text the image is.
        public var imagePlacement = NSDirectionalRectEdge.leading
        /// Between image and text.
        public var imagePadding: CGFloat = 0
        /// Between title and subtitle.
        public var titlePadding: CGFloat = 1
        /// Of text and template images; nil for the style's own.
        public var baseForegroundColor: UIColor?
        /// Of the background; nil for the style's own.
        public var baseBackgroundColor: UIColor?
        public var background = UIBackgroundConfiguration()
        public var cornerStyle = CornerStyle.dynamic
        public var buttonSize = Size.medium {
            didSet { if ownInsets == nil { contentInsets = buttonSize.insets } }
        }
        /// Whether a selected button looks different.
        public var automaticallyUpdateForSelection = true

        /// Between the background's edges and the content.
        public var contentInsets: NSDirectionalEdgeInsets {
            get { ownInsets ?? buttonSize.insets }
            set { ownInsets = newValue == buttonSize.insets ? nil : newValue }
        }
        private var ownInsets: NSDirectionalEdgeInsets?

        /// Gives the content the margins that go with the button's size.
        public mutating func setDefaultContentInsets() { ownInsets = nil }

        init(_ style: Style) { self.style = style }

        /// Text in the tint color, no background.
        public static func plain() -> Configuration { Configuration(.plain) }
        /// Text in the tint color, on a pale background of it.
        public static func tinted() -> Configuration { Configuration(.tinted) }
        /// Text in the tint color, on grey.
        public static func gray() -> Configuration { Configuration(.gray) }
        /// White text on the tint color.
        public static func filled() -> Configuration { Configuration(.filled) }
        /// As `plain()`, without margins at the sides.
        public static func borderless() -> Configuration {
            var plain = Configuration(.plain)
            plain.contentInsets.leading = 0
            plain.contentInsets.trailing = 0
            return plain
        }
        /// As `gray()`.
        public static func bordered() -> Configuration { Configuration(.gray) }
        /// As `tinted()`.
        public static func borderedTinted() -> Configuration { Configuration(.tinted) }
        /// As `filled()`.
        public static func borderedProminent() -> Configuration { Configuration(.filled) }

        /// With the colors that a button's state, role and tint make of it.
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
    /// UIKit's margins: with text of the size's font they make buttons 28, 34 and 50 points high.
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
