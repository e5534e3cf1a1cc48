import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The control that shows a `UIBarButtonItem` in a bar.
final class BarItemButton: UIControl, ViewPart {
    let item: UIBarButtonItem
    /// The bar's appearance for the item's style.
    var appearance: UIBarButtonItemAppearance { didSet { update() } }
    var isCompact = false { didSet { if isCompact != oldValue { update() } } }

    private let content = MaterialView(frame: .zero)
    private var label: UILabel?
    private var picture: UIImageView?
    private var symbol: BarSymbolView?
    private var backing: UIImageView?
    private var pill: MaterialView?
    private var badge: BadgeView?
    private weak var lastEvent: UIEvent?
    private lazy var menuPress = MenuPress(self) { [unowned self] touch in
        touch.flatMap { self.item.showMenu(from: self, touch: $0) }
    }
    private var values = UIBarButtonItemStateAppearance.Values()
    /// The values from appearance proxies.
    private var taken = BarItemProxies.Looks()

    /// The alpha of the content while pressed, and the seconds in which it returns to 1, as in UIKit.
    private static let pressedAlpha: CGFloat = 0.2
    private static let releaseTime: TimeInterval = 0.3

    init(_ item: UIBarButtonItem, _ appearance: UIBarButtonItemAppearance) {
        self.item = item
        self.appearance = appearance
        super.init(frame: .zero)
        isOpaque = false
        addSubview(content)
        item.shownView = self
        addAction(
            UIAction { [unowned self] _ in
                // A press that opened the menu has no other effect.
                if !menuPress.hasOpened { self.item.perform(from: self, for: lastEvent) }
                menuPress.begin()
            },
            for: [.touchUpInside, .primaryActionTriggered])
        update()
    }

    required init?(coder: NSCoder) { nil }

    // MARK: State

