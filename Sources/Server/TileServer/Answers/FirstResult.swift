import TileSupport

/// The first of several results, delivered to a single waiter.
final class FirstResult<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case open
        case waitedFor(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
    }

    private let state = Lock(State.open)

    /// Sets the result. Later calls have no effect.
    func settle(_ result: Result<Value, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .open:
                state = .settled(result)
                return nil
            case .waitedFor(let waiter):
                state = .settled(result)
                return waiter
            case .settled: return nil
            }
        }
        waiter?.resume(with: result)
    }

    /// The first result, once it is available. May be awaited only once.
    var value: Value {
        get async throws {
            try await withCheckedThrowingContinuation { waiter in
                let result = state.withLock { state -> Result<Value, any Error>? in
                    if case .settled(let result) = state { return result }
                    state = .waitedFor(waiter)
                    return nil
                }
                if let result { waiter.resume(with: result) }
            }
        }
    }
}
