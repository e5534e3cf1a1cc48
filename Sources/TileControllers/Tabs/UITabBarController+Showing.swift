import Foundation
import TileBars
import TileDrawing
import TileGraphics
import TileViews

extension UITabBarController {
    /// How many items a bar has in a narrow window, the one for the rest included.
    private static let mostItems = 5

    private var hasMore: Bool { tabs.count > Self.mostItems && traitCollection.horizontalSizeClass == .compact }

    /// Who has an item of their own in the bar.
    private var direct: [UIViewController] { hasMore ? Array(tabs.prefix(Self.mostItems - 1)) : tabs }

    var more: UINavigationController {
        if let knownMore { return knownMore }
        let made = UINavigationController(rootViewController: MoreList(self))
        made.tabBarItem = UITabBarItem(tabBarSystemItem: .more, tag: 0)
        knownMore = made
        return made
    }

    func showItems(animated: Bool) {
        guard isViewLoaded else { return }
        var items = direct.map { $0.tabBarItem! }
        if hasMore {
            items.append(more.tabBarItem)
            if more.parent == nil { addChild(more) }
        }
        let shown = tabBar.items ?? []
        if shown.count != items.count || !zip(shown, items).allSatisfy({ $0 === $1 }) {
            tabBar.setItems(items, animated: animated && view.window != nil)
        }
        markChosen()
    }

    private func markChosen() {
        guard isViewLoaded else { return }
        let item = direct.contains { $0 === chosen } ? chosen?.tabBarItem : hasMore ? knownMore?.tabBarItem : nil
        if tabBar.selectedItem !== item { tabBar.selectedItem = item }
    }

    private func controller(of item: UITabBarItem) -> UIViewController? {
        direct.first { $0.tabBarItem === item } ?? (knownMore?.tabBarItem === item ? knownMore : nil)
    }

    func allows(_ item: UITabBarItem) -> Bool {
        guard let controller = controller(of: item) else { return true }
        return delegate?.tabBarController(self, shouldSelect: controller) ?? true
    }

    func takeChoice(of item: UITabBarItem) {
        guard let controller = controller(of: item) else { return }
        if controller === chosen {
            // As in UIKit a second touch leads back to the root.
            (controller as? UINavigationController)?.popToRootViewController(animated: true)
        } else {
            select(controller, animated: true)
        }
        delegate?.tabBarController(self, didSelect: controller)
    }

    func select(_ controller: UIViewController, animated: Bool) {
        if controller.parent !== self {
            // It was pushed among those that the bar has no room for.
            if let list = knownMore?.viewControllers.first { knownMore?.viewControllers = [list] }
            addChild(controller)
            controller.didMove(toParent: self)
        }
        chosen = controller
        markChosen()
        showTab(controller, animated: animated)
        updateStatusBar()
        screen?.conformOrientation()
    }

    // MARK: What shows

