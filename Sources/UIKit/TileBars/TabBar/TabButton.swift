import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The control that shows a `UITabBarItem`.
final class TabButton: UIControl, ViewPart {
    /// The appearance shared by all items of a bar.
    struct Looks {
        var style: UITabBarItemAppearance.Style
        var appearance: UITabBarItemAppearance
        var unselected: UIColor?
        var indicator: UIImage?
        var indicatorTint: UIColor?
    }

    let item: UITabBarItem
    private(set) var looks: Looks
    private let picture = UIImageView(frame: .zero)
    private let symbol = BarSymbolView(.star)
    private let label = UILabel(frame: .zero)
    private let indicator = UIImageView(frame: .zero)
    private var badge: BadgeView?
    /// The fill behind the image of a prominent item.
    private var emphasis: UIView?
    private var values = UITabBarItemStateAppearance.Values()
    /// The values from appearance proxies.
    private var taken = BarItemProxies.Looks()

    init(_ item: UITabBarItem, _ looks: Looks) {
        self.item = item
        self.looks = looks
        super.init(frame: .zero)
        isOpaque = false
        for view in [indicator, picture, symbol, label] as [UIView] {
            view.isOpaque = false
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        label.isAccessibilityElement = false
        label.lineBreakMode = .byTruncatingTail
        label.textAlignment = .center
        item.shownView = self
        isAccessibilityElement = true
    }

    required init?(coder: NSCoder) { nil }

    // MARK: Content

    /// Whether the button shows only its image.
    var isMinimized = false {
        didSet {
            guard isMinimized != oldValue else { return }
            label.alpha = isMinimized ? 0 : 1
            setNeedsLayout()
        }
    }

    /// Whether the button is emphasized.
    var isProminent = false {
        didSet {
            guard isProminent != oldValue else { return }
            emphasis?.removeFromSuperview()
            emphasis = isProminent ? UIView(frame: .zero) : nil
            emphasis?.isUserInteractionEnabled = false
            if let emphasis { insertSubview(emphasis, at: 0) }
            setNeedsLayout()
        }
    }

    func show(_ looks: Looks, isSelected: Bool) {
        self.looks = looks
        if self.isSelected != isSelected { self.isSelected = isSelected }
        update()
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        update()
    }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        guard window?.screen.barItemProxies != nil else { return }
        taken = BarItemProxies.proxyValues(of: item, in: self)
        update()
    }

    private func update() {
        if isEnabled != item.isEnabled { isEnabled = item.isEnabled }
        accessibilityIdentifier = item.accessibilityIdentifier
        values = looks.appearance.values(for: state)
        let color = standardColor
        let image = isSelected ? item.selectedImage ?? item.image : item.image
        let symbolKind = image == nil ? item.systemItem?.symbol : nil
        let shown = image?.displayed(preferring: BarSymbolImage.barConfiguration, for: traitCollection)
        picture.image = shown.map { $0.renderingMode == .automatic ? $0.withRenderingMode(.alwaysTemplate) : $0 }
        picture.tintColor = values.iconColor ?? color
        if let symbolKind { symbol.symbol = symbolKind }
        symbol.color = values.iconColor ?? color
        (picture.isHidden, symbol.isHidden) = (image == nil, symbolKind == nil)
        label.attributedText = NSAttributedString(string: item.title ?? "", attributes: attributes(color))
        indicator.isHidden = !isSelected || looks.indicator == nil
        indicator.image = looks.indicator
        indicator.tintColor = looks.indicatorTint
        emphasis?.backgroundColor = tintColor.withAlphaComponent(0.15)
        updateBadge()
        setNeedsLayout()
    }

    private var standardColor: UIColor {
        if !isEnabled { return .tertiaryLabel }
        return isSelected ? tintColor : looks.unselected ?? .systemGray
    }

    private func attributes(_ color: UIColor) -> [NSAttributedString.Key: Any] {
        let size: CGFloat = looks.style == .stacked ? 10 : looks.style == .inline ? 13 : 12
        var attributes: [NSAttributedString.Key: Any] = [
            .font: BarFonts.tab(size, traitCollection), .foregroundColor: color,
        ]
        attributes.merge(values.textAttributes) { $1 }
        attributes.merge(taken.attributes(for: .normal)) { $1 }
        attributes.merge(item.titleTextAttributes(for: .normal) ?? [:]) { $1 }
        if isSelected {
            // A color for unselected items does not apply to the selected one.
            attributes[.foregroundColor] = values.textAttributes[.foregroundColor] ?? color
        }
        if state != .normal {
            attributes.merge(taken.attributes(for: state)) { $1 }
            attributes.merge(item.titleTextAttributes(for: state) ?? [:]) { $1 }
        }
        return attributes
    }

    private func updateBadge() {
        guard let text = item.badgeValue else {
            badge?.removeFromSuperview()
            badge = nil
            return
        }
        let shown = badge ?? BadgeView(frame: .zero)
        if badge == nil { addSubview(shown) }
        badge = shown
        var attributes = values.badgeAttributes
        attributes.merge(item.badgeTextAttributes(for: .normal) ?? [:]) { $1 }
        if state != .normal { attributes.merge(item.badgeTextAttributes(for: state) ?? [:]) { $1 } }
        shown.show(
            text, color: item.badgeColor ?? values.badgeColor ?? .systemRed, attributes: attributes,
            titleOffset: values.badgeTitleOffset ?? .zero)
    }

    // MARK: Layout

    /// The gap between an image and a title beside it. It is larger if the badge extends beyond the image.
    private var inlineGap: CGFloat {
        guard let badge, iconSize.width > 0 else { return 6 }
        return max(6, badge.sizeThatFits(bounds.size).width - Self.badgeOverlap + 3)
    }

