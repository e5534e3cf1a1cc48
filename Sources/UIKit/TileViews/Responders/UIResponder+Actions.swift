import TileGraphics

extension UIResponder {
    /// Sends an action, as `UIApplication.sendAction(_:to:from:for:)` does; returns whether somebody performed it.
    ///
    /// With a target, it goes to that one, which must have registered the name. Without one, it goes along the
    /// responder chain to whoever can perform it: from the window's first responder, and if nobody there can, from this
    /// responder.
    @discardableResult
    public func sendAction(
        _ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?
    ) -> Bool {
        if let target {
            ActionTable.target(target, of: action).perform(action, with: sender, for: event)
            return true
        }
        // The program itself is in no chain: it begins with the sender's.
        let application = self as? UIApplication
        let window = application?.keyWindow ?? chainWindow
        for start in [window?.firstResponder, application == nil ? self : sender as? UIResponder ?? window] {
            if let found = start?.target(forAction: action, withSender: sender) as? any ActionTarget {
                found.perform(action, with: sender, for: event)
                return true
            }
        }
        return false
    }
}
