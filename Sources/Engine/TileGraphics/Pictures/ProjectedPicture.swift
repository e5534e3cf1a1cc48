public import TileGeometry

/// A picture on a plane in perspective. It is drawn flat at a suitable resolution, then resampled through the
/// projection.
public final class ProjectedPicture: Sendable {
    public let content: Picture
    /// From the content's plane to that of the picture that this is a part of.
    public let projection: Projection
    /// Ink, in the latter plane.
    let bounds: Box

    public init(content: Picture, projection: Projection) {
        self.content = content.bounded
        self.projection = projection
        let bounds = projection.bounds(of: content.bounds)
        // A plane seen edge on is invisible.
        self.bounds = projection.isInvertible && bounds.isFinite ? bounds : .empty
    }
}
