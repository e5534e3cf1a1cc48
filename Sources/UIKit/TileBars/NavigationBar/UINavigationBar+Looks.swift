public import Foundation
public import TileDrawing
public import TileViews

extension UINavigationBar {
    // MARK: Heights

    /// Returns the heights for an item of the stack, or for one that would be pushed.
    package final func heights(for item: UINavigationItem?) -> NavigationBarHeights {
        let isCompact = isCompactInHeight
        let hasPrompt = !(item?.prompt ?? "").isEmpty
        var large: CGFloat = 0
        // Windows of compact height have no large titles.
        if let item, !isCompact, showsLargeTitle(for: item) {
            let font = BarFonts.largeTitle(traitCollection)
            large = max(BarMeasures.largeTitleHeight, (font.lineHeight + 11).rounded(.up))
            if let line = item.shownLargeSubtitle {
                large += height(of: line, for: item) + BarMeasures.largeSubtitleGap
            }
        }
        var heights = NavigationBarHeights(
            prompt: hasPrompt ? BarMeasures.promptHeight : 0,
            row: isCompact ? BarMeasures.compactHeight : BarMeasures.height, largeTitle: large)
        guard let item, let search = item.search else { return heights }
        heights.search = search.height
        heights.collapsesSearch = item.hidesSearchBarWhenScrolling && search.state == .idle
        if search.hidesRow { (heights.prompt, heights.row, heights.largeTitle) = (0, 0, 0) }
        return heights
    }

    private final func height(of line: NavigationSubtitle, for item: UINavigationItem) -> CGFloat {
        switch line {
        case .text(let text):
            let whole = text.completed(with: largeSubtitleAttributes(shownAppearance(for: item)))
            return item.titles?.largeLine.height(of: whole) ?? 0
        case .view(let view): return SubtitleHolder.size(of: view, width: largeTitleRoom).height.rounded(.up)
        }
    }

    /// The width between the margins of a large title.
    final var largeTitleRoom: CGFloat {
        max(0, bounds.width - 2 * BarMeasures.margin(width: bounds.width) - safeAreaInsets.left - safeAreaInsets.right)
    }

    final func largeSubtitleAttributes(
        _ appearance: UINavigationBarAppearance
    ) -> [NSAttributedString.Key: Any] {
        let own: [NSAttributedString.Key: Any] = [
            .font: BarFonts.largeSubtitle(traitCollection), .foregroundColor: UIColor.secondaryLabel,
        ]
        return own.merging(appearance.largeSubtitleTextAttributes) { $1 }
    }

    /// Whether an item's title is large if there is space.
    final func showsLargeTitle(for item: UINavigationItem) -> Bool {
        guard prefersLargeTitles else { return false }
        return item.bar === self ? item.isLarge : item.isLarge(below: topItem)
    }

    final func heightsDidChange() {
        invalidateIntrinsicContentSize()
        shownContent?.setNeedsLayout()
        setNeedsLayout()
        tellHeights()
    }

    final func tellHeights() {
        let heights = heights(for: topItem)
        guard heights != toldHeights else { return }
        toldHeights = heights
        heightsHandler?(self)
    }

    // MARK: Appearances

    final func appearanceDidChange() {
        resolvedAppearance = nil
        updateBackdrops()
        shownContent?.update()
    }

    /// The standard appearance, combined with customizations of the bar itself while those apply.
    private final var barAppearance: UINavigationBarAppearance {
        guard !hasOwnAppearance else { return standardAppearance }
        if let resolvedAppearance { return resolvedAppearance }
        let made = UINavigationBarAppearance(barAppearance: standardAppearance)
        made.background = legacyStyle.applied(to: made.background, position: barPosition, isCompact: isCompactInHeight)
        made.titleTextAttributes = titleTextAttributes ?? [:]
        made.largeTitleTextAttributes = largeTitleTextAttributes ?? [:]
        made.setBackIndicatorImage(backIndicators.image, transitionMaskImage: backIndicators.mask)
        resolvedAppearance = made
        return made
    }

    private final func standard(for item: UINavigationItem?) -> UINavigationBarAppearance {
        let compact = isCompactInHeight ? item?.compactAppearance ?? compactAppearance : nil
        return compact ?? item?.standardAppearance ?? barAppearance
    }

    private final func scrollEdge(for item: UINavigationItem?) -> UINavigationBarAppearance? {
        let compact = isCompactInHeight ? item?.compactScrollEdgeAppearance ?? compactScrollEdgeAppearance : nil
        return compact ?? item?.scrollEdgeAppearance ?? scrollEdgeAppearance
    }

    /// Returns the appearance for text and buttons of an item.
    final func shownAppearance(for item: UINavigationItem?) -> UINavigationBarAppearance {
        (scrollEdgeFraction > 0.5 ? scrollEdge(for: item) : nil) ?? standard(for: item)
    }

