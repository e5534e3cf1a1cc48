import Foundation
import TileGraphics

/// The receivers of a control's events: targets with an action, and closures, in the order of their addition.
struct EventHandlers {
    struct Handler {
        enum Receiver {
            /// An action for an object or, if `isForChain` is set, for the responder chain.
            case target(WeakTarget, Selector)
            case closure(UIAction)
        }
        var receiver: Receiver
        var events: UIControl.Event
    }

    /// A weak reference to a target. No action is sent once the target is deallocated.
    struct WeakTarget {
        weak var object: AnyObject?
        let isForChain: Bool

        init(_ target: Any?) {
            object = target.map { $0 as AnyObject }
            isForChain = target == nil
        }

        var isGone: Bool { object == nil && !isForChain }

        func isSame(as other: WeakTarget) -> Bool {
            isForChain ? other.isForChain : object != nil && object === other.object
        }
    }

    private(set) var all: [Handler] = []

    /// The union of the events for which there are receivers.
    var events: UIControl.Event { all.reduce(into: []) { $0.formUnion($1.events) } }

    /// Returns the handlers for any of the events.
    func handlers(for events: UIControl.Event) -> [Handler] { all.filter { !$0.events.isDisjoint(with: events) } }

    /// Adds a target and action. If the pair is already registered, the events are added to its handler.
    mutating func add(_ target: Any?, _ action: Selector, for events: UIControl.Event) {
        removeGone()
        let target = WeakTarget(target)
        let index = all.firstIndex {
            if case .target(let other, action) = $0.receiver { target.isSame(as: other) } else { false }
        }
        if let index {
            all[index].events.formUnion(events)
        } else {
            all.append(Handler(receiver: .target(target, action), events: events))
        }
    }

    /// Adds a closure. An action with the same identifier is replaced, and the events are added to its handler.
    mutating func add(_ action: UIAction, for events: UIControl.Event) {
        if let index = firstIndex(of: action.identifier) {
            all[index] = Handler(receiver: .closure(action), events: all[index].events.union(events))
        } else {
            all.append(Handler(receiver: .closure(action), events: events))
        }
    }

    /// Removes events from the matching handlers. A nil target or action matches all.
    mutating func remove(_ target: Any?, _ action: Selector?, for events: UIControl.Event) {
        removeGone()
        let wanted = WeakTarget(target)
        for index in all.indices {
            guard case .target(let other, let selector) = all[index].receiver else { continue }
            if target != nil && !wanted.isSame(as: other) { continue }
            if action == nil || selector == action { all[index].events.subtract(events) }
        }
        all.removeAll { $0.events.isEmpty }
    }

    mutating func remove(_ identifier: UIAction.Identifier, for events: UIControl.Event) {
        guard let index = firstIndex(of: identifier) else { return }
        all[index].events.subtract(events)
        if all[index].events.isEmpty { all.remove(at: index) }
    }

    private func firstIndex(of identifier: UIAction.Identifier) -> Int? {
        all.firstIndex { if case .closure(let action) = $0.receiver { action.identifier == identifier } else { false } }
    }

    private mutating func removeGone() {
        all.removeAll { if case .target(let target, _) = $0.receiver { target.isGone } else { false } }
    }
}
