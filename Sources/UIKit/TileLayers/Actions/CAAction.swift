public import Foundation

/// An action that runs when a layer changes; usually an animation.
public protocol CAAction: AnyObject {
    /// Runs the action.
    ///
    /// - Parameters:
    ///   - event: The name of the changed property, or of the event (`onOrderIn`, `onOrderOut`, …).
    ///   - anObject: The layer.
    ///   - dict: The arguments of the event; nil for properties.
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// The null action: it ends the search for an action and does nothing.
extension NSNull: CAAction {
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

// Core Animation's own names, used by ported code.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The event of a layer becoming visible: it was added to a superlayer or unhidden.
public let kCAOnOrderIn = "onOrderIn"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The event of a layer becoming invisible: it was removed from its superlayer or hidden.
public let kCAOnOrderOut = "onOrderOut"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The event of a layer being replaced.
public let kCATransition = "transition"
