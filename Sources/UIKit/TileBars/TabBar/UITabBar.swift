public import Foundation
public import TileDrawing
public import TileViews

/// The delegate of a tab bar, which is notified of selections.
public protocol UITabBarDelegate: AnyObject {
    /// Called when the user selects an item, including the one that is already selected.
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// A bar at the bottom with items, one of which is selected.
///
///     tabBar.items = [UITabBarItem(tabBarSystemItem: .search, tag: 0), UITabBarItem(title: "Map", image: map, tag: 1)]
///     tabBar.selectedItem = tabBar.items?.first
///
/// Images are above titles in a narrow window, and before them in a window that is wide or of compact height.
open class UITabBar: UIView {
    /// The distribution of items across the width.
    public enum ItemPositioning: Int, Hashable, Sendable {
        /// `fill` in a narrow window, `centered` in a wide one.
        case automatic = 0
        /// The items fill the width in equal parts.
        case fill = 1
        /// The items are centered, with `itemWidth` and `itemSpacing`.
        case centered = 2
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    /// Decodes a tab bar with its items.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        setUp()
        restore(from: coder)
        coder.settle(self, as: UITabBar.self)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        store(in: coder)
    }

    open weak var delegate: (any UITabBarDelegate)?

    private final let backdrop = BarBackground(frame: .zero)
    private final let edgeBackdrop = BarBackground(frame: .zero)
    private(set) final var buttons: [TabButton] = []
    private final var list: [UITabBarItem] = []

    private func setUp() {
        isOpaque = false
        insertSubview(backdrop, at: 0)
        insertSubview(edgeBackdrop, at: 1)
        for view in [backdrop, edgeBackdrop] { view.hasShadowAbove = true }
        accessibilityTraits = .tabBar
        follow(standardAppearance)
        appearanceDidChange()
    }

    // MARK: Items

    open var items: [UITabBarItem]? {
        get { list }
        set { setItems(newValue, animated: false) }
    }

    /// Sets the items. If it is animated, the new items fade in over 0.3 seconds while the old ones fade out. If the
    /// selected item is removed, no item is selected.
    open func setItems(_ items: [UITabBarItem]?, animated: Bool) {
        for item in list where item.observer === self { item.observer = nil }
        list = items ?? []
        for item in list { item.observer = self }
        if let selectedItem, !list.contains(where: { $0 === selectedItem }) { self.selectedItem = nil }
        updateButtons(animated && window != nil)
    }

    /// The selected item; nil for none. Setting it does not notify the delegate. An item that is not in the bar clears
    /// the selection.
    open var selectedItem: UITabBarItem? {
        didSet {
            if let item = selectedItem, !list.contains(where: { $0 === item }) { selectedItem = nil }
            if selectedItem !== oldValue { appearanceDidChange() }
        }
    }

