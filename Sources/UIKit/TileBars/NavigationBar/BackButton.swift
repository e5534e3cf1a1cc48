import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The back button of a navigation bar: a chevron, and the title of the item below.
final class BackButton: UIControl, ViewPart {
    let chevron = MaterialView(frame: .zero)
    let label = UILabel(frame: .zero)
    private let symbol = BarSymbolView(.chevron)
    private let picture = UIImageView(frame: .zero)
    private let content = MaterialView(frame: .zero)

    /// The accessibility label if the title is not shown.
    var spokenTitle = ""
    var text = NavigationBarArrangement.BackText.title { didSet { if text != oldValue { setNeedsLayout() } } }
    private var (title, generic) = (NSAttributedString(string: ""), NSAttributedString(string: ""))
    private var labelSize = CGSize.zero

    override init(frame: CGRect) {
        super.init(frame: frame)
        isOpaque = false
        addSubview(content)
        content.addSubview(chevron)
        content.addSubview(label)
        chevron.addSubview(symbol)
        chevron.addSubview(picture)
        label.lineBreakMode = .byTruncatingTail
        isAccessibilityElement = true
        accessibilityTraits = .button
    }

    required init?(coder: NSCoder) { nil }

    private weak var item: UINavigationItem?
    private var appearance: UINavigationBarAppearance?
    private var titleOffset = UIOffset.zero

    /// Shows the back button for an item.
    func show(_ item: UINavigationItem, _ appearance: UINavigationBarAppearance) {
        (self.item, self.appearance) = (item, appearance)
        let shown = item.backBarButtonItem
        // A back button without an item of its own also uses the proxy's values.
        let taken = BarItemProxies.proxyValues(of: shown ?? Self.anyItem(self), in: self)
        let tint = shown?.tintColor ?? taken.tint
        if ownTint != tint {
            ownTint = tint
            tintColor = ownTint
        }
        spokenTitle = shown?.accessibilityLabel ?? item.shownBackTitle
        let looks = appearance.backButtonAppearance.values(for: state)
        var attributes: [NSAttributedString.Key: Any] = [
            .font: BarFonts.button(traitCollection), .foregroundColor: tintColor ?? .systemBlue,
        ]
        attributes.merge(looks.textAttributes) { $1 }
        attributes.merge(taken.attributes(for: .normal)) { $1 }
        attributes.merge(shown?.titleTextAttributes(for: .normal) ?? [:]) { $1 }
        if state != .normal {
            attributes.merge(taken.attributes(for: state)) { $1 }
            attributes.merge(shown?.titleTextAttributes(for: state) ?? [:]) { $1 }
        }
        titleOffset =
            looks.titleOffset
            ?? shown?.backButtonTitlePositionAdjustment(for: isCompactInHeight ? .compact : .default) ?? .zero
        title = NSAttributedString(string: item.shownBackTitle, attributes: attributes)
        generic = NSAttributedString(string: UINavigationItem.genericBackTitle, attributes: attributes)
        let image = (shown?.image ?? appearance.backIndicator)?
            .displayed(preferring: BarSymbolImage.barConfiguration, for: traitCollection)
        picture.image = image.map { $0.renderingMode == .automatic ? $0.withRenderingMode(.alwaysTemplate) : $0 }
        (picture.isHidden, symbol.isHidden) = (image == nil, image != nil)
        setNeedsLayout()
    }

    private var ownTint: UIColor?

    /// A new item for looking up proxy values; nil if the screen has no proxies.
    private static func anyItem(_ button: BackButton) -> UIBarButtonItem? {
        button.window?.screen.barItemProxies == nil ? nil : UIBarButtonItem()
    }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        guard window?.screen.barItemProxies != nil, let item, let appearance else { return }
        show(item, appearance)
        superview?.setNeedsLayout()
    }

    /// Returns the widths for the layout of the bar.
    func widths(_ mode: UINavigationItem.BackButtonDisplayMode, hasImage: Bool) -> NavigationBarArrangement.Back {
        func width(_ text: NSAttributedString) -> CGFloat? {
            text.length == 0 ? nil : text.size().width.ceiled(toScale: pixelScale)
        }
        let hasTexts = mode != .minimal && title.length > 0 && !hasImage
        return NavigationBarArrangement.Back(
            chevron: chevronSize.width, gap: 6, title: hasTexts && mode == .default ? width(title) : nil,
            generic: hasTexts ? width(generic) : nil)
    }

    private var chevronSize: CGSize {
        picture.image?.size
            ?? CGSize(
                width: (12.5 * BarFonts.scale(traitCollection)).rounded(toScale: pixelScale),
                height: 21 * BarFonts.scale(traitCollection))
    }

    override var isHighlighted: Bool {
        didSet {
            guard isHighlighted != oldValue else { return }
            if let item, let appearance { show(item, appearance) }
            if isHighlighted || window == nil {
                content.alpha = isHighlighted ? 0.2 : 1
            } else {
                UIView.animate(withDuration: 0.3) { self.content.alpha = 1 }
            }
        }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        content.frame = bounds
        passOnDirection(to: [symbol])
        let size = chevronSize
        let y = ((bounds.height - size.height) / 2).rounded(toScale: pixelScale)
        chevron.setUntransformedFrame(mirrored(CGRect(x: 0, y: y, width: size.width, height: size.height)))
        picture.frame = chevron.bounds
        // The symbol's square has space around the lines.
        let side = 27 * BarFonts.scale(traitCollection)
        symbol.frame = CGRect(
            x: chevron.bounds.midX - side / 2 + (isRightToLeft ? -1 : 1) * side * 0.027,
            y: chevron.bounds.midY - side / 2, width: side, height: side)
        label.attributedText = text == .title ? title : text == .generic ? generic : nil
        label.isHidden = text == .none
        let height = label.sizeThatFits(.zero).height
        let x = size.width + 6
        label.setUntransformedFrame(
            mirrored(
                CGRect(
                    x: x, y: ((bounds.height - height) / 2).rounded(toScale: pixelScale),
                    width: max(0, bounds.width - x), height: height)
            ).offsetBy(dx: titleOffset.horizontal, dy: titleOffset.vertical))
    }

    private func mirrored(_ rect: CGRect) -> CGRect { isRightToLeft ? rect.mirrored(in: bounds.width) : rect }

    /// The touch area extends to the bar's edge and around the text.
    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        bounds.insetBy(dx: -BarMeasures.itemPadding, dy: 0).contains(point)
            || (point.y >= 0 && point.y < bounds.height && abs(point.x - chevron.center.x) <= 22)
    }

    override var accessibilityLabel: String? {
        get { spokenTitle.isEmpty ? UINavigationItem.genericBackTitle : spokenTitle }
        set { spokenTitle = newValue ?? "" }
    }
}

/// The image of the standard back indicator.
enum BackChevron {
    static var image: UIImage {
        let size = CGSize(width: 12.5, height: 21)
        return UIGraphicsImageRenderer(size: size).image { _ in
            BarSymbol.chevron.draw(in: CGRect(x: -6.5, y: -3, width: 27, height: 27), color: .black)
        }.withRenderingMode(.alwaysTemplate)
    }
}
