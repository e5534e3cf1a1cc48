public import Foundation
public import TileGeometry
import TileGraphics
import TileSupport

/// A layer as it was last committed: how it looks and where it lies in its superlayer. Immutable, and shared from frame
/// to frame as long as neither changes.
///
/// `@unchecked Sendable`: it is changed by `become` alone, which `RetiredNodes` calls only while nobody else holds it.
public final class RenderNode: @unchecked Sendable {
    /// Where a layer lies in its superlayer's plane.
    enum Place {
        case flat(CGAffineTransform)
        /// On a plane that lies askew.
        case askew(Projection)
    }

    /// The layer, for finding its counterpart in another tree. A layer made later may have the same number.
    private(set) var layer: UInt
    private(set) var body: RenderBody
    /// From the layer's plane to its superlayer's, unless `projected`.
    public private(set) var transform: CGAffineTransform
    /// The layer on a plane that lies askew, as it is seen in the superlayer's.
    private(set) var projected: ProjectedPicture?
    /// All that the layer and what is in it draw, in the superlayer's plane.
    private(set) var extent: Box

    /// What stands for a layer that does not show.
    static let hidden = RenderNode(layer: 0, body: .empty, .flat(.identity))

    init(layer: UInt, body: RenderBody, _ place: Place) {
        self.layer = layer
        self.body = body
        (transform, projected, extent) = Self.parts(of: place, body)
    }

    /// Makes a node that nobody else holds another.
    func become(layer: UInt, body: RenderBody, _ place: Place) {
        self.layer = layer
        self.body = body
        (transform, projected, extent) = Self.parts(of: place, body)
    }

    /// Lets go of what it shows, of a node that nobody else holds.
    ///
    /// - Returns: the layers in it, and what shows them where that can become another, as far as nobody else holds
    /// them.
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

    func lies(at place: Place) -> Bool {
        switch place {
        case .flat(let transform): projected == nil && transform == self.transform
        case .askew(let projection): projected?.projection == projection
        }
    }
}
