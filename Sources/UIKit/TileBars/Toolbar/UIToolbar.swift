public import Foundation
public import TileDrawing
public import TileViews

/// The delegate of a toolbar, which determines its position.
public protocol UIToolbarDelegate: UIBarPositioningDelegate {}

/// A bar of buttons, usually at the bottom.
///
///     toolbar.items = [reply, .flexibleSpace(), trash]
///
/// The container determines the bar's height; `sizeThatFits(_:)` returns the preferred one.
open class UIToolbar: UIView, UIBarPositioning {
    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// Decodes a toolbar with its items.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        restore(from: coder)
        coder.settle(self, as: UIToolbar.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        store(in: coder)
    }

    open weak var delegate: (any UIToolbarDelegate)? { didSet { setNeedsLayout() } }

    /// The position returned by the delegate; `bottom` by default.
    open var barPosition: UIBarPosition {
        let position = delegate?.position(for: self) ?? .any
        return position == .any ? .bottom : position
    }

    final let backdrop = BarBackground(frame: .zero)
    final let edgeBackdrop = BarBackground(frame: .zero)
    /// The buttons of the visible items, in order.
    private final var buttons: [BarItemButton] = []
    private final var list: [UIBarButtonItem] = []

    private func setUp() {
        isOpaque = false
        insertSubview(backdrop, at: 0)
        insertSubview(edgeBackdrop, at: 1)
        follow(standardAppearance)
        appearanceDidChange()
    }

    // MARK: Items

    /// The items from the leading edge.
    open var items: [UIBarButtonItem]? {
        get { list }
        set { setItems(newValue, animated: false) }
    }

