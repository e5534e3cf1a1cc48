public import Foundation

/// What happens when something about a layer changes; an animation, as a rule.
public protocol CAAction: AnyObject {
    /// Runs the action.
    ///
    /// - Parameters:
    ///   - event: the name of the property that changed, or of the event (`onOrderIn`, `onOrderOut`, …).
    ///   - anObject: the layer.
    ///   - dict: arguments of the event; nil for properties.
    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// The action that ends a search for one and does nothing.
extension NSNull: CAAction {
    public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

// Core Animation's own names, by which ported code calls them.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The event of a layer becoming visible: put into a superlayer, or no longer hidden.
public let kCAOnOrderIn = "onOrderIn"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The event of a layer going out of sight: taken from its superlayer, or hidden.
public let kCAOnOrderOut = "onOrderOut"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The event of a layer being replaced.
public let kCATransition = "transition"
