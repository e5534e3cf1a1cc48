public import Foundation
public import TileGeometry
import TileGraphics
import TileSupport

/// A layer as last committed: its appearance and its placement in its superlayer. Immutable, and shared between frames
/// as long as neither changes.
///
/// `@unchecked Sendable`: only `become` modifies it, which `RetiredNodes` calls only while it is uniquely referenced.
public final class RenderNode: @unchecked Sendable {
    /// The placement of a layer in its superlayer's plane.
    enum Place {
        case flat(CGAffineTransform)
        /// A placement with perspective.
        case askew(Projection)
    }

    /// The layer's number, for finding its counterpart in another tree. A layer created later may have the same number.
    private(set) var layer: UInt
    private(set) var body: RenderBody
    /// The transform from the layer's plane to its superlayer's, unless `projected` is set.
    public private(set) var transform: CGAffineTransform
    /// The layer in perspective, as projected to the superlayer's plane.
    private(set) var projected: ProjectedPicture?
    /// The bounds of the layer's and its sublayers' drawing, in the superlayer's plane.
    private(set) var extent: Box

    /// The node of a hidden layer.
    static let hidden = RenderNode(layer: 0, body: .empty, .flat(.identity))

    init(layer: UInt, body: RenderBody, _ place: Place) {
        self.layer = layer
        self.body = body
        (transform, projected, extent) = Self.parts(of: place, body)
    }

    /// Reuses a uniquely referenced node for another layer.
    func become(layer: UInt, body: RenderBody, _ place: Place) {
        self.layer = layer
        self.body = body
        (transform, projected, extent) = Self.parts(of: place, body)
    }

    /// Releases what a uniquely referenced node shows.
    ///
    /// - Returns: The sublayers, and the body if it can be reused, as far as they are uniquely referenced.
    func letGo() -> (children: RenderRun?, body: (RenderBody, RenderBody.Use)?) {
        var last = RenderBody.empty
        swap(&last, &body)
        projected = nil
        guard isSoleHolder(of: &last) else { return (nil, nil) }
        let children = last.children
        return (children, last.letGo().map { (last, $0) })
    }

    private static func parts(
        of place: Place, _ body: RenderBody
    ) -> (transform: CGAffineTransform, projected: ProjectedPicture?, extent: Box) {
        switch place {
        case .flat(let transform):
            (transform, nil, transform.isInvertible ? body.extent.applying(transform) : .empty)
        case .askew(let projection):
            (
                .identity, ProjectedPicture(content: body.picture, projection: projection),
                projection.bounds(of: body.extent)
            )
        }
    }

    /// The layer's bounds, in its own coordinates.
    public var bounds: CGRect { body.bounds.rect }

    /// The sublayers' nodes, back to front.
    ///
    /// - Complexity: O(n).
    public var children: [RenderNode] { body.children?.allNodes ?? [] }

    /// The drawing of the layer and its sublayers, in the layer's own coordinates.
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

    func lies(at place: Place) -> Bool {
        switch place {
        case .flat(let transform): projected == nil && transform == self.transform
        case .askew(let projection): projected?.projection == projection
        }
    }
}