    /// Shows a tab: at once, unless the delegate gives an animator. While one transition goes on the next waits.
    ///
    /// - Parameter isLeaving: whether the one that shows is no tab any more.
    func showTab(_ new: UIViewController?, animated: Bool, isLeaving: Bool = false) {
        guard isViewLoaded, appearance.isVisible, new !== shownTab, course == nil else { return }
        let old = shownTab
        if let old, let new, animated, !isLeaving, view.window != nil,
            let animator = delegate?.tabBarController(self, animationControllerForTransitionFrom: old, to: new)
        {
            let interaction = delegate?.tabBarController(self, interactionControllerFor: animator)
            return cross(from: old, to: new, animator, interaction)
        }
        // UIKit's order for tabs: the new one first.
        let isWithin = appearance.stage == .coming
        new?.loadViewIfNeeded()
        new?.beginAppearanceTransition(true, animated: false)
        old?.beginAppearanceTransition(false, animated: false)
        old?.viewIfLoaded?.removeFromSuperview()
        shownTab = new
        if let new {
            place(new)
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
        place(new)
        var change = Transition.Change(
            from: old, to: new, fromView: old.view, toView: new.view, container: content)
        change.initialFrames[ObjectIdentifier(old)] = old.view.frame
        change.finalFrames[ObjectIdentifier(new)] = new.view.frame
        let transition = Transition(change, animator: animator, interaction: interaction) { [self] didComplete in
            for each in [self, old, new] { each.family.transition = nil }
            (course, crossing) = (nil, nil)
            let (gone, here) = didComplete ? (old, new) : (new, old)
            if gone.view.superview === content { gone.view.removeFromSuperview() }
            if here.view.superview !== content { content.addSubview(here.view) }
            shownTab = here
            if !didComplete {
                chosen = old
                markChosen()
                new.beginAppearanceTransition(false, animated: true)
                old.beginAppearanceTransition(true, animated: true)
            }
            gone.endAppearanceTransition()
            here.endAppearanceTransition()
            view.setNeedsLayout()
            showTab(chosen, animated: true)
        }
        course = transition
        crossing = [new, old]
        for each in [self, old, new] { each.family.transition = transition }
        shownTab = new
        new.beginAppearanceTransition(true, animated: true)
        old.beginAppearanceTransition(false, animated: true)
        transition.run()
    }

    // MARK: Layout

    private var outsideBottom: CGFloat { (shownView?.safeAreaInsets.bottom ?? 0) - insets.additional.bottom }

    func placeBar() {
        guard let view = shownView else { return }
        let height = tabBar.itemHeight + outsideBottom
        let y = isTabBarHidden || hidesForPushed ? view.bounds.maxY : view.bounds.maxY - height
        let frame = CGRect(x: 0, y: y, width: view.bounds.width, height: height)
        if tabBar.frame != frame { tabBar.frame = frame }
        if course == nil, let shownTab { place(shownTab) }
    }

    /// Whether a navigation controller in it shows one that hides the bar.
    private var hidesForPushed: Bool {
        guard let navigation = shownTab as? UINavigationController else { return false }
        return navigation.viewControllers.dropFirst().contains { $0.hidesBottomBarWhenPushed }
    }

    private func place(_ controller: UIViewController) {
        guard let view = controller.viewIfLoaded else { return }
        let height = isTabBarHidden || hidesForPushed ? 0 : tabBar.itemHeight
        let isUnder =
            controller.edgesForExtendedLayout.contains(.bottom)
            && (tabBar.isTranslucent || controller.extendedLayoutIncludesOpaqueBars)
        var frame = content.bounds
        if !isUnder { frame.size.height -= height + outsideBottom }
        if view.transform.isIdentity, view.frame != frame { view.frame = frame }
        controller.setBarInsets(UIEdgeInsets(top: 0, left: 0, bottom: isUnder ? height : 0, right: 0))
        followScroll()
    }

    /// The bar has its backdrop where content is beneath it, and not where that ends above it.
    private func followScroll() {
        let scroll = shownTab?.viewIfLoaded == nil ? nil : shownTab?.contentScrollView(for: .bottom)
        if scroll !== followed {
            if followsAlone { followed?.offsetFollower = nil }
            followed = scroll
            // One that a navigation controller follows already is told of by that.
            followsAlone = scroll != nil && scroll?.offsetFollower == nil
            if followsAlone { scroll?.offsetFollower = { [weak self] _ in self?.updateScrollEdge() } }
        }
        updateScrollEdge()
    }

    func updateScrollEdge() {
        guard let scroll = followed, scroll.isDescendant(of: content) else { return tabBar.scrollEdgeFraction = 1 }
        let end = scroll.convert(CGPoint(x: 0, y: scroll.contentSize.height), to: content).y
        tabBar.scrollEdgeFraction = min(1, max(0, 1 - (end - tabBar.frame.minY) / 8))
    }
}

/// The tabs that a bar has no room for, one below the other.
private final class MoreList: UIViewController {
    private unowned let tabs: UITabBarController

    init(_ tabs: UITabBarController) {
        self.tabs = tabs
        super.init(nibName: nil, bundle: nil)
        title = "More"
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() {
        let scroll = UIScrollView()
        scroll.backgroundColor = .systemBackground
        scroll.alwaysBounceVertical = true
        view = scroll
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        for row in view.subviews { row.removeFromSuperview() }
        let rest = (tabs.viewControllers ?? []).dropFirst(4)
        let stack = UIStackView(arrangedSubviews: rest.map { row(for: $0) })
        stack.axis = .vertical
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        guard let scroll = view as? UIScrollView else { return }
        NSLayoutConstraint.activate([
            stack.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor),
            stack.leadingAnchor.constraint(equalTo: scroll.contentLayoutGuide.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: scroll.contentLayoutGuide.trailingAnchor),
            stack.bottomAnchor.constraint(equalTo: scroll.contentLayoutGuide.bottomAnchor),
            stack.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),
        ])
    }

    private func row(for controller: UIViewController) -> UIView {
        var looks = UIButton.Configuration.plain()
        looks.title = controller.tabBarItem.title ?? controller.title
        looks.image = controller.tabBarItem.image
        looks.imagePadding = 12
        let row = UIButton(
            configuration: looks,
            primaryAction: UIAction { [weak self, weak controller] _ in
                guard let self, let controller else { return }
                navigationController?.pushViewController(controller, animated: true)
            })
        row.contentHorizontalAlignment = .leading
        row.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        return row
    }
}
