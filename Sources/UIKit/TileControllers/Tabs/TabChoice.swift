import TileBars
import TileViews

/// The selection of a tab bar controller.
enum TabChoice {
    case none
    /// A tab that is in no group.
    case tab(UITab)
    /// The list of tabs that don't fit into the bar.
    case more

    func isSame(as other: TabChoice) -> Bool {
        switch (self, other) {
        case (.none, .none), (.more, .more): true
        case (.tab(let tab), .tab(let other)): tab === other
        default: false
        }
    }
}

extension UITabBarController {
    /// The controller to show. It is created and added as a child if needed.
    var chosen: UIViewController? {
        switch choice {
        case .none: nil
        case .tab(let tab): controller(of: tab)
        case .more: more
        }
    }

    /// The controller to show, if it has been created.
    var madeChosen: UIViewController? {
        switch choice {
        case .none: nil
        case .tab(let tab): tab.madeContent
        case .more: knownMore
        }
    }

    func controller(of tab: UITab) -> UIViewController? {
        guard let controller = tab.content else { return nil }
        if controller.parent == nil {
            addChild(controller)
            controller.didMove(toParent: self)
        }
        return controller
    }

    private func root(of controller: UIViewController) -> UITab? {
        roots.first { $0.allMade.contains { $0 === controller } }
    }

    /// Returns the tabs of controllers: existing ones where possible, else new ones.
    func tabs(of controllers: [UIViewController]) -> [UITab] { controllers.map { root(of: $0) ?? UITab(of: $0) } }

    // MARK: Tab changes

    func setRoots(_ new: [UITab], animated: Bool) {
        let old = roots
        // The controllers of `viewControllers` become children before they are shown.
        let controllers = new.filter(\.isOfController).compactMap(\.made)
        for each in controllers where each.parent !== self { addChild(each) }
        for tab in new where tab.owner !== self {
            if let owner = tab.owner { owner.tabs.removeAll { $0 === tab } }
            if let group = tab.group { group.children.removeAll { $0 === tab } }
            tab.owner = self
        }
        roots = new
        checkIdentifiers()
        let gone = old.filter { tab in !new.contains { $0 === tab } }
        for tab in gone where tab.owner === self { tab.owner = nil }
        if case .tab(let tab) = choice, gone.contains(where: { $0 === tab }) { choice = .none }
        drop(gone.flatMap(\.allMade))
        for each in controllers where each.isMovingToParent { each.didMove(toParent: self) }
        noteTabs(animated: animated)
    }

    /// Checks that identifiers are unique; a duplicate would select the wrong tab.
    func checkIdentifiers() {
        let names = roots.flatMap(\.all).map(\.identifier)
        precondition(Set(names).count == names.count, "each tab of a tab bar controller has an identifier of its own")
    }

    /// Removes the controllers of removed tabs.
    func drop(_ controllers: [UIViewController]) {
        for each in controllers {
            if let knownMore, each.parent === knownMore { leaveMore() }
            guard each.parent === self else { continue }
            each.willMove(toParent: nil)
            if each === shownTab { showTab(nil, animated: false, isLeaving: true) }
            each.removeFromParent()
        }
    }

    /// Updates the bar and the selection after tabs were added, removed or moved.
    func noteTabs(animated: Bool = false) {
        if case .tab(let tab) = choice, tab.isHidden { choice = .none }
        if case .none = choice, let first = roots.first(where: { !$0.isHidden }) {
            first.selectDefault()
            choice = .tab(first)
        }
        showItems(animated: animated)
        showChosen(animated: false)
        tellSelection()
    }

    // MARK: Selection changes

    func select(_ new: TabChoice, animated: Bool) {
        choice = new
        if case .tab(let tab) = new {
            tab.selectDefault()
            // The controller may have been pushed in the list of remaining tabs.
            if let controller = tab.madeContent, controller.parent !== self {
                if controller.parent === knownMore { leaveMore() }
                addChild(controller)
                controller.didMove(toParent: self)
            }
        }
        markChosen()
        showChosen(animated: animated)
        updateStatusBar()
        screen?.conformOrientation()
        tellSelection()
    }

    private func leaveMore() {
        if let list = knownMore?.viewControllers.first { knownMore?.viewControllers = [list] }
    }

    /// Handles a change of the selected child in a group.
    func noteSelection(in root: UITab) {
        if case .tab(let tab) = choice, tab === root { select(choice, animated: true) }
    }

    /// Restores the selection of the previous controller after a canceled transition.
    func chooseAgain(_ controller: UIViewController) {
        if controller === knownMore {
            choice = .more
        } else if let root = root(of: controller) {
            controller.tab?.selectInGroups()
            choice = .tab(root)
        }
        markChosen()
        tellSelection()
    }

    /// Informs the delegate of the selected tab, if it has changed.
    func tellSelection() {
        guard let tab = selectedTab, tab !== toldTab else { return }
        let last = toldTab
        toldTab = tab
        delegate?.tabBarController(self, didSelectTab: tab, previousTab: last)
    }
}

extension UITab {
    /// Selects the tab in all groups that contain it.
    func selectInGroups() {
        for tab in lineage where tab.group?.selectedChild !== tab { tab.group?.select(tab) }
    }
}
