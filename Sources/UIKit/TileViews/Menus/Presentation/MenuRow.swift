import Foundation
import TileDrawing
import TileGraphics

/// A row of a menu: the mark, the title with a subtitle below, and the image at the other side.
final class MenuRow: UIView {
    /// The menu that contains the element. In a menu with a single selection, one element is on.
    let menu: UIMenu
    let element: UIMenuElement
    /// A Boolean value that indicates whether the row is the title of an open submenu, which leads back.
    let isHeader: Bool
    private let hasMarks: Bool
    private let title = UILabel(frame: .zero)
    private let subtitle = UILabel(frame: .zero)
    private let picture = UIImageView(frame: .zero)
    private let mark = UIImageView(frame: .zero)
    /// The indicator of elements that are being made.
    private var wheel: UIActivityIndicatorView?

    /// The minimum height, and the margins beside and above the text, in points, as in UIKit.
    static let height: CGFloat = 44
    static let margin: CGFloat = 16
    private static let padding: CGFloat = 11
    private static let gap: CGFloat = 8

    init(_ element: UIMenuElement, of menu: UIMenu, hasMarks: Bool, isHeader: Bool = false) {
        (self.element, self.menu, self.hasMarks, self.isHeader) = (element, menu, hasMarks, isHeader)
        super.init(frame: .zero)
        isOpaque = false
        // The overlay receives all touches.
        isUserInteractionEnabled = false
        for view in [mark, title, subtitle, picture] { addSubview(view) }
        if element is UIDeferredMenuElement { wheel = addWheel() }
        title.text = element.title
        subtitle.text = element.subtitle
        picture.contentMode = .scaleAspectFit
        mark.contentMode = .scaleAspectFit
        isAccessibilityElement = true
        accessibilityLabel = element.title
        accessibilityValue = element.subtitle
        accessibilityTraits = element.menuState == .on ? [.button, .selected] : .button
        if element.isDisabledInMenus { accessibilityTraits.insert(.notEnabled) }
        update()
    }

    required init?(coder: NSCoder) { nil }

    private func addWheel() -> UIActivityIndicatorView {
        let wheel = UIActivityIndicatorView(style: .medium)
        wheel.startAnimating()
        addSubview(wheel)
        return wheel
    }

    var isHighlighted = false {
        didSet { if isHighlighted != oldValue { backgroundColor = isHighlighted ? .systemFill : nil } }
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        update()
    }

    private var font: UIFont {
        let font = UIFont.preferredFont(forTextStyle: .body, compatibleWith: traitCollection)
        return isHeader ? .systemFont(ofSize: font.pointSize, weight: .semibold) : font
    }

    /// The side length of marks and images, which grow with the text.
    private var side: CGFloat { (font.pointSize * 1.18).rounded() }

    private func update() {
        let color: UIColor =
            element.isDisabledInMenus ? .tertiaryLabel : element.isDestructiveInMenus ? .systemRed : .label
        let lines = traitCollection.preferredContentSizeCategory.isAccessibilityCategory ? 0 : 2
        (title.font, title.textColor, title.numberOfLines) = (font, color, lines)
        subtitle.font = .preferredFont(forTextStyle: .footnote, compatibleWith: traitCollection)
        subtitle.textColor = element.isDisabledInMenus ? .tertiaryLabel : .secondaryLabel
        subtitle.numberOfLines = lines
        let shown = (element as? UIAction).flatMap { $0.state == .on ? $0.selectedImage : nil } ?? element.image
        picture.image = shown.map { $0.renderingMode == .automatic ? $0.withRenderingMode(.alwaysTemplate) : $0 }
        picture.tintColor = color
        let kind = isHeader ? MenuMark.open : element.menuMark
        let isMirrored = effectiveUserInterfaceLayoutDirection == .rightToLeft
        mark.image = kind?.image(side: (side * 0.72).rounded(), isMirrored: isMirrored)
        mark.tintColor = kind == .closed || kind == .open ? .secondaryLabel : color
        setNeedsLayout()
    }

    // MARK: Layout

    /// The indentation of titles from the leading side.
    private var indent: CGFloat { Self.margin + (hasMarks ? (side * 0.72).rounded() + Self.gap : 0) }

    private func textWidth(in width: CGFloat) -> CGFloat {
        let image = picture.image == nil && wheel == nil ? 0 : side + Self.gap
        return max(1, width - indent - Self.margin - image)
    }

    private func textHeights(in width: CGFloat) -> (title: CGFloat, subtitle: CGFloat) {
        let room = CGSize(width: textWidth(in: width), height: .greatestFiniteMagnitude)
        let below = subtitle.text == nil ? 0 : subtitle.sizeThatFits(room).height.rounded(.up)
        return (title.sizeThatFits(room).height.rounded(.up), below)
    }

    func height(in width: CGFloat) -> CGFloat {
        let (title, subtitle) = textHeights(in: width)
        return max(Self.height, title + subtitle + 2 * Self.padding)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let (titleHeight, subtitleHeight) = textHeights(in: bounds.width)
        let width = textWidth(in: bounds.width)
        let top = ((bounds.height - titleHeight - subtitleHeight) / 2).rounded()
        let small = mark.image?.size.width ?? 0
        let places = [
            CGRect(x: Self.margin, y: ((bounds.height - small) / 2).rounded(), width: small, height: small),
            CGRect(x: indent, y: top, width: width, height: titleHeight),
            CGRect(x: indent, y: top + titleHeight, width: width, height: subtitleHeight),
            CGRect(
                x: bounds.width - Self.margin - side, y: ((bounds.height - side) / 2).rounded(), width: side,
                height: side),
        ]
        let isMirrored = effectiveUserInterfaceLayoutDirection == .rightToLeft
        for (view, place) in zip([mark, title, subtitle, wheel ?? picture], places) {
            var place = place
            if isMirrored { place.origin.x = bounds.width - place.maxX }
            view.frame = place
        }
    }
}
