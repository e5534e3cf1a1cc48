import Foundation
import TileBars
import TileDrawing
import TileGraphics
import TileViews

/// The state of the minimized tab bar, the accessory and the prominent tab of a tab bar controller.
final class TabFloating {
    var behavior = UITabBarController.MinimizeBehavior.automatic
    var scrolling = TabBarScrolling()
    var accessory: (value: UITabAccessory, holder: AccessoryHolder)?
    var prominent: String?

    /// The height of an accessory, and its distances from the edges and from the bar, in points.
    static let accessoryHeight: CGFloat = 48
    static let margin: CGFloat = 16
    static let gap: CGFloat = 8
    static let duration: TimeInterval = 0.3
}

extension UITabBarController {
    /// The condition under which the bar is reduced to its selected item.
    public enum MinimizeBehavior: Int, Hashable, Sendable {
        /// The same as `never`.
        case automatic = 0
        case never = 1
        /// While content is scrolled toward its end. Scrolling back expands the bar.
        case onScrollDown = 2
        /// While content is scrolled toward its start, for content that begins at its end.
        case onScrollUp = 3
    }

    private func changing(_ change: (TabFloating) -> Void) {
        let floating = floating ?? TabFloating()
        self.floating = floating
        change(floating)
    }

    /// The condition under which the bar of a narrow window is reduced to its selected item. It follows the scroll view
    /// at the bottom, `contentScrollView(for: .bottom)`. The safe area stays that of the whole bar.
    public final var tabBarMinimizeBehavior: MinimizeBehavior {
        get { floating?.behavior ?? .automatic }
        set {
            changing { $0.behavior = newValue }
            tabBar.didTapMinimized = { [weak self] _ in self?.expandBar() }
            expandBar()
        }
    }

    private func expandBar() {
        floating?.scrolling.expand()
        minimizeBar()
    }

    /// Expands the bar, without an animation, because other content is above it.
    func restartMinimizing() {
        guard floating != nil else { return }
        floating?.scrolling.restart()
        tabBar.isMinimized = false
        shownView?.setNeedsLayout()
    }

    /// Expands the bar of a window that is not narrow.
    func expandWideBar() {
        if tabBar.isMinimized, traitCollection.horizontalSizeClass != .compact { expandBar() }
    }

    /// Follows a scroll view whose offset may have changed.
    func noteOffset(of scroll: UIScrollView) {
        guard let floating, floating.behavior == .onScrollDown || floating.behavior == .onScrollUp else { return }
        let insets = scroll.adjustedContentInset
        let start = -insets.top
        let end = max(start, scroll.contentSize.height + insets.bottom - scroll.bounds.height)
        floating.scrolling.note(
            scroll.contentOffset.y, in: start...end,
            isMoving: scroll.isTracking || scroll.isDecelerating || scroll.isScrollAnimating,
            minimizesDownward: floating.behavior == .onScrollDown)
        minimizeBar()
    }

    private func minimizeBar() {
        let isMinimized =
            floating?.scrolling.isMinimized == true && !isTabBarHidden
            && traitCollection.horizontalSizeClass == .compact
        guard isMinimized != tabBar.isMinimized else { return }
        guard let view = shownView, view.window != nil else { return tabBar.isMinimized = isMinimized }
        UIView.animate(withDuration: TabFloating.duration, delay: 0, options: .allowUserInteraction) { [self] in
            tabBar.isMinimized = isMinimized
            tabBar.layoutIfNeeded()
            placeAccessory()
        }
    }

    // MARK: Accessory

    /// A view that floats above the bar in a capsule of glass. While the bar is minimized, it is beside it. Its trait
    /// `tabAccessoryEnvironment` says which.
    public final var bottomAccessory: UITabAccessory? {
        get { floating?.accessory?.value }
        set { setBottomAccessory(newValue, animated: false) }
    }

    public final func setBottomAccessory(_ bottomAccessory: UITabAccessory?, animated: Bool) {
        let old = floating?.accessory
        guard bottomAccessory !== old?.value else { return }
        let made = bottomAccessory.map { (value: $0, holder: AccessoryHolder($0)) }
        changing { $0.accessory = made }
        let isAnimated = animated && shownView?.window != nil
        if isViewLoaded { addAccessory() }
        shownView?.setNeedsLayout()
        guard isAnimated else {
            old?.holder.removeFromSuperview()
            return
        }
        UIView.performWithoutAnimation {
            view.layoutIfNeeded()
            made?.holder.alpha = 0
        }
        UIView.animate(withDuration: TabFloating.duration) {
            made?.holder.alpha = 1
            old?.holder.alpha = 0
        } completion: { _ in
            old?.holder.removeFromSuperview()
        }
    }

    /// Adds the accessory to the view, below the bar.
    func addAccessory() {
        guard let holder = floating?.accessory?.holder else { return }
        view.insertSubview(holder, belowSubview: tabBar)
    }

    /// The height that the accessory adds to that of the bar.
    func accessoryHeight(isBarHidden: Bool) -> CGFloat {
        guard floating?.accessory != nil else { return 0 }
        return TabFloating.accessoryHeight + (isBarHidden ? 2 : 1) * TabFloating.gap
    }

    func placeAccessory() {
        guard let holder = floating?.accessory?.holder, let view = shownView else { return }
        let isInline = tabBar.isMinimized && tabBar.frame.minY < view.bounds.maxY
        let environment: UITabAccessory.Environment = isInline ? .inline : .regular
        if holder.traitOverrides.tabAccessoryEnvironment != environment {
            holder.traitOverrides.tabAccessoryEnvironment = environment
        }
        if isInline {
            holder.frame = tabBar.convert(tabBar.areaBesideCapsules, to: view)
        } else {
            let (safe, height) = (view.safeAreaInsets, TabFloating.accessoryHeight)
            let bottom = min(tabBar.frame.minY, view.bounds.maxY - outsideBottom)
            holder.frame = CGRect(
                x: safe.left + TabFloating.margin, y: bottom - TabFloating.gap - height,
                width: max(0, view.bounds.width - safe.left - safe.right - 2 * TabFloating.margin), height: height)
        }
        holder.layoutIfNeeded()
    }

    // MARK: Prominent tab

    /// The identifier of the tab that is emphasized. It is the last one of the bar, and a minimized bar shows it at the
    /// trailing edge.
    public final var prominentTabIdentifier: String? {
        get { floating?.prominent }
        set { setProminentTabIdentifier(newValue, animated: false) }
    }

    public final func setProminentTabIdentifier(_ identifier: String?, animated: Bool) {
        guard identifier != floating?.prominent else { return }
        changing { $0.prominent = identifier }
        showItems(animated: animated)
    }

    /// The tab that is emphasized.
    var prominentTab: UITab? {
        guard let name = floating?.prominent else { return nil }
        return roots.first { $0.identifier == name }
    }
}
