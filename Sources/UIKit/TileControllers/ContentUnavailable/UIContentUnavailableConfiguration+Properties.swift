public import Foundation
public import TileDrawing
public import TileViews

extension UIContentUnavailableConfiguration {
    /// The appearance of the image.
    public struct ImageProperties: Hashable {
        /// The color of template images and of the activity indicator; nil for gray.
        public var tintColor: UIColor?
        /// The size, weight and colors of a symbol, as far as the image itself does not specify them; nil for the
        /// standard size.
        public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
        public var cornerRadius: CGFloat = 0
        /// The maximum size, to which larger images are scaled down; 0 for no limit.
        public var maximumSize = CGSize.zero
        public var accessibilityIgnoresInvertColors = false

        init() {}
    }

    /// The appearance of a text.
    public struct TextProperties: Hashable {
        public var font: UIFont
        public var color: UIColor
        public var lineBreakMode = NSLineBreakMode.byTruncatingTail
        /// The maximum number of lines; 0 for no limit.
        public var numberOfLines = 0
        public var adjustsFontSizeToFitWidth = false
        public var minimumScaleFactor: CGFloat = 0
        public var allowsDefaultTighteningForTruncation = false

        init(font: UIFont, color: UIColor) { (self.font, self.color) = (font, color) }

        func show(_ text: String?, _ attributed: NSAttributedString?, in label: UILabel, centered: Bool) {
            label.font = font
            label.textColor = color
            label.numberOfLines = numberOfLines
            label.lineBreakMode = lineBreakMode
            label.adjustsFontSizeToFitWidth = adjustsFontSizeToFitWidth
            label.minimumScaleFactor = minimumScaleFactor
            label.allowsDefaultTighteningForTruncation = allowsDefaultTighteningForTruncation
            label.textAlignment = centered ? .center : .natural
            if let attributed { label.attributedText = attributed } else { label.text = text }
            label.isHidden = label.text?.isEmpty ?? true
        }
    }

    /// The behavior of a button.
    public struct ButtonProperties: Hashable {
        public var primaryAction: UIAction?
        /// The menu, which a long press opens. Without an action, any press opens it.
        public var menu: UIMenu?
        public var role = UIButton.Role.normal
        public var isEnabled = true

        init() {}
    }
}