    /// The overlap of a badge and the image, in points.
    private static let badgeOverlap: CGFloat = 8

    private var iconSize: CGSize {
        if !symbol.isHidden {
            let side: CGFloat = looks.style == .compactInline ? 20 : 26
            return CGSize(width: side, height: side)
        }
        return picture.isHidden ? .zero : picture.image?.size ?? .zero
    }

    /// The preferred width of image and title.
    var naturalWidth: CGFloat {
        let (icon, text) = (iconSize.width, label.sizeThatFits(.zero).width)
        if looks.style == .stacked { return max(icon, text) }
        return icon + text + (icon > 0 && text > 0 ? inlineGap : 0)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        passOnDirection(to: [symbol])
        indicator.setUntransformedFrame(
            centered(looks.indicator?.size ?? .zero, at: CGPoint(x: bounds.midX, y: bounds.midY)))
        let offset = values.titleOffset ?? item.titlePositionAdjustment
        if isMinimized {
            placeIcon(centered(iconSize, at: CGPoint(x: bounds.midX, y: bounds.midY)))
        } else if looks.style == .stacked {
            layOutStacked(offset)
        } else {
            layOutInline(offset)
        }
        layOutEmphasis()
        layOutBadge()
    }

    private func layOutStacked(_ offset: UIOffset) {
        var text = label.sizeThatFits(.zero)
        text.width = min(text.width, bounds.width - 2)
        let icon = iconSize
        let hasText = text.width > 0 && text.height > 0 && !(item.title ?? "").isEmpty
        let middle = CGPoint(x: bounds.midX, y: hasText ? bounds.height * 0.39 : bounds.midY)
        placeIcon(centered(icon, at: middle))
        let y = icon == .zero ? bounds.midY : bounds.height - 4 - text.height / 2
        label.setUntransformedFrame(
            centered(text, at: CGPoint(x: bounds.midX, y: y)).offsetBy(dx: offset.horizontal, dy: offset.vertical))
    }

    /// Places the fill of a prominent item: a capsule behind the image, or behind image and title side by side.
    private func layOutEmphasis() {
        guard let emphasis else { return }
        emphasis.alpha = isMinimized ? 0 : 1
        let icon = iconSize == .zero ? label.frame : picture.frame
        let content = looks.style == .stacked ? icon : icon.union(label.frame)
        let height = min(32, bounds.height - 4)
        let width = min(bounds.width - 2, max(56, content.width + 24))
        emphasis.setUntransformedFrame(
            CGRect(x: content.midX - width / 2, y: content.midY - height / 2, width: width, height: height))
        emphasis.layer.cornerRadius = height / 2
    }

    private func layOutInline(_ offset: UIOffset) {
        var text = label.sizeThatFits(.zero)
        let icon = iconSize
        let gap = icon.width > 0 && text.width > 0 ? inlineGap : 0
        text.width = max(0, min(text.width, bounds.width - icon.width - gap - 4))
        let start = (bounds.width - icon.width - gap - text.width) / 2
        let first = centered(icon, at: CGPoint(x: start + icon.width / 2, y: bounds.midY))
        let second = centered(text, at: CGPoint(x: start + icon.width + gap + text.width / 2, y: bounds.midY))
        placeIcon(isRightToLeft ? first.mirrored(in: bounds.width) : first)
        label.setUntransformedFrame(
            (isRightToLeft ? second.mirrored(in: bounds.width) : second)
                .offsetBy(dx: offset.horizontal, dy: offset.vertical))
    }

    private func placeIcon(_ frame: CGRect) {
        let insets = looks.style == .compactInline ? item.landscapeImagePhoneInsets : item.imageInsets
        let moved = frame.offsetBy(dx: (insets.left - insets.right) / 2, dy: (insets.top - insets.bottom) / 2)
        for view in [picture, symbol] as [UIView] { view.setUntransformedFrame(moved) }
    }

    /// Places the badge at the image's upper trailing corner.
    private func layOutBadge() {
        guard let badge else { return }
        let offset = values.badgeOffset ?? .zero
        let size = badge.sizeThatFits(CGSize(width: max(BadgeView.height, bounds.width - 4), height: bounds.height))
        let icon = iconSize == .zero ? label.frame : picture.frame
        let inner = min(Self.badgeOverlap, size.width * 0.6)
        var x = isRightToLeft ? icon.minX + inner - size.width : icon.maxX - inner
        x = min(max(x, 2), max(2, bounds.width - size.width - 2))
        let y = max(1, icon.minY - min(4, size.height / 2 - 3))
        badge.setUntransformedFrame(
            CGRect(
                x: x.rounded(toScale: pixelScale) + offset.horizontal,
                y: y.rounded(toScale: pixelScale) + offset.vertical, width: size.width, height: size.height))
    }

    private func centered(_ size: CGSize, at point: CGPoint) -> CGRect {
        CGRect(
            x: (point.x - size.width / 2).rounded(toScale: pixelScale),
            y: (point.y - size.height / 2).rounded(toScale: pixelScale), width: size.width, height: size.height)
    }

    // MARK: Accessibility

    override var accessibilityLabel: String? {
        get { item.accessibilityLabel }
        set { item.accessibilityLabel = newValue }
    }

    /// The accessibility value. The default is the badge text.
    override var accessibilityValue: String? {
        get { item.accessibilityValue ?? item.badgeValue }
        set { item.accessibilityValue = newValue }
    }

    override var accessibilityTraits: UIAccessibilityTraits {
        get {
            var traits = item.accessibilityTraits.union(.button)
            if isSelected { traits.insert(.selected) }
            if !isEnabled { traits.insert(.notEnabled) }
            return traits
        }
        set { item.accessibilityTraits = newValue }
    }
}
