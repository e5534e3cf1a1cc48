extension UIMenuElement {
    /// Of a menu of a single selection, it is the one that is on.
    func settleSelection(in menu: UIMenu) {
        guard menu.options.contains(.singleSelection) else { return }
        for each in menu.menuLeaves { each.menuState = each === self ? .on : .off }
    }

    /// It was chosen: an action is called, a command is sent along the responder chain.
    ///
    /// - Parameters:
    ///   - source: the view that the menu belongs to.
    ///   - sender: for the actions.
    func perform(from source: UIView?, sender: AnyObject?) {
        switch self {
        case let action as UIAction: action.performWithSender(sender, target: nil)
        case let command as UICommand: source?.sendAction(command.action, to: nil, from: command, for: nil)
        default: break
        }
    }
}
