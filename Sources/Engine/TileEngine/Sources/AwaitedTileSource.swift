public import TileGeometry
import TileSupport

/// A source that fetches data for its tiles, for example from another machine. The fetch runs before the tile is
/// queued, so that no worker idles meanwhile and a slow network does not delay other tiles.
public protocol AwaitedTileSource: TileSource {
    /// Fetches the data for a tile and keeps it until the tile is drawn shortly after. Returns immediately.
    ///
    /// - Parameters:
    ///   - tile: The tile's coordinate in the pyramid that the source was added with.
    ///   - whenReady: Call exactly once, on any thread, when the fetch has finished or failed. If it has failed,
    ///     drawing the tile throws the reason.
    /// - Returns: A closure that cancels the fetch when the tile is no longer wanted. It is called at most once, must
    ///   return immediately, and must not call `whenReady` before it returns.
    func fetch(_ tile: TileCoordinate, whenReady: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// A fetch under way for a flight. It can be cancelled before its cancellation closure is known.
final class TileFetch: Sendable {
    private enum State: Sendable {
        /// Carries the priority that was set before the fetch started.
        case starting(TilePriority?)
        case running(SharedTileLookup)
        case over
    }

    private let state = Lock(State.starting(nil))

    func started(_ lookup: SharedTileLookup) {
        let (isOver, priority) = state.withLock { state -> (Bool, TilePriority?) in
            guard case .starting(let priority) = state else { return (true, nil) }
            state = .running(lookup)
            return (false, priority)
        }
        if isOver { lookup.cancel() }
        if let priority { lookup.setPriority(priority) }
    }

    func setPriority(_ priority: TilePriority) {
        let lookup = state.withLock { state -> SharedTileLookup? in
            switch state {
            case .starting: state = .starting(priority)
            case .running(let lookup): return lookup
            case .over: break
            }
            return nil
        }
        lookup?.setPriority(priority)
    }

    func cancel() {
        let lookup = state.withLock { state -> SharedTileLookup? in
            defer { state = .over }
            if case .running(let lookup) = state { return lookup }
            return nil
        }
        lookup?.cancel()
    }
}
