import Foundation
import TileDrawing
import TileGraphics
import TileViews

extension TextCore {
    func range(from: UITextPosition, to: UITextPosition) -> UITextRange {
        let (a, b) = (textPlace(of: from), textPlace(of: to))
        if a.offset == b.offset { return TextRange(a.offset..<a.offset, a.affinity) }
        return TextRange(min(a.offset, b.offset)..<max(a.offset, b.offset))
    }

    /// Whether an editing command is currently enabled; nil if the action isn't an editing command.
    func allows(_ action: Selector, isEditable: Bool, isSecure: Bool, on screen: UIScreen?) -> Bool? {
        switch action.name {
        case "copy:": !selection.isEmpty && !isSecure
        case "cut:": !selection.isEmpty && !isSecure && isEditable
        case "delete:": !selection.isEmpty && isEditable
        case "paste:", "pasteAndMatchStyle:": isEditable && screen?.pasteboard.hasStrings == true
        case "select:": selection.isEmpty && length > 0
        case "selectAll:": length > 0 && selection != 0..<length
        case "makeTextWritingDirectionLeftToRight:", "makeTextWritingDirectionRightToLeft:", "toggleBoldface:",
            "toggleItalics:", "toggleUnderline:", "increaseSize:", "decreaseSize:":
            false
        default: nil
        }
    }

    func copyText(to screen: UIScreen?) {
        guard !selection.isEmpty else { return }
        screen?.pasteboard.string = text(in: selection)
    }
}

extension UIResponder {
    /// The editing commands by name, for menus and key commands.
    static var editingActions: ActionTable {
        [
            .action("cut:") { (target: UIResponder) in { (sender: Any?) in target.cut(sender) } },
            .action("copy:") { (target: UIResponder) in { (sender: Any?) in target.copy(sender) } },
            .action("paste:") { (target: UIResponder) in { (sender: Any?) in target.paste(sender) } },
            .action("pasteAndMatchStyle:") { (target: UIResponder) in
                { (sender: Any?) in target.pasteAndMatchStyle(sender) }
            },
            .action("select:") { (target: UIResponder) in { (sender: Any?) in target.select(sender) } },
            .action("selectAll:") { (target: UIResponder) in { (sender: Any?) in target.selectAll(sender) } },
            .action("delete:") { (target: UIResponder) in { (sender: Any?) in target.delete(sender) } },
        ]
    }
}
