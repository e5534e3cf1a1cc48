public import Foundation
public import TileGraphics

extension NotificationCenter {
    /// Calls a method that the observer has registered by name with each notification of that name, or of any when it
    /// is nil, and of that sender, or any. The observer is held weakly, and when it has gone nothing is called.
    /// Traps when the observer is no `ActionTarget`.
    public func addObserver(
        _ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?, object anObject: Any?
    ) {
        let target = ActionTable.target(observer, of: aSelector)
        let observed = ObservedNotifications.of(target)
        let reference = WeakTarget(target)
        let token = addObserver(forName: aName, object: anObject, queue: nil) { notification in
            reference.target?.perform(aSelector, with: notification)
        }
        observed.add(.init(center: self, token: token, name: aName, sender: anObject.map { $0 as AnyObject }))
    }

    /// Ends all that the observer was added for by its methods' names.
    public func removeObserver(_ observer: some ActionTarget) {
        ObservedNotifications.of(observer).remove { $0.center === self }
    }

    /// Ends what the observer was added for with this name and sender; nil stands for all of them.
    public func removeObserver(_ observer: some ActionTarget, name aName: NSNotification.Name?, object anObject: Any?) {
        let sender = anObject.map { $0 as AnyObject }
        ObservedNotifications.of(observer).remove {
            $0.center === self && (aName == nil || $0.name == aName) && (sender == nil || $0.sender === sender)
        }
    }
}

/// What an object observes by its methods' names; kept with it, and ended when it goes.
private final class ObservedNotifications {
    struct Observation {
        let center: NotificationCenter
        let token: any NSObjectProtocol
        let name: NSNotification.Name?
        weak var sender: AnyObject?
    }

    private var observations: [Observation] = []

    /// Its address is the key.
    // nonisolated(unsafe): nothing is read or written there.
    nonisolated(unsafe) private static let key = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

    static func of(_ target: any ActionTarget) -> ObservedNotifications {
        if let known = objc_getAssociatedObject(target, key) as? ObservedNotifications { return known }
        let made = ObservedNotifications()
        objc_setAssociatedObject(target, key, made, .OBJC_ASSOCIATION_RETAIN)
        return made
    }

    func add(_ observation: Observation) { observations.append(observation) }

    func remove(where isMeant: (Observation) -> Bool) {
        for observation in observations where isMeant(observation) {
            observation.center.removeObserver(observation.token)
        }
        observations.removeAll(where: isMeant)
    }

    deinit { for observation in observations { observation.center.removeObserver(observation.token) } }
}

// @unchecked Sendable: the center calls on the thread that posts, as it does elsewhere; that this is the one that the
// observer belongs to is for the program to see to.
private final class WeakTarget: @unchecked Sendable {
    weak var target: (any ActionTarget)?

    init(_ target: any ActionTarget) { self.target = target }
}
