public import TileGeometry

/// A source whose look changes while tiles of it are wanted: a tree of views, say.
public protocol ChangingTileSource: TileSource {
    /// Has `onChange` called after each change with the box, in the content's own units, that looks different; by then
    /// `raster` draws the new look. It may be called on any thread, and no more once the subscription is cancelled or
    /// gone.
    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription

    /// Whether what is shown now may look different the next moment, so that whoever keeps tiles has to ask each time
    /// before they are shown again. A file that is replaced once in a while says no: its tiles may be kept as long as
    /// those of any file.
    var changesOften: Bool { get }
}

extension ChangingTileSource {
    public var changesOften: Bool { true }
}

/// A subscription to changes; ends when released.
public final class TileChangeSubscription: Sendable {
    private let end: @Sendable () -> Void

    public init(onEnd end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
