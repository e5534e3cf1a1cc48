/// A source whose state can be saved and restored, so that a server can release it and recreate it when its viewer
/// returns.
public protocol RestorableTileSource: TileSource {
    /// Returns the state to restore later; nil for none. May block; call it where waiting does no harm.
    func savedState() -> [UInt8]?

    /// Restores the state saved by another source that was made in the same way. State that is no longer available or
    /// unreadable stays as in a new source. May block; call it where waiting does no harm.
    func restore(_ state: [UInt8])
}
