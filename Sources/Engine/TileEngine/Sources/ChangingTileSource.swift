public import TileGeometry

/// A source whose look changes while tiles of it are wanted: a tree of views, say.
public protocol ChangingTileSource: TileSource {
    /// Has `onChange` called after each change with the box, in the content's own units, that looks different; by then
    /// `raster` draws the new look. It may be called on any thread, and no more once the subscription is cancelled or
    /// gone.
    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription
}

/// A subscription to changes; ends when released.
public final class TileChangeSubscription: Sendable {
    private let end: @Sendable () -> Void

    public init(onEnd end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
