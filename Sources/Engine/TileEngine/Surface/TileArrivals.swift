import TileSupport

/// Where workers leave what a surface asked for, until its owner comes by.
final class TileArrivals: Sendable {
    struct Arrival: Sendable {
        var key: TileKey
        var result: Result<CachedTile, EngineFailure>
    }

    struct State {
        var arrivals: [Arrival] = []
        /// Whether the owner was told and has not come yet.
        var isTold = false
    }

    private let state = Lock(State())
    private let onArrival: @Sendable () -> Void

    init(onArrival: @escaping @Sendable () -> Void) { self.onArrival = onArrival }

    var isEmpty: Bool { state.withLock { $0.arrivals.isEmpty } }

    /// Whether the owner was told and has not come yet.
    var isTold: Bool { state.withLock { $0.isTold } }

    func put(_ key: TileKey, _ result: Result<CachedTile, EngineFailure>) {
        // Whoever gave a tile up knows it.
        if case .failure(.cancelled) = result { return }
        tell { $0.append(Arrival(key: key, result: result)) }
    }

    /// Has the owner come by although nothing lies here: the content has changed.
    func wake() { tell { _ in } }

    private func tell(_ change: (inout [Arrival]) -> Void) {
        let isFirst = state.withLock { state in
            change(&state.arrivals)
            defer { state.isTold = true }
            return !state.isTold
        }
        if isFirst { onArrival() }
    }

    /// Moves all into `arrivals`, whose memory it uses.
    func take(into arrivals: inout [Arrival]) {
        arrivals.removeAll(keepingCapacity: true)
        state.withLock { state in
            swap(&state.arrivals, &arrivals)
            state.isTold = false
        }
    }
}
