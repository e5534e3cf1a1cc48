import TileGraphics

extension UIResponder {
    /// Sends an action, as `UIApplication.sendAction(_:to:from:for:)` does, and returns whether an object performed it.
    ///
    /// A target must have registered the name. Without a target, the action goes to the first responder in the chain
    /// that can perform it, starting from the window's first responder and, if none can, from this responder.
    @discardableResult
    public func sendAction(
        _ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?
    ) -> Bool {
        if let target {
            ActionTable.target(target, of: action).perform(action, with: sender, for: event)
            return true
        }
        // The application is not part of a chain, so it starts with the sender's.
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
