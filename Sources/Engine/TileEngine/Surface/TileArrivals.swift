import TileSupport

/// A mailbox in which workers leave the results of a surface's requests until its owner collects them.
final class TileArrivals: Sendable {
    struct Arrival: Sendable {
        var key: TileKey
        var result: Result<CachedTile, EngineFailure>
    }

    struct State {
        var arrivals: [Arrival] = []
        /// Whether the owner was notified and has not collected yet.
        var isTold = false
    }

    private let state = Lock(State())
    private let onArrival: @Sendable () -> Void

    init(onArrival: @escaping @Sendable () -> Void) { self.onArrival = onArrival }

    var isEmpty: Bool { state.withLock { $0.arrivals.isEmpty } }

    /// Whether the owner was notified and has not collected yet.
    var isTold: Bool { state.withLock { $0.isTold } }

    func put(_ key: TileKey, _ result: Result<CachedTile, EngineFailure>) {
        // The canceller knows that the request is cancelled.
        if case .failure(.cancelled) = result { return }
        update { $0.append(Arrival(key: key, result: result)) }
    }

    /// Notifies the owner without an arrival: the content has changed.
    func wake() { update { _ in } }

    private func update(_ change: (inout [Arrival]) -> Void) {
        let isFirst = state.withLock { state in
            change(&state.arrivals)
            defer { state.isTold = true }
            return !state.isTold
        }
        if isFirst { onArrival() }
    }

    /// Moves all arrivals into `arrivals`, reusing its memory.
    func drain(into arrivals: inout [Arrival]) {
        arrivals.removeAll(keepingCapacity: true)
        state.withLock { state in
            swap(&state.arrivals, &arrivals)
            state.isTold = false
        }
    }
}