    private func updateButtons(_ animated: Bool) {
        let old = buttons
        buttons = list.map { item in
            if let known = old.first(where: { $0.item === item }) { return known }
            let made = TabButton(item, looks)
            made.addAction(
                UIAction { [weak self, weak item] _ in
                    if let self, let item { choose(item) }
                }, for: [.touchUpInside, .primaryActionTriggered])
            addSubview(made)
            return made
        }
        showItems()
        let gone = old.filter { each in !buttons.contains { $0 === each } }
        let new = buttons.filter { each in !old.contains { $0 === each } }
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

    private func choose(_ item: UITabBarItem) {
        guard list.contains(where: { $0 === item }) else { return }
        if isMinimized, item === selectedItem, let didTapMinimized { return didTapMinimized(self) }
        guard shouldSelect?(self, item) ?? true else { return }
        selectedItem = item
        delegate?.tabBar(self, didSelect: item)
    }

    // MARK: Hooks for controllers

    /// Whether an item that the user tapped becomes selected. The delegate is notified only if it does.
    package final var shouldSelect: ((UITabBar, UITabBarItem) -> Bool)?

    /// Whether the bar is reduced to its selected item and its prominent item, in capsules at the edges.
    package final var isMinimized = false {
        didSet {
            guard isMinimized != oldValue else { return }
            mixBackdrops()
            showItems()
        }
    }

    /// Called when the user taps the selected item of a minimized bar.
    package final var didTapMinimized: ((UITabBar) -> Void)?

    /// The item that is emphasized, and that a minimized bar shows too.
    package final weak var prominentItem: UITabBarItem? {
        didSet { if prominentItem !== oldValue { showItems() } }
    }

    /// The capsules of the items of a bar that is or was minimized.
    final var capsules: TabCapsules?

    /// The closeness of the content above to its lower edge; see `UINavigationBar.scrollEdgeFraction`.
    package final var scrollEdgeFraction: CGFloat = 0 {
        didSet {
            guard scrollEdgeFraction != oldValue else { return }
            mixBackdrops()
            if (scrollEdgeFraction > 0.5) != (oldValue > 0.5) { showItems() }
        }
    }

    /// The height of the items, excluding the safe area below.
    package final var itemHeight: CGFloat {
        isCompactInHeight ? BarMeasures.compactTabHeight : BarMeasures.tabHeight
    }

    // MARK: Appearance

    open var itemPositioning = ItemPositioning.automatic { didSet { setNeedsLayout() } }
    /// The width of centered items, in points; 0 for the default.
    open var itemWidth: CGFloat = 0 { didSet { setNeedsLayout() } }
    /// The gap between centered items, in points; 0 for the default.
    open var itemSpacing: CGFloat = 0 { didSet { setNeedsLayout() } }

    /// The color of unselected items; nil for gray.
    open var unselectedItemTintColor: UIColor? { didSet { appearanceDidChange() } }

    /// The image behind the selected item, in its own size.
    open var selectionIndicatorImage: UIImage? { didSet { appearanceDidChange() } }

    /// The appearance while content is behind the bar. Replacing or changing it disables customizations made on the bar
    /// itself.
    open var standardAppearance = UITabBarAppearance() {
        didSet {
            hasOwnAppearance = true
            follow(standardAppearance)
            appearanceDidChange()
        }
    }

    /// The appearance while the content's edge is at the bar; nil for the standard one without a background.
    open var scrollEdgeAppearance: UITabBarAppearance? {
        didSet {
            follow(scrollEdgeAppearance)
            appearanceDidChange()
        }
    }

    final var hasOwnAppearance = false
    final var legacyStyle = LegacyBarStyle() { didSet { appearanceDidChange() } }
    /// Whether the bar's style made it dark.
    private final var wasDark = false

    private final func follow(_ appearance: UITabBarAppearance?) {
        appearance?.followers.add(self) { [weak self, weak appearance] in
            guard let self else { return }
            if appearance === standardAppearance { hasOwnAppearance = true }
            appearanceDidChange()
        }
    }

    private final var shownStandard: UITabBarAppearance { selectedItem?.standardAppearance ?? standardAppearance }
    private final var shownEdge: UITabBarAppearance? { selectedItem?.scrollEdgeAppearance ?? scrollEdgeAppearance }
    private final var shownAppearance: UITabBarAppearance {
        (scrollEdgeFraction > 0.5 ? shownEdge : nil) ?? shownStandard
    }

    private final var layoutStyle: UITabBarItemAppearance.Style {
        if isCompactInHeight { return .compactInline }
        return traitCollection.horizontalSizeClass == .regular ? .inline : .stacked
    }

    private final var looks: TabButton.Looks {
        let appearance = shownAppearance
        return TabButton.Looks(
            style: layoutStyle, appearance: appearance.appearance(for: layoutStyle),
            unselected: unselectedItemTintColor,
            indicator: appearance.selectionIndicatorImage ?? selectionIndicatorImage,
            indicatorTint: appearance.selectionIndicatorTintColor)
    }

    private final func showItems() {
        let looks = looks
        for button in buttons {
            let isSelected = button.item === selectedItem
            button.isProminent = button.item === prominentItem
            button.isMinimized = isMinimized && (isSelected || button.isProminent)
            button.show(looks, isSelected: isSelected)
        }
        setNeedsLayout()
    }

    final func appearanceDidChange() {
        func backgroundLooks(for appearance: UITabBarAppearance) -> BarBackgroundLooks {
            hasOwnAppearance
                ? appearance.background
                : legacyStyle.applied(to: appearance.background, position: .bottom, isCompact: isCompactInHeight)
        }
        backdrop.show(backgroundLooks(for: shownStandard))
        let isOpaque = !hasOwnAppearance && (!isTranslucent || barTintColor != nil)
        edgeBackdrop.show(
            shownEdge?.background ?? (isOpaque ? backgroundLooks(for: shownStandard) : BarBackgroundLooks()))
        mixBackdrops()
        if overrideUserInterfaceStyle != legacyStyle.interfaceStyle,
            legacyStyle.interfaceStyle != .unspecified || wasDark
        {
            wasDark = legacyStyle.interfaceStyle == .dark
            overrideUserInterfaceStyle = legacyStyle.interfaceStyle
        }
        showItems()
    }

    private final func mixBackdrops() {
        let fraction = min(1, max(0, scrollEdgeFraction))
        (backdrop.alpha, edgeBackdrop.alpha) = isMinimized ? (0, 0) : (1 - fraction, fraction)
        edgeBackdrop.isHidden = fraction == 0
    }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        for view in [backdrop, edgeBackdrop] { view.frame = backgroundArea(.bottom) }
        let (safe, appearance) = (safeAreaInsets, shownAppearance)
        let positioning =
            layoutStyle == .stacked && appearance.stackedItemPositioning != .automatic
            ? appearance.stackedItemPositioning : itemPositioning
        func own(_ stacked: CGFloat, _ general: CGFloat) -> CGFloat? {
            let value = layoutStyle == .stacked && stacked > 0 ? stacked : general
            return value > 0 ? value : nil
        }
        let arrangement = TabBarArrangement(
            width: bounds.width,
            height: max(min(bounds.height, itemHeight), bounds.height - safe.bottom),
            leadingInset: isRightToLeft ? safe.right : safe.left, trailingInset: isRightToLeft ? safe.left : safe.right,
            scale: pixelScale, count: buttons.count,
            isCentered: positioning == .automatic
                ? traitCollection.horizontalSizeClass == .regular : positioning == .centered,
            itemWidth: own(appearance.stackedItemWidth, itemWidth),
            itemSpacing: own(appearance.stackedItemSpacing, itemSpacing),
            contentWidth: buttons.map(\.naturalWidth).max() ?? 0)
        passOnDirection(to: buttons)
        for (button, frame) in zip(buttons, arrangement.frames()) {
            button.setUntransformedFrame(isRightToLeft ? frame.mirrored(in: bounds.width) : frame)
        }
        if isMinimized || capsules != nil { layOutCapsules() }
    }

    /// Returns whether a point is in the bar; in a minimized one, whether it is in a capsule.
    open override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
        isMinimized ? capsules?.contains(point) ?? false : super.point(inside: point, with: event)
    }

    /// Returns the given width, and a height of 49 points, or 32 in compact height, plus the safe area below.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: itemHeight + (superview?.safeAreaInsets.bottom ?? 0))
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: itemHeight + (superview?.safeAreaInsets.bottom ?? 0))
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        invalidateIntrinsicContentSize()
        appearanceDidChange()
    }

    open override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }
}

extension UITabBar: BarItemObserver {
    func barItemDidChange(_ item: UIBarItem) { appearanceDidChange() }
}
