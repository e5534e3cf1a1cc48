/// A lookup of a shared tile file that is under way (`TileSharing.lookUp`).
public struct SharedTileLookup: Sendable {
    /// Cancels the lookup when the tile is no longer wanted. Called at most once. Returns immediately, and does not
    /// report a result before it returns.
    package let cancel: @Sendable () -> Void
    /// Changes the priority of the lookup. Returns immediately.
    package let setPriority: @Sendable (TilePriority) -> Void

    public init(
        setPriority: @escaping @Sendable (TilePriority) -> Void = { _ in }, cancel: @escaping @Sendable () -> Void
    ) {
        (self.cancel, self.setPriority) = (cancel, setPriority)
    }
}
