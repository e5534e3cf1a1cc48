public import TileDrawing
import TileViews

/// A tab that has others in it, of which one may be selected.
///
/// In a bar it is one choice. While it is selected the controller of its selected child shows, or, where nothing is
/// selected in it, its own. With a `managingNavigationController` that shows, and its stack has the controllers of the
/// groups from the outside, and then the child's.
open class UITabGroup: UITab {
    private final var list: [UITab] = []
    private final var selected: UITab?
    /// What the navigation controller's stack was made of, from the outside.
    private final var filled: [(tab: ObjectIdentifier, controllers: [UIViewController])] = []

    /// - Parameters:
    ///   - children: from the first to the last.
    ///   - viewControllerProvider: makes the group's own controller; nil where it has none.
    public init(
        title: String, image: UIImage?, identifier: String, children: [UITab] = [],
        viewControllerProvider: ((UITab) -> UIViewController)? = nil
    ) {
        super.init(title: title, image: image, identifier: identifier, viewControllerProvider: viewControllerProvider)
        self.children = children
    }

    /// The tabs in it. One that is in another group leaves that; one that has this group in it traps.
    open var children: [UITab] {
        get { list }
        set {
            precondition(
                !newValue.contains { child in lineage.contains { $0 === child } }, "a tab group can't be in itself")
            let old = list
            list = newValue
            for child in newValue where child.group !== self {
                if let group = child.group { group.children.removeAll { $0 === child } }
                if let owner = child.owner { owner.tabs.removeAll { $0 === child } }
                child.group = self
            }
            let gone = old.filter { child in !newValue.contains { $0 === child } }
            for child in gone where child.group === self { child.group = nil }
            if gone.contains(where: { $0 === selected }) { selected = nil }
            tabBarController?.checkIdentifiers()
            tabBarController?.drop(gone.flatMap(\.allMade))
            tabBarController?.noteTabs()
        }
    }

    /// The child that is selected; nil for none, as after a person went back from it. One that is no child traps.
    open var selectedChild: UITab? {
        get { selected.flatMap { wasPopped($0) ? nil : $0 } }
        set {
            precondition(newValue == nil || newValue?.group === self, "only a child of a tab group can be selected")
            guard newValue !== selectedChild else { return }
            select(newValue)
            tabBarController?.noteSelection(in: root)
        }
    }

    /// The child that is selected when the group is, and none of them was; nil for the group's own controller, and
    /// where it has none for the first child.
    open var defaultChildIdentifier: String?

    /// Shows the group's controller and the selected child's, as a stack.
    open var managingNavigationController: UINavigationController? {
        didSet {
            guard managingNavigationController !== oldValue else { return }
            filled = []
            tabBarController?.drop(oldValue.map { [$0] } ?? [])
            tabBarController?.noteTabs()
        }
    }

    /// Kept: nothing here lets a person put tabs in another order.
    open var allowsReordering = false

    /// The tab of a name in it, at any depth.
    open func tab(forIdentifier identifier: String) -> UITab? {
        all.dropFirst().first { $0.identifier == identifier }
    }

    // MARK: Selection

    /// Selects a child without telling anybody.
    final func select(_ child: UITab?) {
        selected = child
        for case let group as UITabGroup in lineage { group.filled = [] }
    }

    override func selectDefault() {
        if selectedChild == nil {
            let child = defaultChildIdentifier.flatMap { name in list.first { $0.identifier == name } }
            if let child { select(child) } else if !hasController { select(list.first) }
        }
        selectedChild?.selectDefault()
    }

    override var selectedLeaf: UITab { selectedChild?.selectedLeaf ?? self }

    /// It, and what is selected in it from there inwards.
    private final var path: [UITab] { Array(sequence(first: self as UITab) { ($0 as? UITabGroup)?.selectedChild }) }

    /// Whether the controllers that it had in a stack are no longer there.
    private final func wasPopped(_ child: UITab) -> Bool {
        for case let group as UITabGroup in lineage {
            guard let stack = group.managingNavigationController?.viewControllers,
                let part = group.filled.first(where: { $0.tab == child.key }), !part.controllers.isEmpty
            else { continue }
            return !part.controllers.contains { controller in stack.contains { $0 === controller } }
        }
        return false
    }

    // MARK: Controllers

    override var content: UIViewController? {
        guard let navigation = managingNavigationController else { return selectedChild?.content ?? viewController }
        fill(navigation)
        return navigation
    }

    override var madeContent: UIViewController? {
        managingNavigationController ?? selectedChild?.madeContent ?? made
    }

    override var allMade: [UIViewController] {
        super.allMade + (managingNavigationController.map { [$0] } ?? []) + list.flatMap(\.allMade)
    }

    override var all: [UITab] { [self] + list.flatMap(\.all) }

    /// Brings the stack to what is selected. What was pushed since stays, unless something else is selected.
    private final func fill(_ navigation: UINavigationController) {
        let path = path
        guard !filled.map(\.tab).starts(with: path.map(\.key)) else {
            filled.removeLast(filled.count - path.count)
            return
        }
        let (owner, delegate) = (tabBarController, tabBarController?.delegate)
        filled = path.map { tab in
            let proposed = tab.viewController.map { [$0] } ?? []
            guard let owner, let delegate else { return (tab.key, proposed) }
            return (
                tab.key,
                delegate.tabBarController(owner, displayedViewControllersFor: tab, proposedViewControllers: proposed)
            )
        }
        let stack = filled.flatMap(\.controllers)
        guard !stack.elementsEqual(navigation.viewControllers, by: ===) else { return }
        navigation.setViewControllers(stack, animated: navigation.viewIfLoaded?.window != nil)
    }
}

extension UITab {
    fileprivate final var key: ObjectIdentifier { ObjectIdentifier(self) }
}
