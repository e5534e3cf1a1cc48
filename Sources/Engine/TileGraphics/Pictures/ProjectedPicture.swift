public import TileGeometry

/// A picture on a plane in perspective. It is drawn flat at a suitable resolution, then resampled through the
/// projection.
public final class ProjectedPicture: Sendable {
    public let content: Picture
    /// The projection from the content's plane to that of the enclosing picture.
    public let projection: Projection
    /// The bounds of the ink, in the enclosing picture's plane.
    let bounds: Box

    public init(content: Picture, projection: Projection) {
        self.content = content.bounded
        self.projection = projection
        let bounds = projection.bounds(of: content.bounds)
        // A plane seen edge on is invisible.
        self.bounds = projection.isInvertible && bounds.isFinite ? bounds : .empty
    }
}
