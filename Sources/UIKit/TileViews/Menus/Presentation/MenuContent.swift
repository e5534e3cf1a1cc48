import TileDrawing

/// The visible content of a menu in display order. Inline menus are sections; hidden elements are left out.
struct MenuContent {
    struct Section {
        /// The menu that contains the elements.
        let menu: UIMenu
        /// The title of the section; empty for none.
        let title: String
        var elements: [UIMenuElement]
    }

    let title: String
    private(set) var sections: [Section]

    /// Collects the content of a menu.
    ///
    /// - Parameter isReversed: Whether the first element is at the bottom, as in a menu above its target.
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
        for element in menu.children.flatMap(\.loadedElements) where element.isShownInMenus {
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

    /// A Boolean value that indicates whether elements have marks, so that all titles are indented.
    var hasMarks: Bool { sections.contains { $0.elements.contains { $0.menuMark != nil } } }
}

extension UIMenuElement {
    private var menuAttributes: Attributes {
        switch self {
        case let action as UIAction: action.attributes
        case let command as UICommand: command.attributes
        case let menu as UIMenu: menu.options.contains(.destructive) ? .destructive : []
        case is UIDeferredMenuElement: .disabled
        default: []
        }
    }

    /// The element, or those that replace a deferred one, which are made one by one at any depth.
    fileprivate var loadedElements: [UIMenuElement] {
        guard let elements = (self as? UIDeferredMenuElement)?.elements else { return [self] }
        return elements.flatMap(\.loadedElements)
    }

    fileprivate var isShownInMenus: Bool {
        guard let menu = self as? UIMenu else { return !menuAttributes.contains(.hidden) }
        return menu.children.flatMap(\.loadedElements).contains { $0.isShownInMenus }
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

    /// The mark before the title; nil for none.
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
    /// The elements at any depth that are not menus.
    var menuLeaves: [UIMenuElement] {
        children.flatMap(\.loadedElements).flatMap { ($0 as? UIMenu)?.menuLeaves ?? [$0] }
    }
}
