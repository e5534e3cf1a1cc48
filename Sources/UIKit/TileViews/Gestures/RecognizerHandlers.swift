import TileGraphics

/// The receivers of a recognizer's actions, in the order of their addition.
struct RecognizerHandlers {
    private enum Handler {
        case target(Weak, Selector)
        case closure(UIAction)
    }

    private struct Weak {
        weak var object: (any ActionTarget)?
    }

    private var all: [Handler] = []

    mutating func add(_ target: any ActionTarget, _ action: Selector) {
        all.removeAll { if case .target(let known, _) = $0 { known.object == nil } else { false } }
        let isKnown = all.contains {
            if case .target(let known, action) = $0 { known.object === target } else { false }
        }
        if !isKnown { all.append(.target(Weak(object: target), action)) }
    }

    /// Adds a closure. An action with the same identifier is replaced.
    mutating func add(_ action: UIAction) {
        if let index = index(of: action.identifier) {
            all[index] = .closure(action)
        } else {
            all.append(.closure(action))
        }
    }

    mutating func remove(_ target: AnyObject?, _ action: Selector?) {
        all.removeAll {
            guard case .target(let known, let name) = $0 else { return false }
            return known.object == nil
                || (target == nil || known.object === target) && (action == nil || name == action)
        }
    }

    mutating func remove(_ identifier: UIAction.Identifier) {
        if let index = index(of: identifier) { all.remove(at: index) }
    }

    private func index(of identifier: UIAction.Identifier) -> Int? {
        all.firstIndex { if case .closure(let known) = $0 { known.identifier == identifier } else { false } }
    }

    func send(_ sender: UIGestureRecognizer) {
        for handler in all {
            switch handler {
            case .target(let target, let action): target.object?.perform(action, with: sender)
            case .closure(let action): action.performWithSender(sender, target: nil)
            }
        }
    }
}
