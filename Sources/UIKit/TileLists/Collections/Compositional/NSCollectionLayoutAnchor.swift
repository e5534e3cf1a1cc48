public import Foundation
import TileGeometry
public import TileViews

/// The position of a supplementary item relative to its container: the edges that it is attached to, and an offset from
/// them.
open class NSCollectionLayoutAnchor: NSObject, NSCopying {
    public final let edges: NSDirectionalRectEdge
    public final let offset: CGPoint
    /// Whether the offset is a fraction of the item's own size.
    public final let isFractionalOffset: Bool
    open var isAbsoluteOffset: Bool { !isFractionalOffset }

    private init(_ edges: NSDirectionalRectEdge, _ offset: CGPoint, isFractional: Bool) {
        (self.edges, self.offset, isFractionalOffset) = (edges, offset, isFractional)
    }

    public convenience init(edges: NSDirectionalRectEdge) { self.init(edges, .zero, isFractional: false) }

    /// Creates an anchor with an offset in points, positive to the right and down.
    public convenience init(edges: NSDirectionalRectEdge, absoluteOffset: CGPoint) {
        self.init(edges, absoluteOffset, isFractional: false)
    }

    /// Creates an anchor with an offset as a fraction of the item's size, positive to the right and down.
    public convenience init(edges: NSDirectionalRectEdge, fractionalOffset: CGPoint) {
        self.init(edges, fractionalOffset, isFractional: true)
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns the point of a rectangle at the anchor's edges. An axis without an edge yields the middle.
    private func point(of rect: CGRect) -> CGPoint {
        CGPoint(
            x: edges.contains(.leading) ? rect.minX : edges.contains(.trailing) ? rect.maxX : rect.midX,
            y: edges.contains(.top) ? rect.minY : edges.contains(.bottom) ? rect.maxY : rect.midY)
    }

    private func shift(_ size: CGSize) -> CGPoint {
        isFractionalOffset ? CGPoint(x: offset.x * size.width, y: offset.y * size.height) : offset
    }

    /// Returns the frame of an item with the given size. The item's anchor `own` is aligned with this anchor of the
    /// container; without one, the item is aligned with the same edges from inside.
    final func frame(for size: CGSize, in container: CGRect, own: NSCollectionLayoutAnchor?) -> CGRect {
        let bounds = CGRect(origin: .zero, size: size)
        let (there, here) = (point(of: container), (own ?? self).point(of: bounds))
        let (away, back) = (shift(size), own?.shift(size) ?? .zero)
        return CGRect(
            x: there.x - here.x + away.x - back.x, y: there.y - here.y + away.y - back.y, width: size.width,
            height: size.height)
    }
}
