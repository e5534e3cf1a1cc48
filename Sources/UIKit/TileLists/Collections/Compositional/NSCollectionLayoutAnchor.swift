public import Foundation
import TileGeometry
public import TileViews

/// Where a supplementary item is at what it belongs to: at edges, and by how much away from them.
open class NSCollectionLayoutAnchor: NSObject, NSCopying {
    public final let edges: NSDirectionalRectEdge
    public final let offset: CGPoint
    /// Whether the offset is in parts of the item's own size.
    public final let isFractionalOffset: Bool
    open var isAbsoluteOffset: Bool { !isFractionalOffset }

    private init(_ edges: NSDirectionalRectEdge, _ offset: CGPoint, isFractional: Bool) {
        (self.edges, self.offset, isFractionalOffset) = (edges, offset, isFractional)
    }

    public convenience init(edges: NSDirectionalRectEdge) { self.init(edges, .zero, isFractional: false) }

    /// The offset in points, right and down.
    public convenience init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) {
        self.init(edges, absoluteOffset, isFractional: false)
    }

    /// The offset in parts of the item's size, right and down.
    public convenience init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
        self.init(edges, fractionalOffset, isFractional: true)
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The point of a rect that the edges name; the middle where they name none.
    private func point(of rect: CGRect) -> CGPoint {
        CGPoint(
            x: edges.contains(.leading) ? rect.minX : edges.contains(.trailing) ? rect.maxX : rect.midX,
            y: edges.contains(.top) ? rect.minY : edges.contains(.bottom) ? rect.maxY : rect.midY)
    }

    private func shift(_ size: CGSize) -> CGPoint {
        isFractionalOffset ? CGPoint(x: offset.x * size.width, y: offset.y * size.height) : offset
    }

    /// The place of an item of a size whose anchor `own` is put on this one of the container's; without one of its own
    /// it lies within the same edges.
    final func place(_ size: CGSize, in container: CGRect, own: NSCollectionLayoutAnchor?) -> CGRect {
        let bounds = CGRect(origin: .zero, size: size)
        let (there, here) = (point(of: container), (own ?? self).point(of: bounds))
        let (away, back) = (shift(size), own?.shift(size) ?? .zero)
        return CGRect(
            x: there.x - here.x + away.x - back.x, y: there.y - here.y + away.y - back.y, width: size.width,
            height: size.height)
    }
}
