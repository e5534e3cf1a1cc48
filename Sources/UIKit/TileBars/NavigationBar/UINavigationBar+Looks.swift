public import Foundation
public import TileDrawing
public import TileViews

extension UINavigationBar {
    // MARK: Heights

    /// The heights of an item of the stack, or of one that would be put on top of it.
    package final func heights(for item: UINavigationItem?) -> NavigationBarHeights {
        let isCompact = isCompactInHeight
        let hasPrompt = !(item?.prompt ?? "").isEmpty
        var large: CGFloat = 0
        // There is no room for large titles where the window is not high.
        if let item, !isCompact, showsLargeTitle(for: item) {
            let font = BarFonts.largeTitle(traitCollection)
            large = max(BarMeasures.largeTitleHeight, (font.lineHeight + 11).rounded(.up))
        }
        return NavigationBarHeights(
            prompt: hasPrompt ? BarMeasures.promptHeight : 0,
            row: isCompact ? BarMeasures.compactHeight : BarMeasures.height, largeTitle: large)
    }

    /// Whether an item's title is large where there is room.
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

    /// The standard appearance, with what is set on the bar itself as long as that counts.
    private final var barAppearance: UINavigationBarAppearance {
        guard !hasOwnAppearance else { return standardAppearance }
        if let resolvedAppearance { return resolvedAppearance }
        let made = UINavigationBarAppearance(barAppearance: standardAppearance)
        made.background = older.applied(to: made.background, position: barPosition, isCompact: isCompactInHeight)
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

    /// What text and buttons of an item have.
    final func shownAppearance(for item: UINavigationItem?) -> UINavigationBarAppearance {
        (scrollEdgeFraction > 0.5 ? scrollEdge(for: item) : nil) ?? standard(for: item)
    }

    final func updateBackdrops() {
        backdrop.show(standard(for: topItem).background)
        // Without an own appearance for it nothing is behind the bar, unless it is to be opaque.
        let isOpaque = !hasOwnAppearance && (!isTranslucent || barTintColor != nil)
        edgeBackdrop.show(
            scrollEdge(for: topItem)?.background
                ?? (isOpaque ? barAppearance.background : BarBackgroundLooks()))
        let edge = min(1, max(0, scrollEdgeFraction))
        (backdrop.alpha, edgeBackdrop.alpha) = (1 - edge, edge)
        edgeBackdrop.isHidden = edge == 0
        let style = older.interfaceStyle
        for view in [backdrop, edgeBackdrop, shownContent] where view?.overrideUserInterfaceStyle != style {
            view?.overrideUserInterfaceStyle = style
        }
        setNeedsLayout()
    }

    /// Backgrounds reach up behind the status bar where the bar is attached to it.
    final func layOut() {
        let area = backgroundArea(barPosition)
        for view in [backdrop, edgeBackdrop] {
            view.hasShadowAbove = barPosition == .bottom
            view.frame = area
        }
        passOnDirection(to: [content, transition?.outgoing].compactMap { $0 })
        guard let transition else {
            content?.place(CGRect(origin: .zero, size: bounds.size))
            return
        }
        // What the bar is in may animate its height meanwhile. What goes keeps its own, and what comes has the new one
        // at once, so that a large title moves as the small one does and not by the bar's height.
        let (old, new) = (transition.outgoing, transition.incoming)
        UIView.performWithoutAnimation {
            old.place(CGRect(x: 0, y: 0, width: bounds.width, height: old.bounds.height))
            new.place(CGRect(origin: .zero, size: bounds.size))
            new.layoutIfNeeded()
        }
    }

    // MARK: What is set on the bar itself

    /// Stretched over the background; nil for none.
    public final func setBackgroundImage(
        _ backgroundImage: UIImage?, for position: UIBarPosition, barMetrics: UIBarMetrics
    ) {
        older.backgroundImages[OlderBarLooks.Place(position: position, metrics: barMetrics)] = backgroundImage
    }

    public final func backgroundImage(for position: UIBarPosition, barMetrics: UIBarMetrics) -> UIImage? {
        older.backgroundImages[OlderBarLooks.Place(position: position, metrics: barMetrics)]
    }

    public final func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
        setBackgroundImage(backgroundImage, for: .any, barMetrics: barMetrics)
    }

    public final func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? {
        backgroundImage(for: .any, barMetrics: barMetrics)
    }

    /// In place of the line below the bar; an image without pixels for none.
    public final var shadowImage: UIImage? {
        get { older.shadowImages[.any] }
        set { older.shadowImages[.any] = newValue }
    }

    /// Moves the title down, in points.
    public final func setTitleVerticalPositionAdjustment(_ adjustment: CGFloat, for barMetrics: UIBarMetrics) {
        titleShifts[barMetrics] = adjustment
    }

    public final func titleVerticalPositionAdjustment(for barMetrics: UIBarMetrics) -> CGFloat {
        titleShifts[barMetrics] ?? 0
    }

    final var titleShift: CGFloat {
        (isCompactInHeight ? titleShifts[.compact] : nil) ?? titleShifts[.default] ?? 0
    }

    /// Counts together with its mask.
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
