import Foundation
import TileDrawing
import TileGraphics

/// An item in the bar of an edit menu: the title of an element, its image if it has no title, or a chevron to another
/// page.
final class EditMenuItem: UIView {
    enum Kind {
        case element(UIMenuElement, of: UIMenu)
        case backward, forward
    }

    let kind: Kind
    private let font: UIFont
    private let title = UILabel(frame: .zero)
    private let picture = UIImageView(frame: .zero)
    /// A mark that indicates the state before the title, or a submenu after it.
    private let mark = UIImageView(frame: .zero)

    /// The width of a chevron in points.
    static let chevronWidth: CGFloat = 36
    private static let leastHeight: CGFloat = 40
    private static let margin: CGFloat = 14
    private static let padding: CGFloat = 10
    private static let gap: CGFloat = 6

    init(_ kind: Kind, font: UIFont, isMirrored: Bool) {
        (self.kind, self.font) = (kind, font)
        super.init(frame: .zero)
        isOpaque = false
        // The bar receives all touches.
        isUserInteractionEnabled = false
        for view in [mark, title, picture] { addSubview(view) }
        title.font = font
        title.lineBreakMode = .byTruncatingTail
        for view in [mark, picture] { view.contentMode = .scaleAspectFit }
        isAccessibilityElement = true
        accessibilityTraits = .button
        fill(isMirrored)
    }

    required init?(coder: NSCoder) { nil }

    private func fill(_ isMirrored: Bool) {
        let small = (font.pointSize * 0.75).rounded()
        switch kind {
        case .backward, .forward:
            let isBackward = if case .backward = kind { true } else { false }
            picture.image = MenuMark.closed.image(side: small, isMirrored: isBackward != isMirrored)
            picture.tintColor = .label
            accessibilityLabel = isBackward ? "Back" : "More"
        case .element(let element, _):
            let color: UIColor =
                element.isDisabledInMenus ? .tertiaryLabel : element.isDestructiveInMenus ? .systemRed : .label
            (title.text, title.textColor) = (element.title, color)
            if element.title.isEmpty { picture.image = element.image?.withRenderingMode(.alwaysTemplate) }
            picture.tintColor = color
            mark.image = element.menuMark?.image(side: small, isMirrored: isMirrored)
            mark.tintColor = element.menuMark == .closed ? .secondaryLabel : color
            accessibilityLabel = element.title
            if element.menuState == .on { accessibilityTraits.insert(.selected) }
            if element.isDisabledInMenus { accessibilityTraits.insert(.notEnabled) }
        }
    }

    var isHighlighted = false {
        didSet { if isHighlighted != oldValue { backgroundColor = isHighlighted ? .systemFill : nil } }
    }

    var isEnabled: Bool {
        if case .element(let element, _) = kind { !element.isDisabledInMenus } else { true }
    }

    // MARK: Layout

    static func height(of font: UIFont) -> CGFloat {
        max(leastHeight, font.lineHeight.rounded(.up) + 2 * padding)
    }

    private var titleWidth: CGFloat {
        title.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)).width
            .rounded(.up)
    }

    /// The width of the title or of the image, which is as high as the text.
    private var middleWidth: CGFloat {
        guard let size = picture.image?.size, size.height > 0 else { return titleWidth }
        return (size.width * min(1, font.lineHeight / size.height)).rounded(.up)
    }

    private var markWidth: CGFloat { mark.image.map { $0.size.width + Self.gap } ?? 0 }

    /// The preferred width in points.
    var fittingWidth: CGFloat {
        switch kind {
        case .backward, .forward: Self.chevronWidth
        case .element: middleWidth + markWidth + 2 * Self.margin
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        if case .element = kind {
        } else {
            picture.frame = bounds
            picture.contentMode = .center
            return
        }
        let width = max(0, min(middleWidth, bounds.width - markWidth - 2 * Self.margin))
        let start = ((bounds.width - width - markWidth) / 2).rounded()
        let isMarkLast = if case .element(let element, _) = kind { element.menuMark == .closed } else { false }
        let size = mark.image?.size ?? .zero
        let height = font.lineHeight.rounded(.up)
        let y = ((bounds.height - height) / 2).rounded()
        let middle = CGRect(x: isMarkLast ? start : start + markWidth, y: y, width: width, height: height)
        let markX = isMarkLast ? middle.maxX + Self.gap : start
        let places = [
            CGRect(x: markX, y: ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height),
            middle, middle,
        ]
        let isMirrored = effectiveUserInterfaceLayoutDirection == .rightToLeft
        for (view, place) in zip([mark, title, picture], places) {
            view.frame = isMirrored ? place.offsetBy(dx: bounds.width - place.minX - place.maxX, dy: 0) : place
        }
    }
}
