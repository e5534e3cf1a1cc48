public import TileGeometry

/// A source that can change while its tiles are in use, for example a tree of views.
public protocol ChangingTileSource: TileSource {
    /// Calls `onChange` after each change with the box that looks different, in the content's own units. By then
    /// `raster` draws the new contents. It may be called on any thread, and is not called after the subscription is
    /// cancelled or released.
    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription
}

/// A subscription to changes. It ends when it is released.
public final class TileChangeSubscription: Sendable {
    private let end: @Sendable () -> Void

    public init(onEnd end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
