public import Foundation
public import TileGraphics

extension NotificationCenter {
    /// Calls a method of the observer by name with each matching notification. A nil name matches every name, and a nil
    /// object every sender. The observer is held weakly; nothing is called after it is deallocated. Traps if the
    /// observer is not an `ActionTarget`.
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

    /// Removes all observations of this center that the observer added by method name.
    public func removeObserver(_ observer: some ActionTarget) {
        ObservedNotifications.of(observer).remove { $0.center === self }
    }

    /// Removes the observer's observations of a name and sender. Nil matches every name or sender.
    public func removeObserver(_ observer: some ActionTarget, name aName: NSNotification.Name?, object anObject: Any?) {
        let sender = anObject.map { $0 as AnyObject }
        ObservedNotifications.of(observer).remove {
            $0.center === self && (aName == nil || $0.name == aName) && (sender == nil || $0.sender === sender)
        }
    }
}

/// The observations that an object added by method name. They are stored with the object and end with it.
private final class ObservedNotifications {
    struct Observation {
        let center: NotificationCenter
        let token: any NSObjectProtocol
        let name: NSNotification.Name?
        weak var sender: AnyObject?
    }

    private var observations: [Observation] = []

    /// The key of the associated object: its address identifies the object.
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

// @unchecked Sendable: the center calls observers on the posting thread. The program must post on the thread that the
// observer belongs to.
private final class WeakTarget: @unchecked Sendable {
    weak var target: (any ActionTarget)?

    init(_ target: any ActionTarget) { self.target = target }
}
