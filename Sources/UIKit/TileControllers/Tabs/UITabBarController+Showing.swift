import Foundation
import TileBars
import TileDrawing
import TileGraphics
import TileViews

extension UITabBarController {
    /// The maximum number of items in a narrow window's bar, including that for the remaining tabs.
    private static let mostItems = 5

    /// The available tabs, in the bar's order.
    ///
    /// Tabs for the sidebar only are omitted in a wide window, because there is no sidebar.
    private var offered: [UITab] {
        let offered = arranged
        guard let prominentTab, offered.contains(where: { $0 === prominentTab }) else { return offered }
        return offered.filter { $0 !== prominentTab } + [prominentTab]
    }

    private var arranged: [UITab] {
        let seen = roots.filter { !$0.isHidden }
        func those(_ placements: Set<UITab.Placement>) -> [UITab] {
            seen.filter { placements.contains($0.preferredPlacement) }
        }
        guard traitCollection.horizontalSizeClass == .compact else {
            return those([.fixed]) + those([.automatic, .default, .movable]) + those([.pinned])
        }
        let named = compactTabIdentifiers.map { names in seen.filter { names.contains($0.identifier) } } ?? seen
        return named.filter { $0.preferredPlacement != .pinned } + named.filter { $0.preferredPlacement == .pinned }
    }

    /// The tabs with their own bar item, and the remaining ones.
    private var parted: (direct: [UITab], rest: [UITab]) {
        let offered = offered
        guard offered.count > Self.mostItems, traitCollection.horizontalSizeClass == .compact else {
            return (offered, [])
        }
        let room = Self.mostItems - 1
        let (prominent, others) = (offered.filter { $0 === prominentTab }, offered.filter { $0 !== prominentTab })
        let pinned = others.filter { $0.preferredPlacement == .pinned }.prefix(room - prominent.count) + prominent
        let direct = others.filter { $0.preferredPlacement != .pinned }.prefix(room - pinned.count) + pinned
        return (Array(direct), offered.filter { tab in !direct.contains { $0 === tab } })
    }

    var rest: [UITab] { parted.rest }

    var more: UINavigationController {
        if let knownMore { return knownMore }
        let made = UINavigationController(rootViewController: MoreList(self))
        made.tabBarItem = UITabBarItem(tabBarSystemItem: .more, tag: 0)
        knownMore = made
        return made
    }

    func showItems(animated: Bool) {
        guard isViewLoaded else { return }
        let (direct, rest) = parted
        var items = direct.map(\.item)
        if !rest.isEmpty {
            items.append(more.tabBarItem)
            if more.parent == nil { addChild(more) }
        }
        let shown = tabBar.items ?? []
        if shown.count != items.count || !zip(shown, items).allSatisfy({ $0 === $1 }) {
            tabBar.setItems(items, animated: animated && view.window != nil)
        }
        if floating != nil { tabBar.prominentItem = prominentTab?.item }
        markChosen()
    }

    func markChosen() {
        guard isViewLoaded else { return }
        let (direct, rest) = parted
        let item: UITabBarItem? =
            switch choice {
            case .none: nil
            case .tab(let tab) where direct.contains { $0 === tab }: tab.item
            case .tab, .more: rest.isEmpty ? nil : knownMore?.tabBarItem
            }
        if tabBar.selectedItem !== item { tabBar.selectedItem = item }
    }

    private func choice(of item: UITabBarItem) -> TabChoice {
        if let tab = parted.direct.first(where: { $0.item === item }) { return .tab(tab) }
        return knownMore?.tabBarItem === item ? .more : .none
    }

    /// Returns the controller for delegate calls: only those that were set as controllers.
    private func named(_ choice: TabChoice) -> UIViewController? {
        switch choice {
        case .none: nil
        case .tab(let tab): tab.isOfController ? tab.made : nil
        case .more: knownMore
        }
    }

    func allows(_ item: UITabBarItem) -> Bool {
        guard let delegate else { return true }
        let new = choice(of: item)
        if case .tab(let tab) = new, !delegate.tabBarController(self, shouldSelectTab: tab) { return false }
        return named(new).map { delegate.tabBarController(self, shouldSelect: $0) } ?? true
    }

    func takeChoice(of item: UITabBarItem) {
        let new = choice(of: item)
        if case .none = new { return }
        let controller = named(new)
        if new.isSame(as: choice) {
            // As in UIKit, a second tap pops to the root.
            (madeChosen as? UINavigationController)?.popToRootViewController(animated: true)
        } else {
            select(new, animated: true)
        }
        if let controller { delegate?.tabBarController(self, didSelect: controller) }
    }

    // MARK: Visible content

    /// Shows the selected controller if the tab bar controller is visible. It isn't created before.
    func showChosen(animated: Bool) {
        guard isViewLoaded, appearance.isVisible, currentTransition == nil else { return }
        showTab(chosen, animated: animated)
    }