    override var isHighlighted: Bool {
        didSet {
            guard isHighlighted != oldValue else { return }
            update()
            if isHighlighted || window == nil {
                content.alpha = isHighlighted ? Self.pressedAlpha : 1
            } else {
                UIView.animate(withDuration: Self.releaseTime) { self.content.alpha = 1 }
            }
        }
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
        superview?.setNeedsLayout()
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        update()
    }

    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        menuPress.begin()
        if item.opensMenuFirst { menuPress.began(at: touch.location(in: nil)) }
        return super.beginTracking(touch, with: event)
    }

    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        menuPress.moved(to: touch.location(in: nil))
        return super.continueTracking(touch, with: event)
    }

    override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        lastEvent = event
        if let touch { menuPress.ended(at: touch.location(in: nil)) }
    }

    override func cancelTracking(with event: UIEvent?) {
        super.cancelTracking(with: event)
        if item.opensMenuFirst { menuPress.cancelled() }
    }

    /// Updates the button from the item.
    func update() {
        if isEnabled != item.isEnabled { isEnabled = item.isEnabled }
        if isSelected != item.isSelected { isSelected = item.isSelected }
        let tint = item.tintColor ?? taken.tint
        if ownTint != tint {
            ownTint = tint
            tintColor = tint
        }
        accessibilityIdentifier = item.accessibilityIdentifier
        menuPress.opensByLongPress = item.menu != nil && !item.opensMenuFirst
        values = appearance.values(for: state)
        showCustomView()
        if item.customView == nil { showContent() } else { clearContent() }
        showBadge()
        setNeedsLayout()
    }

    private var ownTint: UIColor?

    private func showCustomView() {
        let own: [UIView?] = [content, item.customView, pill, backing, badge]
        for view in subviews where !own.contains(where: { $0 === view }) { view.removeFromSuperview() }
        guard let custom = item.customView else { return }
        if custom.superview !== self { addSubview(custom) }
    }

    private func clearContent() {
        for view in [label, picture, symbol, backing] as [UIView?] { view?.isHidden = true }
        pill?.isHidden = true
    }

    private var shownImage: UIImage? {
        let image = isCompact ? item.landscapeImagePhone ?? item.image : item.image
        return image.map { image in
            let shown = image.displayed(preferring: BarSymbolImage.barConfiguration, for: traitCollection)
            return shown.renderingMode == .automatic ? shown.withRenderingMode(.alwaysTemplate) : shown
        }
    }

    /// The symbol of the system item, unless an image is set.
    private var shownSymbol: BarSymbol? { shownImage == nil ? item.systemItem?.symbol : nil }

    /// The title, if there is neither a symbol nor an image.
    private var shownText: String? { shownSymbol == nil && shownImage == nil ? item.title : nil }

    private var contentColor: UIColor {
        isEnabled ? (isSelected ? .white : tintColor) : .tertiaryLabel
    }

    private func showContent() {
        let symbolKind = shownSymbol
        show(&symbol, isShown: symbolKind != nil) { BarSymbolView(.plus) }
        if let symbolKind {
            symbol?.symbol = symbolKind
            symbol?.color = isEnabled && !isSelected ? nil : contentColor
        }
        show(&picture, isShown: symbolKind == nil && shownImage != nil) { UIImageView(frame: .zero) }
        picture?.image = shownImage
        picture?.tintColor = isEnabled && !isSelected ? nil : contentColor
        show(&label, isShown: shownText != nil) { UILabel(frame: .zero) }
        if let text = shownText { label?.attributedText = NSAttributedString(string: text, attributes: attributes) }
        label?.lineBreakMode = .byTruncatingTail
        showBacking()
    }

    /// The text attributes: the item's own override the bar's, which override the style's.
    private var attributes: [NSAttributedString.Key: Any] {
        var attributes: [NSAttributedString.Key: Any] = [
            .font: BarFonts.button(traitCollection, isBold: item.style == .done), .foregroundColor: contentColor,
        ]
        attributes.merge(values.textAttributes) { $1 }
        attributes.merge(taken.attributes(for: .normal)) { $1 }
        attributes.merge(item.titleTextAttributes(for: .normal) ?? [:]) { $1 }
        if state != .normal {
            attributes.merge(taken.attributes(for: state)) { $1 }
            attributes.merge(item.titleTextAttributes(for: state) ?? [:]) { $1 }
        }
        let disabled = item.titleTextAttributes(for: .disabled) ?? appearance.disabled.titleTextAttributes
        if !isEnabled, disabled[.foregroundColor] == nil,
            taken.attributes(for: .disabled)[.foregroundColor] == nil
        {
            // A custom color is dimmed. The tint color is replaced with gray.
            let color = attributes[.foregroundColor] as? UIColor
            attributes[.foregroundColor] = color == .tertiaryLabel ? color : color?.withAlphaComponent(0.35)
        }
        return attributes
    }

    private func showBacking() {
        let image = item.shownBackground(for: state, isCompact: isCompact) ?? values.backgroundImage
        if let image, backing == nil {
            let made = UIImageView(image: image)
            insertSubview(made, at: 0)
            backing = made
        }
        backing?.image = image
        backing?.isHidden = image == nil
        if isSelected, pill == nil {
            let made = MaterialView(frame: .zero)
            made.layer.cornerRadius = 7
            insertSubview(made, at: 0)
            pill = made
        }
        pill?.isHidden = !isSelected
        pill?.backgroundColor = tintColor
    }

    private func showBadge() {
        guard let value = item.badge, !item.isSpace else {
            badge?.removeFromSuperview()
            badge = nil
            return
        }
        let shown = badge ?? BadgeView(frame: .zero)
        if badge == nil { addSubview(shown) }
        badge = shown
        bringSubviewToFront(shown)
        shown.show(
            value.stringValue ?? "", color: value.backgroundColor ?? .systemRed, attributes: value.textAttributes,
            titleOffset: .zero)
    }

    private func show<Part: UIView>(_ part: inout Part?, isShown: Bool, make: () -> Part) {
        if isShown, part == nil {
            let made = make()
            made.isOpaque = false
            made.isUserInteractionEnabled = false
            content.addSubview(made)
            part = made
        }
        part?.isHidden = !isShown
    }

    // MARK: Layout

    /// Whether the button can be narrower than its content, in which case the text is truncated.
    var isSqueezable: Bool { item.customView == nil && item.width <= 0 && shownText != nil }

    /// The preferred width of the content, without padding.
    var naturalWidth: CGFloat {
        if item.isSpace { return max(0, item.width) }
        if item.width > 0 { return item.width }
        if item.customView != nil { return customSize.width }
        guard shownText != nil, let label else { return contentSize.width }
        let widths = (item.possibleTitles ?? []).map {
            NSAttributedString(string: $0, attributes: attributes).size().width.ceiled(toScale: pixelScale)
        }
        return max(label.sizeThatFits(.zero).width, widths.max() ?? 0)
    }

    private var customSize: CGSize {
        guard let custom = item.customView else { return .zero }
        if !custom.translatesAutoresizingMaskIntoConstraints {
            return custom.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
        }
        let size = custom.bounds.size
        guard size.width <= 0 || size.height <= 0 else { return size }
        return custom.sizeThatFits(CGSize(width: 0, height: isCompact ? 32 : 44))
    }

    private var contentSize: CGSize {
        if let symbol = shownSymbol {
            if symbol == .closeDisc { return CGSize(width: 30, height: 30) }
            let side = (isCompact ? 20 : BarSymbol.side * BarFonts.scale(traitCollection)).rounded(toScale: pixelScale)
            return CGSize(width: side, height: side)
        }
        if let image = shownImage { return image.size }
        return label?.sizeThatFits(.zero) ?? .zero
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        backing?.frame = bounds.offsetBy(
            dx: values.backgroundOffset?.horizontal ?? 0, dy: values.backgroundOffset?.vertical ?? 0)
        let pillHeight = min(bounds.height, isCompact ? 26 : max(32, contentSize.height + 6))
        pill?.frame = CGRect(
            x: -6, y: (bounds.height - pillHeight) / 2, width: bounds.width + 12, height: pillHeight)
        content.frame = bounds
        passOnDirection(to: [symbol].compactMap { $0 })
        if let custom = item.customView {
            let size = customSize
            custom.setUntransformedFrame(
                centered(CGSize(width: min(size.width, bounds.width), height: min(size.height, bounds.height))))
        }
        if let symbol, !symbol.isHidden { symbol.setUntransformedFrame(centered(contentSize).offset(by: insets)) }
        if let picture, !picture.isHidden { picture.setUntransformedFrame(centered(contentSize).offset(by: insets)) }
        if let label, !label.isHidden { label.setUntransformedFrame(labelFrame(label)) }
        layOutBadge()
    }

    /// The distance that a badge covers of the content, and the most that it extends beyond it, in points. It stays
    /// within the margin of the bar.
    private static let (badgeOverlap, badgeReach): (CGFloat, CGFloat) = (9, 14)

    /// Places the badge over the content's upper trailing corner.
    private func layOutBadge() {
        guard let badge else { return }
        let parts: [UIView?] = [item.customView, symbol, picture, label]
        let corner = parts.compactMap { $0 }.first { !$0.isHidden }?.frame ?? bounds
        let size = badge.sizeThatFits(.zero)
        let reach = min(Self.badgeReach, size.width - min(Self.badgeOverlap, size.width / 2))
        let x = isRightToLeft ? corner.minX - reach : corner.maxX + reach - size.width
        let y = max(1, corner.minY + 2 - size.height / 2)
        badge.setUntransformedFrame(
            CGRect(
                x: x.rounded(toScale: pixelScale), y: y.rounded(toScale: pixelScale), width: size.width,
                height: size.height))
    }

    private func labelFrame(_ label: UILabel) -> CGRect {
        let size = label.sizeThatFits(.zero)
        let offset = values.titleOffset ?? item.titlePositionAdjustment(for: isCompact ? .compact : .default)
        return centered(CGSize(width: min(size.width, bounds.width), height: size.height))
            .offsetBy(dx: offset.horizontal, dy: offset.vertical)
    }

    private var insets: UIEdgeInsets { isCompact ? item.landscapeImagePhoneInsets : item.imageInsets }

    private func centered(_ size: CGSize) -> CGRect {
        CGRect(
            x: ((bounds.width - size.width) / 2).rounded(toScale: pixelScale),
            y: ((bounds.height - size.height) / 2).rounded(toScale: pixelScale), width: size.width, height: size.height)
    }

    // MARK: Touches

    /// The touch area includes the padding around the content.
    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        bounds.insetBy(dx: -BarMeasures.itemPadding, dy: 0).contains(point)
    }

    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        // The padding around a custom view is not a button.
        return item.customView != nil && hit === self ? nil : hit
    }

    // MARK: Accessibility

    override var isAccessibilityElement: Bool {
        get { item.customView == nil && !item.isSpace }
        set { super.isAccessibilityElement = newValue }
    }

    override var accessibilityLabel: String? {
        get { item.accessibilityLabel }
        set { item.accessibilityLabel = newValue }
    }

    override var accessibilityHint: String? {
        get { item.accessibilityHint }
        set { item.accessibilityHint = newValue }
    }

    /// The accessibility value. The default is the badge text.
    override var accessibilityValue: String? {
        get { item.accessibilityValue ?? item.badge?.stringValue }
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

extension CGRect {
    /// Returns the rect moved by an item's image insets, toward the side of the smaller inset.
    fileprivate func offset(by insets: UIEdgeInsets) -> CGRect {
        offsetBy(dx: (insets.left - insets.right) / 2, dy: (insets.top - insets.bottom) / 2)
    }
}
