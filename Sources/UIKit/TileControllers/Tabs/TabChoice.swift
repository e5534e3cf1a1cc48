import TileBars
import TileViews

/// What is chosen in a tab bar controller.
enum TabChoice {
    case none
    /// One that is in no group.
    case tab(UITab)
    /// The list of those that the bar has no room for.
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
    /// Who is to show; made now, and made a child, if it is not yet.
    var chosen: UIViewController? {
        switch choice {
        case .none: nil
        case .tab(let tab): controller(of: tab)
        case .more: more
        }
    }

    /// Who is to show, if it is made.
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

    /// The tabs of controllers: those that they have here already, else new ones.
    func tabs(of controllers: [UIViewController]) -> [UITab] { controllers.map { root(of: $0) ?? UITab(of: $0) } }

    // MARK: Changes of the tabs

    func setRoots(_ new: [UITab], animated: Bool) {
        let old = roots
        // Those of `viewControllers` are children before they show.
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

    /// A name that two tabs have would lead to the wrong one.
    func checkIdentifiers() {
        let names = roots.flatMap(\.all).map(\.identifier)
        precondition(Set(names).count == names.count, "each tab of a tab bar controller has an identifier of its own")
    }

    /// Controllers of tabs that are gone are no children any more.
    func drop(_ controllers: [UIViewController]) {
        for each in controllers {
            if let knownMore, each.parent === knownMore { leaveMore() }
            guard each.parent === self else { continue }
            each.willMove(toParent: nil)
            if each === shownTab { showTab(nil, animated: false, isLeaving: true) }
            each.removeFromParent()
        }
    }

    /// Tabs have come, gone, or are to be elsewhere.
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

    // MARK: Changes of what is chosen

    func select(_ new: TabChoice, animated: Bool) {
        choice = new
        if case .tab(let tab) = new {
            tab.selectDefault()
            // It may have been pushed among those that the bar has no room for.
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

    /// Another child is selected in a group.
    func noteSelection(in root: UITab) {
        if case .tab(let tab) = choice, tab === root { select(choice, animated: true) }
    }

    /// What was to come has gone back: the controller that shows again is what is chosen.
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

    /// Says which tab is selected, if it is another than was said last.
    func tellSelection() {
        guard let tab = selectedTab, tab !== toldTab else { return }
        let last = toldTab
        toldTab = tab
        delegate?.tabBarController(self, didSelectTab: tab, previousTab: last)
    }
}

extension UITab {
    /// Is the selected child of the groups that it is in.
    func selectInGroups() {
        for tab in lineage where tab.group?.selectedChild !== tab { tab.group?.select(tab) }
    }
}
