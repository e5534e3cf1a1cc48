import Foundation

extension CALayer {
    func findAction(_ event: String) -> (any CAAction)? {
        if let delegate, let action = delegate.action(for: self, forKey: event) { return action.unlessNull }
        if let extras {
            if let action = extras.actions?[event] { return action.unlessNull }
            if let action = Self.action(event, in: extras.style) { return action.unlessNull }
        }
        if let action = type(of: self).defaultAction(forKey: event) { return action.unlessNull }
        return implicitAction(event)
    }

    /// Returns the action in a style's `actions`, or in those of its nested styles.
    private static func action(_ event: String, in style: [AnyHashable: Any]?) -> (any CAAction)? {
        var style = style
        while let each = style {
            if let actions = each["actions"] as? [String: any CAAction], let action = actions[event] { return action }
            style = each["style"] as? [AnyHashable: Any]
        }
        return nil
    }

    /// Finds the action for a property that is about to change, or for an event.
    func willChange(_ key: String) -> (any CAAction)? {
        noteObserved(before: key)
        return marks.contains(.isPresentation) || CATransaction.disableActions() ? nil : action(forKey: key)
    }

    /// Runs the action found before the change, and marks the layer for display if its class is drawn from the
    /// property.
    func didChange(_ key: String, _ action: (any CAAction)?) {
        if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
        noteObserved()
        action?.run(forKey: key, object: self, arguments: nil)
    }
}

extension CAAction {
    /// The action; nil for `NSNull`, which means no action.
    fileprivate var unlessNull: (any CAAction)? { self is NSNull ? nil : self }
}
