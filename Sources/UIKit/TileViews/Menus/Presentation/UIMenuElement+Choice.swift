extension UIMenuElement {
    /// Turns this element on and the others off, if the menu has a single selection.
    func settleSelection(in menu: UIMenu) {
        guard menu.options.contains(.singleSelection) else { return }
        for each in menu.menuLeaves { each.menuState = each === self ? .on : .off }
    }

    /// Performs a selected element: calls an action, or sends a command along the responder chain.
    ///
    /// - Parameters:
    ///   - source: The view that the menu belongs to.
    ///   - sender: The sender of actions.
    func perform(from source: UIView?, sender: AnyObject?) {
        switch self {
        case let action as UIAction: action.performWithSender(sender, target: nil)
        case let command as UICommand: source?.sendAction(command.action, to: nil, from: command, for: nil)
        default: break
        }
    }
}
