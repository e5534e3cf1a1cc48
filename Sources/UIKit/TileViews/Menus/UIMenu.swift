import Foundation
public import TileDrawing

/// A group of actions, commands and submenus.
///
/// Buttons and bar button items show their menus over the window. Elements are listed from top to bottom, separated by
/// lines. A submenu opens over its menu or is a section of it (`displayInline`).
open class UIMenu: UIMenuElement {
    /// An identifier by which a program recognizes a menu.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The standard editing commands, such as Cut, Copy and Paste, as edit menus suggest them.
        public static let standardEdit = Identifier("com.apple.menu.standard-edit")
    }

    /// Options for displaying a menu in another.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Displays the elements in the outer menu instead of a submenu.
        public static let displayInline = Options(rawValue: 1 << 0)
        /// Marks a menu with a destructive purpose, drawn in red.
        public static let destructive = Options(rawValue: 1 << 1)
        /// Allows at most one element to be on.
        public static let singleSelection = Options(rawValue: 1 << 5)
        /// Displays the elements as a palette of images side by side.
        public static let displayAsPalette = Options(rawValue: 1 << 7)
    }

    public enum ElementSize: Int, Hashable, Sendable {
        case automatic = -1
        case small = 0
        case medium = 1
        case large = 2
    }

    /// Creates a menu.
    ///
    /// - Parameter identifier: The identifier. A unique one is generated if it is nil.
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
        options: Options = [], preferredElementSize: ElementSize = .automatic, children: [UIMenuElement] = []
    ) {
        self.identifier = identifier ?? Identifier("tilework.menu.\(UUID().uuidString)")
        self.options = options
        self.preferredElementSize = preferredElementSize
        self.children = children
        super.init(title: title, subtitle: subtitle, image: image)
    }

    public final let identifier: Identifier
    public final let options: Options
    open var preferredElementSize: ElementSize
    public final let children: [UIMenuElement]

    /// The elements at any depth that are on.
    open var selectedElements: [UIMenuElement] {
        children.flatMap { element -> [UIMenuElement] in
            switch element {
            case let menu as UIMenu: menu.selectedElements
            case let action as UIAction where action.state == .on: [action]
            case let command as UICommand where command.state == .on: [command]
            default: []
            }
        }
    }

    /// Returns a copy of the menu with other elements.
    open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
        UIMenu(
            title: title, subtitle: subtitle, image: image, identifier: identifier, options: options,
            preferredElementSize: preferredElementSize, children: newChildren)
    }
}
