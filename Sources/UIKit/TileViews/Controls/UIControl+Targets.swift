import Foundation
import TileGraphics

extension UIControl {
    /// Notifies all receivers of any of the events, each once.
    func notifyHandlers(of events: Event, event: UIEvent?) {
        // Receivers may add and remove handlers. Those that existed when the event was sent are notified.
        for handler in handlers.handlers(for: events) {
            switch handler.receiver {
            case .closure(let action): sendAction(action)
            case .target(let target, let action) where !target.isGone:
                sendAction(action, to: target.object, for: event)
            case .target: break
            }
        }
    }

    func collectTargets() -> Set<AnyHashable> {
        var targets: Set<AnyHashable> = []
        // On Linux, two instances of NSNull are not equal.
        let chain = NSNull()
        for handler in handlers.all {
            guard case .target(let target, _) = handler.receiver else { continue }
            if target.isForChain {
                targets.insert(chain)
            } else if let object = target.object {
                targets.insert(
                    (object as? any Hashable).map { AnyHashable($0) } ?? AnyHashable(ObjectIdentifier(object)))
            }
        }
        return targets
    }

    func actionNames(for target: Any?, at events: Event) -> [String]? {
        let wanted = EventHandlers.WeakTarget(target)
        let names = handlers.handlers(for: events).compactMap { handler -> String? in
            guard case .target(let target, let action) = handler.receiver, wanted.isSame(as: target) else { return nil }
            return action.name
        }
        return names.isEmpty ? nil : names
    }

    func visitHandlers(_ visit: (UIAction?, (Any?, Selector)?, UIControl.Event, inout Bool) -> Void) {
        var isDone = false
        for handler in handlers.all where !isDone {
            switch handler.receiver {
            case .closure(let action): visit(action, nil, handler.events, &isDone)
            case .target(let target, let action) where !target.isGone:
                visit(nil, (target.object, action), handler.events, &isDone)
            case .target: break
            }
        }
    }
}
