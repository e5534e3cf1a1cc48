/// A source that can end by itself while its tiles are in use, for example because its process crashed. Its calls do
/// nothing from then on, and drawing throws the reason.
public protocol EndingTileSource: TileSource {
    /// Calls `onEnd` once, on any thread, with the reason when the source has ended; at once if it has ended before.
    /// Not called if the source is released first.
    func whenEnded(_ onEnd: @escaping @Sendable (any TileSourceFailure) -> Void)
}
