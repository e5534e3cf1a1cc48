import TileSupport

/// A value that one task waits for. The first one that is set counts.
final class Once<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case empty
        case waiting(CheckedContinuation<Value, Never>)
        case set(Value)
        case returned
    }

    private let state = Lock(State.empty)

    /// The value. Waits until it is set; read once.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Value? in
                    if case .set(let value) = state { return value }
                    state = .waiting(continuation)
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    /// Sets the value, unless one has been set.
    func resume(returning value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .empty:
                state = .set(value)
                return nil
            case .waiting(let continuation):
                state = .returned
                return continuation
            case .set, .returned: return nil
            }
        }
        waiting?.resume(returning: value)
    }
}
