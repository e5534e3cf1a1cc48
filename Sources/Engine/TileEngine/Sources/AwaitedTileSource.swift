public import TileGeometry
import TileSupport

/// A source whose tiles need what is elsewhere, on another machine say. It is fetched before the tile gets in line, so
/// that no worker stands idle meanwhile, and a slow network holds nobody else's tiles up.
public protocol AwaitedTileSource: TileSource {
    /// Fetches what a tile needs and keeps it until the tile is drawn soon after. Returns at once.
    ///
    /// - Parameters:
    ///   - tile: of the pyramid that the source was added with.
    ///   - whenReady: to be called once, on any thread, when there is nothing to wait for any more: also when it can't
    ///     be had, of which drawing the tile then says why.
    /// - Returns: what ends the fetch when nobody wants the tile any more; it is called once at most, must return at
    ///   once, and must not call `whenReady` before it does.
    func fetch(_ tile: TileCoordinate, whenReady: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// A fetch under way for a flight, which may be cancelled before what cancels it is known.
final class TileFetch: Sendable {
    private enum State: Sendable {
        /// With the priority that came meanwhile.
        case starting(TilePriority?)
        case running(TileLook)
        case over
    }

    private let state = Lock(State.starting(nil))

    func started(_ look: TileLook) {
        let (isOver, priority) = state.withLock { state -> (Bool, TilePriority?) in
            guard case .starting(let priority) = state else { return (true, nil) }
            state = .running(look)
            return (false, priority)
        }
        if isOver { look.cancel() }
        if let priority { look.setPriority(priority) }
    }

    func setPriority(_ priority: TilePriority) {
        let look = state.withLock { state -> TileLook? in
            switch state {
            case .starting: state = .starting(priority)
            case .running(let look): return look
            case .over: break
            }
            return nil
        }
        look?.setPriority(priority)
    }

    func cancel() {
        let look = state.withLock { state -> TileLook? in
            defer { state = .over }
            if case .running(let look) = state { return look }
            return nil
        }
        look?.cancel()
    }
}