    /// Shows a tab, at once unless the delegate provides an animator. During a transition, the next tab waits.
    ///
    /// - Parameter isLeaving: whether the visible controller is no longer in a tab.
    func showTab(_ new: UIViewController?, animated: Bool, isLeaving: Bool = false) {
        guard isViewLoaded, appearance.isVisible, new !== shownTab, currentTransition == nil else { return }
        let old = shownTab
        if let old, let new, animated, !isLeaving, view.window != nil,
            let animator = delegate?.tabBarController(self, animationControllerForTransitionFrom: old, to: new)
        {
            let interaction = delegate?.tabBarController(self, interactionControllerFor: animator)
            return cross(from: old, to: new, animator, interaction)
        }
        // As in UIKit, the new tab appears before the old one disappears.
        let isWithin = appearance.stage == .coming
        new?.loadViewIfNeeded()
        new?.beginAppearanceTransition(true, animated: false)
        old?.beginAppearanceTransition(false, animated: false)
        old?.viewIfLoaded?.removeFromSuperview()
        shownTab = new
        if let new {
            positionView(of: new)
            content.addSubview(new.view)
        }
        old?.endAppearanceTransition()
        if !isWithin { new?.endAppearanceAfterCommit() }
        view.setNeedsLayout()
    }

    private func cross(
        from old: UIViewController, to new: UIViewController, _ animator: any UIViewControllerAnimatedTransitioning,
        _ interaction: (any UIViewControllerInteractiveTransitioning)?
    ) {
        new.loadViewIfNeeded()
        positionView(of: new)
        var change = ControllerTransition.Change(
            from: old, to: new, fromView: old.view, toView: new.view, container: content)
        change.initialFrames[ObjectIdentifier(old)] = old.view.frame
        change.finalFrames[ObjectIdentifier(new)] = new.view.frame
        let transition = ControllerTransition(change, animator: animator, interaction: interaction) {
            [self] didComplete in
            for each in [self, old, new] { each.family.transition = nil }
            (currentTransition, crossing) = (nil, nil)
            let (gone, here) = didComplete ? (old, new) : (new, old)
            if gone.view.superview === content { gone.view.removeFromSuperview() }
            if here.view.superview !== content { content.addSubview(here.view) }
            shownTab = here
            if !didComplete {
                chooseAgain(old)
                new.beginAppearanceTransition(false, animated: true)
                old.beginAppearanceTransition(true, animated: true)
            }
            gone.endAppearanceTransition()
            here.endAppearanceTransition()
            view.setNeedsLayout()
            showChosen(animated: true)
        }
        currentTransition = transition
        crossing = [new, old]
        for each in [self, old, new] { each.family.transition = transition }
        shownTab = new
        new.beginAppearanceTransition(true, animated: true)
        old.beginAppearanceTransition(false, animated: true)
        transition.run()
    }

    // MARK: Layout

    var outsideBottom: CGFloat { (shownView?.safeAreaInsets.bottom ?? 0) - insets.additional.bottom }

    func placeBar() {
        guard let view = shownView else { return }
        let height = tabBar.itemHeight + outsideBottom
        let y = isTabBarHidden || hidesForPushed ? view.bounds.maxY : view.bounds.maxY - height
        let frame = CGRect(x: 0, y: y, width: view.bounds.width, height: height)
        if tabBar.frame != frame { tabBar.frame = frame }
        expandWideBar()
        placeAccessory()
        if currentTransition == nil, let shownTab { positionView(of: shownTab) }
    }

    /// Whether the visible navigation controller shows a controller that hides the bar.
    private var hidesForPushed: Bool {
        guard let navigation = shownTab as? UINavigationController else { return false }
        return navigation.viewControllers.dropFirst().contains { $0.hidesBottomBarWhenPushed }
    }

    private func positionView(of controller: UIViewController) {
        guard let view = controller.viewIfLoaded else { return }
        let isHidden = isTabBarHidden || hidesForPushed
        let height = (isHidden ? 0 : tabBar.itemHeight) + accessoryHeight(isBarHidden: isHidden)
        let isUnder =
            controller.edgesForExtendedLayout.contains(.bottom)
            && (tabBar.isTranslucent || controller.extendedLayoutIncludesOpaqueBars)
        var frame = content.bounds
        if !isUnder { frame.size.height -= height + outsideBottom }
        if view.transform.isIdentity, view.frame != frame { view.frame = frame }
        controller.setBarInsets(UIEdgeInsets(top: 0, left: 0, bottom: isUnder ? height : 0, right: 0))
        followScroll()
    }

    /// Follows the scroll view at the bar. The bar has a background only where content is behind it.
    func followScroll() {
        let scroll = shownTab?.viewIfLoaded == nil ? nil : shownTab?.contentScrollView(for: .bottom)
        if scroll !== followed {
            if followsAlone { followed?.offsetFollower = nil }
            followed = scroll
            restartMinimizing()
            // A scroll view that a navigation controller follows is reported by it.
            followsAlone = scroll != nil && scroll?.offsetFollower == nil
            if followsAlone { scroll?.offsetFollower = { [weak self] _ in self?.updateScrollEdge() } }
        }
        updateScrollEdge()
    }

    func updateScrollEdge() {
        guard let scroll = followed, scroll.isDescendant(of: content) else { return tabBar.scrollEdgeFraction = 1 }
        let end = scroll.convert(CGPoint(x: 0, y: scroll.contentSize.height), to: content).y
        tabBar.scrollEdgeFraction = min(1, max(0, 1 - (end - tabBar.frame.minY) / 8))
        noteOffset(of: scroll)
    }
}
