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
        case starting
        case running(@Sendable () -> Void)
        case over
    }

    private let state = Lock(State.starting)

    func started(_ cancel: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if case .over = state { return true }
            state = .running(cancel)
            return false
        }
        if isOver { cancel() }
    }

    func cancel() {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            defer { state = .over }
            if case .running(let cancel) = state { return cancel }
            return nil
        }
        cancel?()
    }
}
