package import TileGeometry

/// A source that a program draws from a model and changes with it, for example a tree of views. Another process may
/// draw the same content from the same model with its own source, which must then be notified of changes.
package protocol RedrawableTileSource: ChangingTileSource {
    /// Calls `onChange`, on any thread, after each change that the program made to the content's look, with the
    /// affected box in the content's own units. Animation frames and the results of `redraw` are not reported.
    func subscribeToOwnChanges(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription

    /// Redraws boxes because their model has changed, and notifies change subscribers where they look different. Waits
    /// for a change that is under way.
    func redraw(_ boxes: [Box])
}
