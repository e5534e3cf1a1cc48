import Foundation
import TileBars
import TileDrawing
import TileGraphics
import TileViews

/// The visibility settings of a navigation controller's bars.
struct BarSwitches {
    var hidesNavigationBar = false
    var hidesToolbar = true
    /// Whether the bars were hidden by a tap or a swipe.
    var hidesByGesture = false
    /// The scroll view that the navigation bar follows.
    weak var followed: UIScrollView?
    /// The scroll view that the toolbar follows, which may be the same one.
    weak var followedBelow: UIScrollView?
}

extension UINavigationController {
    func makeNavigationBar() -> UINavigationBar {
        let bar = barClass.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        bar.isAttachedToTop = true
        bar.heightsHandler = { [weak self] _ in self?.viewIfLoaded?.setNeedsLayout() }
        bar.popHandler = { [weak self] _, _ in
            self?.popViewController(animated: true)
            return true
        }
        return bar
    }

    func makeToolbar() -> UIToolbar { toolbarClass.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44)) }

    // MARK: Items

    /// Updates the bar with the stack's items.
    func showItems(animated: Bool) {
        let items = stack.map(\.navigationItem)
        let shown = navigationBar.items ?? []
        guard shown.count != items.count || !zip(shown, items).allSatisfy({ $0 === $1 }) else { return }
        navigationBar.setItems(items, animated: animated && canAnimateItems)
    }

    var canAnimateItems: Bool { shownView?.window != nil && appearance.isVisible }

    func showToolbarItems(animated: Bool) {
        guard !barSwitches.hidesToolbar, let items = shownTop?.toolbarItems else { return }
        toolbar.setItems(items, animated: animated)
    }

    /// Updates the toolbar after the top controller's items have changed.
    func noteToolbarItems(of controller: UIViewController, animated: Bool) {
        if controller === shownTop { showToolbarItems(animated: animated) }
    }

    // MARK: Layout

    private var showsNavigationBar: Bool {
        let isCompact = traitCollection.verticalSizeClass == .compact
        return !barSwitches.hidesNavigationBar && !barSwitches.hidesByGesture
            && !(isCompact && hidesBarsWhenVerticallyCompact)
    }

    private var showsToolbar: Bool { !barSwitches.hidesToolbar && !barSwitches.hidesByGesture }

    /// The safe area without the controller's own additions.
    private var outside: UIEdgeInsets {
        guard let view = shownView else { return .zero }
        let (safe, own) = (view.safeAreaInsets, insets.additional)
        return UIEdgeInsets(
            top: safe.top - own.top, left: safe.left - own.left, bottom: safe.bottom - own.bottom,
            right: safe.right - own.right)
    }

    func layOutBars(animated: Bool) {
        guard let view = shownView else { return }
        view.setNeedsLayout()
        guard animated, view.window != nil else { return }
        UIView.animate(withDuration: 0.2) { view.layoutIfNeeded() }
    }

    /// Positions the bars, and the top controller's view below them.
    func placeBars() {
        guard let view = shownView else { return }
        swipes?.updateEdge()
        let safe = outside
        placeNavigationBar(in: view, safe)
        placeToolbar(in: view, safe)
        guard transitionState.transition == nil, let shownTop else { return }
        positionView(of: shownTop)
        followScrollView()
        // The new frame may have scrolled the content, which affects the title.
        placeNavigationBar(in: view, safe)
    }

    private func placeNavigationBar(in view: UIView, _ safe: UIEdgeInsets) {
        let bar = navigationBar
        let height = barHeight(in: view.bounds.width)
        let top = showsNavigationBar ? safe.top : -height
        let frame = CGRect(x: 0, y: top, width: view.bounds.width, height: height)
        if bar.frame != frame { bar.frame = frame }
        bar.isHidden = !showsNavigationBar && barSwitches.hidesNavigationBar
    }

    private func placeToolbar(in view: UIView, _ safe: UIEdgeInsets) {
        guard showsToolbar || toolbar.superview != nil else { return }
        if toolbar.superview !== view { view.addSubview(toolbar) }
        let height = toolbar.sizeThatFits(view.bounds.size).height
        let hides = !showsToolbar || shownTop?.hidesBottomBarWhenPushed == true && stack.count > 1
        let y = hides ? view.bounds.maxY : view.bounds.maxY - safe.bottom - height
        let frame = CGRect(x: 0, y: y, width: view.bounds.width, height: height)
        if toolbar.frame != frame { toolbar.frame = frame }
    }

    /// Returns the height of the bar for the current size of its large title.
    private func barHeight(in width: CGFloat) -> CGFloat {
        let heights = navigationBar.heights(for: shownTop?.navigationItem ?? navigationBar.topItem)
        guard heights.expanded > heights.collapsed, let scroll = followableScrollView else { return heights.expanded }
        let free = -scroll.contentOffset.y - outside.top
        return min(heights.expanded, max(heights.collapsed, free))
    }

    /// The scroll view under the bar, which affects the large title.
    private var followableScrollView: UIScrollView? {
        guard let shownTop, shownTop.isViewLoaded, let scroll = shownTop.contentScrollView(for: .top),
            scroll.isDescendant(of: content), shownTop.edgesForExtendedLayout.contains(.top)
        else { return nil }
        return scroll.convert(CGPoint(x: 0, y: scroll.bounds.minY), to: content).y <= 0.5 ? scroll : nil
    }

    /// Positions a controller's view below the bars and sets the insets that they cover.
    func positionView(of controller: UIViewController) {
        guard isViewLoaded, let view = controller.viewIfLoaded else { return }
        let safe = outside
        let heights = navigationBar.heights(for: controller.navigationItem)
        let top = showsNavigationBar ? heights.expanded : 0
        let hidesTools = controller.hidesBottomBarWhenPushed && controller !== stack.first
        let bottom = showsToolbar && !hidesTools ? toolbar.sizeThatFits(content.bounds.size).height : 0
        let lies = controller.edgesForExtendedLayout
        let isUnderTop =
            lies.contains(.top) && (navigationBar.isTranslucent || controller.extendedLayoutIncludesOpaqueBars)
        let isUnderBottom =
            lies.contains(.bottom)
            && (bottom == 0 || toolbar.isTranslucent || controller.extendedLayoutIncludesOpaqueBars)
        var frame = content.bounds
        if !isUnderTop, showsNavigationBar {
            frame.origin.y += safe.top + top
            frame.size.height -= safe.top + top
        }
        if !isUnderBottom { frame.size.height -= safe.bottom + bottom }
        if view.transform.isIdentity, view.frame != frame { view.frame = frame }
        controller.setBarInsets(
            UIEdgeInsets(top: isUnderTop ? top : 0, left: 0, bottom: isUnderBottom ? bottom : 0, right: 0))
    }

    // MARK: Scroll views

    /// Follows the top controller's scroll view: as content scrolls under the bar, the title becomes small and the
    /// background appears.
    func followScrollView() {
        let scroll = shownTop?.viewIfLoaded == nil ? nil : shownTop?.contentScrollView(for: .top)
        if barSwitches.followed !== scroll {
            barSwitches.followed?.offsetFollower = nil
            barSwitches.followed?.followsBars = false
            barSwitches.followed = scroll
            scroll?.followsBars = true
            scroll?.offsetFollower = { [weak self] _ in self?.noteScroll() }
        }
        updateScrollEdge()
        followScrollViewBelow()
        tabBarController?.followScroll()
    }

    /// Follows the scroll view at the toolbar, as for the navigation bar.
    private func followScrollViewBelow() {
        let scroll =
            toolbar.superview == nil || shownTop?.viewIfLoaded == nil ? nil : shownTop?.contentScrollView(for: .bottom)
        let old = barSwitches.followedBelow
        if old !== scroll, old !== barSwitches.followed { old?.offsetFollower = nil }
        barSwitches.followedBelow = scroll
        if let scroll, scroll !== barSwitches.followed, scroll !== old || scroll.offsetFollower == nil {
            scroll.offsetFollower = { [weak self] _ in
                self?.updateToolbarEdge()
                self?.tabBarController?.updateScrollEdge()
            }
        }
        updateToolbarEdge()
    }

    private func updateToolbarEdge() {
        guard toolbar.superview != nil else { return }
        guard let scroll = barSwitches.followedBelow, scroll.isDescendant(of: content) else {
            return toolbar.scrollEdgeFraction = 1
        }
        let end = scroll.convert(CGPoint(x: 0, y: scroll.contentSize.height), to: content).y
        toolbar.scrollEdgeFraction = min(1, max(0, 1 - (end - toolbar.frame.minY) / 8))
    }

    private func noteScroll() {
        updateScrollEdge()
        updateToolbarEdge()
        tabBarController?.updateScrollEdge()
        guard let view = shownView, barHeight(in: view.bounds.width) != navigationBar.frame.height else { return }
        view.setNeedsLayout()
    }

    private func updateScrollEdge() {
        guard let scroll = barSwitches.followed else { return navigationBar.scrollEdgeFraction = 1 }
        let contentTop = scroll.convert(CGPoint.zero, to: content).y
        let under = outside.top + barHeight(in: content.bounds.width) - contentTop
        navigationBar.scrollEdgeFraction = min(1, max(0, 1 - under / 8))
    }

    // MARK: Gestures

    func makeTapToHide() -> UITapGestureRecognizer {
        UITapGestureRecognizer(primaryAction: UIAction { [weak self] _ in self?.toggleBars() })
    }

    func makeSwipeToHide() -> UIPanGestureRecognizer {
        UIPanGestureRecognizer(
            primaryAction: UIAction { [weak self] action in
                guard let self, let pan = action.sender as? UIPanGestureRecognizer, pan.state == .ended else { return }
                let speed = pan.velocity(in: content).y
                if abs(speed) > 200 { hideBarsByGesture(speed < 0) }
            })
    }

    private func toggleBars() { hideBarsByGesture(!barSwitches.hidesByGesture) }

    private func hideBarsByGesture(_ hides: Bool) {
        guard hides != barSwitches.hidesByGesture else { return }
        barSwitches.hidesByGesture = hides
        layOutBars(animated: true)
        updateStatusBar()
    }

    func updateBarGestures() {
        guard isViewLoaded else { return }
        if hidesBarsOnTap { content.addGestureRecognizer(barHideOnTapGestureRecognizer) }
        barHideOnTapGestureRecognizer.isEnabled = hidesBarsOnTap
        if hidesBarsOnSwipe { content.addGestureRecognizer(barHideOnSwipeGestureRecognizer) }
        barHideOnSwipeGestureRecognizer.isEnabled = hidesBarsOnSwipe
        if !hidesBarsOnTap, !hidesBarsOnSwipe, barSwitches.hidesByGesture { hideBarsByGesture(false) }
    }
}
