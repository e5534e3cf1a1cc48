/// A look for a tile's file that is under way (`TileSharing.look`).
public struct TileLook: Sendable {
    /// Ends it, when nobody wants the tile any more. Called once at most; returns at once, and does not tell anybody
    /// what was found before it does.
    package let cancel: @Sendable () -> Void
    /// Says how soon the tile is wanted now. Returns at once.
    package let setPriority: @Sendable (TilePriority) -> Void

    public init(
        setPriority: @escaping @Sendable (TilePriority) -> Void = { _ in }, cancel: @escaping @Sendable () -> Void
    ) {
        (self.cancel, self.setPriority) = (cancel, setPriority)
    }
}
