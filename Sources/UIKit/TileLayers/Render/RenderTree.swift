public import Foundation
public import TileEngine
public import TileGeometry
public import TileGraphics

/// A layer tree as committed: immutable, and safe to draw from any number of threads. Unchanged parts are shared with
/// previous and later trees.
///
/// The plane has the top left of the root layer's bounds at (0, 0), in points.
public struct RenderTree: Sendable {
    /// The root layer. Its own placement is ignored.
    public internal(set) var root: RenderNode
    /// The size of the root layer's bounds, in points.
    public let size: CGSize
    /// The visible drawing, clipped to `size`.
    public internal(set) var picture: Picture
    /// The transform from the root layer's coordinates to the tree's plane.
    let origin: CGAffineTransform

    /// Groups that hold the picture, whose memory the next tree may reuse.
    struct Drawings: Sendable {
        var all: PictureGroup?
        /// The part of the tree within its size, if it is clipped.
        var withinSize: PictureGroup?
    }

    var drawings: Drawings

    /// - Parameter drawings: The drawings of another tree that is no longer used.
    init(_ root: RenderNode, bounds: CGRect, over drawings: consuming Drawings = Drawings()) {
        self.root = root
        size = bounds.size
        let origin = CGAffineTransform(translationX: -Double(bounds.minX), y: -Double(bounds.minY))
        self.origin = origin
        let whole = Box(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        var (all, within) = (drawings.all, drawings.withinSize)
        drawings = Drawings()
        PictureGroup.record(over: &all) { recorder in
            root.body.record(into: &recorder, origin)
            return .empty
        }
        if let bounds = all?.content.bounds, !whole.contains(bounds) {
            PictureGroup.record(over: &within, within: whole) { recorder in
                root.body.record(into: &recorder, origin)
                return root.body.opaqueBox.isEmpty
                    ? .empty : root.body.opaqueBox.applying(origin).intersection(whole)
            }
            PictureGroup.record(over: &all) { recorder in
                if let within { recorder.draw(within) }
                return .empty
            }
        }
        picture = all?.content ?? .empty
        self.drawings = Drawings(all: all, withinSize: within)
    }

    /// Draws an area of the tree, in points at the area's scale.
    ///
    /// - Throws: `CancellationError` if the result is no longer wanted; `RasterFailure`.
    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        var counters = ReplayCounters()
        return try raster(area, in: context, counters: &counters)
    }

    /// Draws an area like `raster(_:in:)`, and adds to `counters`.
    public func raster(
        _ area: RasterArea, in context: RasterContext, counters: inout ReplayCounters
    ) throws -> TileImage {
        try picture.raster(area, in: context, counters: &counters)
    }

    /// The maximum pixel coordinate: Cairo uses 16 bits within an image, and no serious drawing has tiles that deep.
    private static let farthestPixel = 1e15

    /// Returns a rect of the tree as an image, with `scale` pixels per point.
    ///
    /// - Parameter rect: The rect in points, expanded to whole pixels.
    /// - Throws: `RasterFailure`, also for more than 32,767 pixels each way. Traps if the rect contains no pixel or the
    ///   scale is not positive.
    public func bitmap(_ rect: CGRect, scale: CGFloat) throws -> Bitmap {
        precondition(scale > 0 && scale.isFinite, "a bitmap's scale is a positive, finite number, not \(scale)")
        let box = Box(rect).aligned(to: Double(scale))
        let pixels = max(abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY)) * Double(scale)
        precondition(
            pixels < Self.farthestPixel && box.width > 0 && box.height > 0,
            "a bitmap of \(rect) at \(scale) pixels to a point has no pixels, or lies beyond what can be drawn")
        let area = RasterArea(
            scale: Double(scale), x: Int((box.minX * Double(scale)).rounded()),
            y: Int((box.minY * Double(scale)).rounded()), width: Int((box.width * Double(scale)).rounded()),
            height: Int((box.height * Double(scale)).rounded()))
        // Cairo's images are not larger.
        guard area.width <= CGImage.longestSide, area.height <= CGImage.longestSide else { throw RasterFailure.cairo }
        let pool = BitmapPool(limit: 0)
        switch try raster(area, in: RasterContext(pool: pool)) {
        case .bitmap(let bitmap): return bitmap
        case .solid(let color, let width, let height):
            let bitmap = Bitmap(width: width, height: height)
            bitmap.fill(color)
            return bitmap
        }
    }
}
