import TileDrawing

/// What a menu shows, in the order in which it shows it: menus that are inline as sections, what is hidden left out.
struct MenuContent {
    struct Section {
        /// Whose elements they are.
        let menu: UIMenu
        /// Empty for none.
        let title: String
        var elements: [UIMenuElement]
    }

    let title: String
    private(set) var sections: [Section]

    /// - Parameter isReversed: whether the first element is to be the lowest, as of a menu above what it belongs to.
    init(_ menu: UIMenu, isReversed: Bool = false) {
        title = menu.title
        sections = Self.sections(of: menu, title: "")
        guard isReversed else { return }
        sections.reverse()
        for index in sections.indices { sections[index].elements.reverse() }
    }

    private static func sections(of menu: UIMenu, title: String) -> [Section] {
        var done: [Section] = []
        var open = Section(menu: menu, title: title, elements: [])
        for element in menu.children where element.isShownInMenus {
            guard let inner = element as? UIMenu, inner.options.contains(.displayInline) else {
                open.elements.append(element)
                continue
            }
            if !open.elements.isEmpty { done.append(open) }
            open = Section(menu: menu, title: "", elements: [])
            done += sections(of: inner, title: inner.title)
        }
        return open.elements.isEmpty ? done : done + [open]
    }

    /// Whether marks stand before titles, so that all of them begin further in.
    var hasMarks: Bool { sections.contains { $0.elements.contains { $0.menuMark != nil } } }
}

extension UIMenuElement {
    private var menuAttributes: Attributes {
        switch self {
        case let action as UIAction: action.attributes
        case let command as UICommand: command.attributes
        case let menu as UIMenu: menu.options.contains(.destructive) ? .destructive : []
        default: []
        }
    }

    fileprivate var isShownInMenus: Bool {
        guard let menu = self as? UIMenu else { return !menuAttributes.contains(.hidden) }
        return menu.children.contains { $0.isShownInMenus }
    }

    var isDisabledInMenus: Bool { menuAttributes.contains(.disabled) }
    var isDestructiveInMenus: Bool { menuAttributes.contains(.destructive) }
    var keepsMenuPresented: Bool { menuAttributes.contains(.keepsMenuPresented) }

    var menuState: State {
        get {
            switch self {
            case let action as UIAction: action.state
            case let command as UICommand: command.state
            default: .off
            }
        }
        set {
            (self as? UIAction)?.state = newValue
            (self as? UICommand)?.state = newValue
        }
    }

    /// What stands before its title; nil for nothing.
    var menuMark: MenuMark? {
        if self is UIMenu { return .closed }
        return switch menuState {
        case .off: nil
        case .on: .on
        case .mixed: .mixed
        }
    }
}

extension UIMenu {
    /// All at any depth that are no menus.
    var menuLeaves: [UIMenuElement] { children.flatMap { ($0 as? UIMenu)?.menuLeaves ?? [$0] } }
}
