public import TileGeometry

/// A source that draws placeholders while its final pixels take long to prepare: for example an image of a billion
/// pixels while its overviews are made. The final pixels never change.
public protocol RefiningTileSource: TileSource {
    /// Calls `onRefinement` each time better pixels are available within a box, in the content's own units, than those
    /// drawn there with `RasterContext.onStandIn` called. By then `raster` draws them. It may be called on any thread,
    /// and is not called after the subscription is released.
    func subscribeToRefinements(_ onRefinement: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription

    /// The progress of the preparation from 0 to 1, after which no placeholders are drawn; nil when none is under way.
    var refinement: Double? { get }
}