    final func updateBackdrops() {
        backdrop.show(standard(for: topItem).background)
        // Without a scroll edge appearance the bar has no background at the edge, unless it is opaque.
        let isOpaque = !hasOwnAppearance && (!isTranslucent || barTintColor != nil)
        edgeBackdrop.show(
            scrollEdge(for: topItem)?.background
                ?? (isOpaque ? barAppearance.background : BarBackgroundLooks()))
        let edge = min(1, max(0, scrollEdgeFraction))
        (backdrop.alpha, edgeBackdrop.alpha) = (1 - edge, edge)
        edgeBackdrop.isHidden = edge == 0
        let style = legacyStyle.interfaceStyle
        for view in [backdrop, edgeBackdrop, shownContent] where view?.overrideUserInterfaceStyle != style {
            view?.overrideUserInterfaceStyle = style
        }
        setNeedsLayout()
    }

    /// Lays out the bar. Backgrounds extend behind the status bar if the bar is attached to it.
    final func layOut() {
        let area = backgroundArea(barPosition)
        for view in [backdrop, edgeBackdrop] {
            view.hasShadowAbove = barPosition == .bottom
            view.frame = area
        }
        passOnDirection(to: [content, transition?.outgoing].compactMap { $0 })
        guard let transition else {
            content?.setUntransformedFrame(CGRect(origin: .zero, size: bounds.size))
            return
        }
        // The container may animate the bar's height meanwhile. The old content keeps its height, and the new one has
        // its final height at once, so that a large title moves like the small one and not with the bar's height.
        let (old, new) = (transition.outgoing, transition.incoming)
        UIView.performWithoutAnimation {
            old.setUntransformedFrame(CGRect(x: 0, y: 0, width: bounds.width, height: old.bounds.height))
            new.setUntransformedFrame(CGRect(origin: .zero, size: bounds.size))
            new.layoutIfNeeded()
        }
    }

    // MARK: Customization of the bar itself

    /// Sets the image stretched over the background; nil for none.
    public final func setBackgroundImage(
        _ backgroundImage: UIImage?, for position: UIBarPosition, barMetrics: UIBarMetrics
    ) {
        legacyStyle.backgroundImages[LegacyBarStyle.Place(position: position, metrics: barMetrics)] = backgroundImage
    }

    public final func backgroundImage(for position: UIBarPosition, barMetrics: UIBarMetrics) -> UIImage? {
        legacyStyle.backgroundImages[LegacyBarStyle.Place(position: position, metrics: barMetrics)]
    }

    public final func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
        setBackgroundImage(backgroundImage, for: .any, barMetrics: barMetrics)
    }

    public final func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? {
        backgroundImage(for: .any, barMetrics: barMetrics)
    }

    /// An image that replaces the line below the bar. An image without pixels hides the line.
    public final var shadowImage: UIImage? {
        get { legacyStyle.shadowImages[.any] }
        set { legacyStyle.shadowImages[.any] = newValue }
    }

    /// Sets the vertical offset of the title, in points.
    public final func setTitleVerticalPositionAdjustment(_ adjustment: CGFloat, for barMetrics: UIBarMetrics) {
        titleShifts[barMetrics] = adjustment
    }

    public final func titleVerticalPositionAdjustment(for barMetrics: UIBarMetrics) -> CGFloat {
        titleShifts[barMetrics] ?? 0
    }

    final var titleShift: CGFloat {
        (isCompactInHeight ? titleShifts[.compact] : nil) ?? titleShifts[.default] ?? 0
    }

    /// The back indicator image. It is used only if the mask is set too.
    public final var backIndicatorImage: UIImage? {
        get { backIndicators.image }
        set { backIndicators.image = newValue }
    }

    public final var backIndicatorTransitionMaskImage: UIImage? {
        get { backIndicators.mask }
        set { backIndicators.mask = newValue }
    }

    // MARK: Archives

    private enum Key {
        static let items = "UIItems"
        static let barTint = "UIBarTintColor"
        static let isTranslucent = "UIBarTranslucence"
        static let style = "UIBarStyle"
        static let large = "UIBarPrefersLargeTitles"
    }

    final func store(in coder: NSCoder) {
        coder.archive(list: stack, forKey: Key.items)
        coder.archive(barTintColor, forKey: Key.barTint)
        coder.encode(isTranslucent, forKey: Key.isTranslucent)
        coder.encode(barStyle.rawValue, forKey: Key.style)
        coder.encode(prefersLargeTitles, forKey: Key.large)
    }

    final func restore(from coder: NSCoder) {
        barTintColor = coder.archivedObject(Key.barTint)
        if let isOn = coder.archivedFlag(Key.isTranslucent) { isTranslucent = isOn }
        if let style = coder.archivedCase(Key.style, UIBarStyle.self) { barStyle = style }
        if let isOn = coder.archivedFlag(Key.large) { prefersLargeTitles = isOn }
        setItems(coder.archivedObjects(Key.items, of: UINavigationItem.self), animated: false)
    }
}
