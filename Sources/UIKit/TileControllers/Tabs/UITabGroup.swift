public import TileDrawing
import TileViews

/// A tab that contains other tabs, one of which may be selected.
///
/// It is a single item in a bar. While the group is selected, the controller of its selected child is visible, or that
/// of the group if no child is selected. With a `managingNavigationController`, that controller is visible; its stack
/// contains the controllers of the groups from the outside in, followed by the child's.
open class UITabGroup: UITab {
    private final var list: [UITab] = []
    private final var selected: UITab?
    /// The contents of the navigation controller's stack, from the outside in.
    private final var filled: [(tab: ObjectIdentifier, controllers: [UIViewController])] = []

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - children: from the first to the last.
    ///   - viewControllerProvider: creates the group's own controller; nil if it has none.
    public init(
        title: String, image: UIImage?, identifier: String, children: [UITab] = [],
        viewControllerProvider: ((UITab) -> UIViewController)? = nil
    ) {
        super.init(title: title, image: image, identifier: identifier, viewControllerProvider: viewControllerProvider)
        self.children = children
    }

    /// The tabs in the group. A tab in another group is removed from it. Traps if a child contains this group.
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

    /// The selected child; nil for none, for example after the user has gone back from it. Traps if it is set to a tab
    /// that isn't a child.
    open var selectedChild: UITab? {
        get { selected.flatMap { wasPopped($0) ? nil : $0 } }
        set {
            precondition(newValue == nil || newValue?.group === self, "only a child of a tab group can be selected")
            guard newValue !== selectedChild else { return }
            select(newValue)
            tabBarController?.noteSelection(in: root)
        }
    }

    /// The identifier of the child to select with the group if none was selected before. With nil, the group's own
    /// controller is shown or, without one, the first child.
    open var defaultChildIdentifier: String?

    /// The navigation controller that shows the controllers of the group and the selected child as a stack.
    open var managingNavigationController: UINavigationController? {
        didSet {
            guard managingNavigationController !== oldValue else { return }
            filled = []
            tabBarController?.drop(oldValue.map { [$0] } ?? [])
            tabBarController?.noteTabs()
        }
    }

    /// Whether the user can reorder the tabs. It has no effect: tabs can't be reordered here.
    open var allowsReordering = false

    /// Returns the descendant with an identifier.
    open func tab(forIdentifier identifier: String) -> UITab? {
        all.dropFirst().first { $0.identifier == identifier }
    }

    // MARK: Selection

    /// Selects a child without informing the tab bar controller.
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

    /// The group and the selected tabs in it, from the outside in.
    private final var path: [UITab] { Array(sequence(first: self as UITab) { ($0 as? UITabGroup)?.selectedChild }) }

    /// Whether a child's controllers have been popped from a stack.
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

    /// Updates the stack to the selection. Controllers pushed since then are kept, unless the selection has changed.
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
