public import Foundation
public import TileGeometry
import TileGraphics

/// A layer as it was last committed: how it looks and where it lies in its superlayer. Immutable, and shared from frame
/// to frame as long as neither changes.
public final class RenderNode: Sendable {
    /// The layer, for finding its counterpart in another tree. A layer made later may have the same number.
    let layer: UInt
    let body: RenderBody
    /// From the layer's plane to its superlayer's, unless `projected`.
    public let transform: CGAffineTransform
    /// The layer on a plane that lies askew, as it is seen in the superlayer's.
    let projected: ProjectedPicture?
    /// All that the layer and what is in it draw, in the superlayer's plane.
    let extent: Box

    /// What stands for a layer that does not show.
    static let hidden = RenderNode(layer: 0, body: .empty, transform: .identity)

    init(layer: UInt, body: RenderBody, transform: CGAffineTransform) {
        self.layer = layer
        self.body = body
        self.transform = transform
        projected = nil
        extent = transform.isInvertible ? body.extent.applying(transform) : .empty
    }

    init(layer: UInt, body: RenderBody, projection: Projection) {
        self.layer = layer
        self.body = body
        transform = .identity
        let projected = ProjectedPicture(content: body.picture, projection: projection)
        self.projected = projected
        extent = projection.bounds(of: body.extent)
    }

    /// The layer's bounds, in its own coordinates.
    public var bounds: CGRect { body.bounds.rect }

    /// The layers in this one, back to front.
    ///
    /// - Complexity: O(n).
    public var children: [RenderNode] { body.children?.allNodes ?? [] }

    /// The layer and all in it, in the layer's own coordinates.
    public var picture: Picture { body.picture }

    /// A part that the layer covers with opaque colors, in the superlayer's plane.
    var opaqueBox: Box {
        projected == nil && transform.preservesRects && transform.isInvertible && !body.opaqueBox.isEmpty
            ? body.opaqueBox.applying(transform) : .empty
    }

    /// Draws the layer in its superlayer's plane.
    func record(into recorder: inout PictureRecorder) {
        if let projected { return recorder.draw(projected) }
        body.record(into: &recorder, transform)
    }

    func isPlaced(like other: RenderNode) -> Bool {
        transform == other.transform && projected?.projection == other.projected?.projection
    }
}