    /// Sets the items. If it is animated, the new items fade in over 0.3 seconds while the old ones fade out.
    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        for item in list where item.observer === self { item.observer = nil }
        list = items ?? []
        for item in list { item.observer = self }
        updateButtons(animated && window != nil)
    }

    private func updateButtons(_ animated: Bool) {
        let shown = list.filter { !$0.isHidden }
        let old = buttons
        buttons = shown.map { item in
            let button = old.first { $0.item === item } ?? BarItemButton(item, itemAppearance(for: item))
            (button.isCompact, button.appearance) = (isCompactInHeight, itemAppearance(for: item))
            if button.superview !== self { addSubview(button) }
            return button
        }
        let gone = old.filter { each in !buttons.contains { $0 === each } }
        let new = buttons.filter { each in !old.contains { $0 === each } }
        setNeedsLayout()
        guard animated else { return gone.forEach { $0.removeFromSuperview() } }
        UIView.performWithoutAnimation {
            layoutIfNeeded()
            for button in new { button.alpha = 0 }
        }
        for button in gone { button.isUserInteractionEnabled = false }
        UIView.animate(withDuration: 0.3) {
            for button in new { button.alpha = 1 }
            for button in gone { button.alpha = 0 }
        } completion: { _ in
            for button in gone { button.removeFromSuperview() }
        }
    }

    private func itemAppearance(for item: UIBarButtonItem) -> UIBarButtonItemAppearance {
        shownAppearance.appearance(for: item.style)
    }

    // MARK: Hooks for controllers

    /// The closeness of the content above to its lower edge; see `UINavigationBar.scrollEdgeFraction`.
    package final var scrollEdgeFraction: CGFloat = 0 {
        didSet {
            guard scrollEdgeFraction != oldValue else { return }
            updateBackdrops()
            if (scrollEdgeFraction > 0.5) != (oldValue > 0.5) { showLooks() }
        }
    }

    // MARK: Appearances

    /// The appearance while content is behind the bar. Replacing or changing it disables customizations made on the bar
    /// itself.
    open var standardAppearance = UIToolbarAppearance() {
        didSet {
            hasOwnAppearance = true
            follow(standardAppearance)
            appearanceDidChange()
        }
    }

    /// The appearance in compact height; nil for the standard one.
    open var compactAppearance: UIToolbarAppearance? {
        didSet {
            follow(compactAppearance)
            appearanceDidChange()
        }
    }

    /// The appearance while the content's edge is at the bar; nil for the standard one without a background.
    open var scrollEdgeAppearance: UIToolbarAppearance? {
        didSet {
            follow(scrollEdgeAppearance)
            appearanceDidChange()
        }
    }

    open var compactScrollEdgeAppearance: UIToolbarAppearance? {
        didSet {
            follow(compactScrollEdgeAppearance)
            appearanceDidChange()
        }
    }

    final var hasOwnAppearance = false
    final var legacyStyle = LegacyBarStyle() { didSet { appearanceDidChange() } }

    private final func follow(_ appearance: UIToolbarAppearance?) {
        appearance?.followers.add(self) { [weak self, weak appearance] in
            guard let self else { return }
            if appearance === standardAppearance { hasOwnAppearance = true }
            appearanceDidChange()
        }
    }

    private final var standard: UIToolbarAppearance {
        (isCompactInHeight ? compactAppearance : nil) ?? standardAppearance
    }

    private final var edge: UIToolbarAppearance? {
        (isCompactInHeight ? compactScrollEdgeAppearance : nil) ?? scrollEdgeAppearance
    }

    /// The appearance for buttons.
    final var shownAppearance: UIToolbarAppearance { (scrollEdgeFraction > 0.5 ? edge : nil) ?? standard }

    private final func appearanceDidChange() {
        updateBackdrops()
        showLooks()
    }

    private final func showLooks() {
        for button in buttons { button.appearance = itemAppearance(for: button.item) }
    }

    private final func updateBackdrops() {
        func backgroundLooks(for appearance: UIToolbarAppearance) -> BarBackgroundLooks {
            hasOwnAppearance
                ? appearance.background
                : legacyStyle.applied(to: appearance.background, position: barPosition, isCompact: isCompactInHeight)
        }
        backdrop.show(backgroundLooks(for: standard))
        let isOpaque = !hasOwnAppearance && (!isTranslucent || barTintColor != nil)
        edgeBackdrop.show(
            edge?.background ?? (isOpaque ? backgroundLooks(for: standardAppearance) : BarBackgroundLooks()))
        let fraction = min(1, max(0, scrollEdgeFraction))
        (backdrop.alpha, edgeBackdrop.alpha) = (1 - fraction, fraction)
        edgeBackdrop.isHidden = fraction == 0
        if overrideUserInterfaceStyle != legacyStyle.interfaceStyle,
            legacyStyle.interfaceStyle != .unspecified || wasDark
        {
            wasDark = legacyStyle.interfaceStyle == .dark
            overrideUserInterfaceStyle = legacyStyle.interfaceStyle
        }
        setNeedsLayout()
    }

    /// Whether the bar's style made it dark.
    private final var wasDark = false

    /// The color of the background; nil for the material's.
    open var barTintColor: UIColor? {
        get { legacyStyle.tint }
        set { legacyStyle.tint = newValue }
    }

    /// Whether content behind the bar is visible through it.
    open var isTranslucent: Bool {
        get { legacyStyle.isTranslucent }
        set { legacyStyle.isTranslucent = newValue }
    }

    open var barStyle: UIBarStyle {
        get { legacyStyle.style }
        set { legacyStyle.style = newValue }
    }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        let area = backgroundArea(barPosition)
        for view in [backdrop, edgeBackdrop] {
            view.hasShadowAbove = barPosition == .bottom
            view.frame = area
        }
        let (margin, safe) = (BarMeasures.margin(width: bounds.width), safeAreaInsets)
        let arrangement = ToolbarArrangement(
            width: bounds.width, height: min(bounds.height, wantedHeight),
            leadingMargin: margin + (isRightToLeft ? safe.right : safe.left),
            trailingMargin: margin + (isRightToLeft ? safe.left : safe.right), scale: pixelScale,
            items: buttons.map {
                ToolbarArrangement.Item(
                    width: $0.naturalWidth, isSqueezable: $0.isSqueezable, isFlexible: $0.item.isFlexibleSpace,
                    isSpace: $0.item.isSpace)
            })
        passOnDirection(to: buttons)
        for (button, frame) in zip(buttons, arrangement.frames()) {
            button.isHidden = frame == nil || button.item.isSpace
            if let frame { button.setUntransformedFrame(isRightToLeft ? frame.mirrored(in: bounds.width) : frame) }
        }
    }

    private final var wantedHeight: CGFloat {
        isCompactInHeight ? BarMeasures.compactHeight : BarMeasures.height
    }

    /// Returns the given width, and a height of 44 points, or 32 in compact height.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: wantedHeight) }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: wantedHeight)
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        invalidateIntrinsicContentSize()
        updateButtons(false)
        appearanceDidChange()
    }

    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        setNeedsLayout()
    }
}

extension UIToolbar: BarItemObserver {
    func barItemDidChange(_ item: UIBarItem) {
        guard let item = item as? UIBarButtonItem else { return }
        updateButtons(false)
        buttons.first { $0.item === item }?.update()
    }
}
