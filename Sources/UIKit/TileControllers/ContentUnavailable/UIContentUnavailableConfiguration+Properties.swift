public import Foundation
public import TileDrawing
public import TileViews

extension UIContentUnavailableConfiguration {
    /// How the image looks.
    public struct ImageProperties: Hashable {
        /// Of template images, and of the wheel; nil for gray.
        public var tintColor: UIColor?
        public var cornerRadius: CGFloat = 0
        /// An image that is larger is scaled; 0 for no limit.
        public var maximumSize = CGSize.zero
        public var accessibilityIgnoresInvertColors = false

        init() {}
    }

    /// How text looks.
    public struct TextProperties: Hashable {
        public var font: UIFont
        public var color: UIColor
        public var lineBreakMode = NSLineBreakMode.byTruncatingTail
        /// 0 for as many as it takes.
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

    /// What a button does.
    public struct ButtonProperties: Hashable {
        public var primaryAction: UIAction?
        /// Shown by a press that stays; by any, where there is no action.
        public var menu: UIMenu?
        public var role = UIButton.Role.normal
        public var isEnabled = true

        init() {}
    }
}
