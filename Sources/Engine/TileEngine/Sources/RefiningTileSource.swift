public import TileGeometry

/// A source that shows something at once where the real thing takes long, and the real thing later: an image of a
/// billion pixels while its overviews are made, say. What it shows in the end never changes.
public protocol RefiningTileSource: TileSource {
    /// Has `onRefinement` called each time that there is better within a box, in the content's own units, than what was
    /// drawn there with `RasterContext.onStandIn` called; by then `raster` draws it. It may be called on any thread,
    /// and no more once the subscription is gone.
    func subscribeToRefinements(_ onRefinement: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription

    /// How much of the work is done after which nothing stands in any more, from 0 to 1; nil when none is under way.
    var refinement: Double? { get }
}
