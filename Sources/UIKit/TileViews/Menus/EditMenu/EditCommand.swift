import TileDrawing
import TileGraphics

/// The editing commands that menus suggest, in their order in the menu.
package enum EditCommand: String, CaseIterable {
    case cut = "cut:"
    case copy = "copy:"
    case paste = "paste:"
    case delete = "delete:"
    case select = "select:"
    case selectAll = "selectAll:"

    private var title: String {
        switch self {
        case .cut: "Cut"
        case .copy: "Copy"
        case .paste: "Paste"
        case .delete: "Delete"
        case .select: "Select"
        case .selectAll: "Select All"
        }
    }

    /// Returns a menu of the commands that can currently be performed by the first responder's chain or by that of a
    /// view. Returns an empty array if there are none.
    static func suggested(_ commands: [EditCommand], for view: UIView) -> [UIMenuElement] {
        let starts: [UIResponder?] = [view.window?.firstResponder, view]
        let all = commands.compactMap { each -> UICommand? in
            let command = UICommand(title: each.title, action: Selector(each.rawValue))
            return starts.contains { $0?.target(forAction: command.action, withSender: command) != nil } ? command : nil
        }
        return all.isEmpty ? [] : [UIMenu(identifier: .standardEdit, options: .displayInline, children: all)]
    }
}
