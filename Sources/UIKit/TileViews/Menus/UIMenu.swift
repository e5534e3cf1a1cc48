import Foundation
public import TileDrawing

/// A group of actions, commands and further menus.
///
/// A button and a bar's item show theirs over the window. Elements stand below each other, with a line between; menus
/// in it open over it, or are sections of it (`displayInline`).
open class UIMenu: UIMenuElement {
    /// By which a program knows a menu.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Cut, Copy, Paste and their kin, as edit menus suggest them.
        public static let standardEdit = Identifier("com.apple.menu.standard-edit")
    }

    /// How a menu is shown in another.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Among the other's elements, instead of as one that opens.
        public static let displayInline = Options(rawValue: 1 << 0)
        /// It destroys something, and is red.
        public static let destructive = Options(rawValue: 1 << 1)
        /// Of its elements one at most is on.
        public static let singleSelection = Options(rawValue: 1 << 5)
        /// As a palette of images beside each other.
        public static let displayAsPalette = Options(rawValue: 1 << 7)
    }

    public enum ElementSize: Int, Hashable, Sendable {
        case automatic = -1
        case small = 0
        case medium = 1
        case large = 2
    }

    /// - Parameter identifier: one of its own, if nil.
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

    /// Those that are on, at any depth.
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

    /// The menu with other elements.
    open func replacingChildren(_ newChildren: [UIMenuElement]) -> UIMenu {
        UIMenu(
            title: title, subtitle: subtitle, image: image, identifier: identifier, options: options,
            preferredElementSize: preferredElementSize, children: newChildren)
    }
}
