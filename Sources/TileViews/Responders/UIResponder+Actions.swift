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
            guard let target = target as? any ActionTarget else {
                preconditionFailure(
                    "\(action) was sent to a \(type(of: target)), which can't have actions: it must be an ActionTarget")
            }
            target.perform(action, with: sender, for: event)
            return true
        }
        for start in [chainWindow?.firstResponder, self] {
            if let found = start?.target(forAction: action, withSender: sender) as? any ActionTarget {
                found.perform(action, with: sender, for: event)
                return true
            }
        }
        return false
    }
}
