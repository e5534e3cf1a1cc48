package import TileGeometry

/// A source that a program draws from something, and changes as that does: a tree of views. The same content may be
/// drawn elsewhere from the same, by a source of its own there, which has to be told.
package protocol RedrawableTileSource: ChangingTileSource {
    /// Has `onChange` called, on any thread, with where the program has changed its look, after each change: not with
    /// what moves by itself, nor with what came of `redraw`. Boxes are in the content's own units.
    func subscribeToOwnChanges(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription

    /// Draws boxes once more, because what they are drawn from has changed, and tells whoever subscribed to changes
    /// where they look different then. Waits for a change that is under way.
    func redraw(_ boxes: [Box])
}
