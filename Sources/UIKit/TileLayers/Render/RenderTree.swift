public import Foundation
public import TileEngine
public import TileGeometry
public import TileGraphics

/// A tree of layers as it was committed: immutable, and safe to draw from any number of threads. Parts that did not
/// change are shared with the trees before and after it.
///
/// Its plane has the top left of the top layer's bounds at (0, 0), in points.
public struct RenderTree: Sendable {
    /// The top layer. Its own place plays no part.
    public internal(set) var root: RenderNode
    /// Of the top layer's bounds, in points.
    public let size: CGSize
    /// All that shows, cut to `size`.
    public internal(set) var picture: Picture
    /// From the top layer's coordinates to the tree's plane.
    let origin: CGAffineTransform

    /// Groups that hold the picture, whose memory the next tree may take over.
    struct Drawings: Sendable {
        var all: PictureGroup?
        /// What of the tree is within its size, where that is less than all.
        var withinSize: PictureGroup?
    }

    var drawings: Drawings

    /// - Parameter drawings: of another tree, that nobody holds any more.
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
    /// - Throws: `CancellationError` when the result is no longer wanted; `RasterFailure`.
    public func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        var counters = ReplayCounters()
        return try raster(area, in: context, counters: &counters)
    }

    /// As `raster(_:in:)`; what it did is added to `counters`.
    public func raster(
        _ area: RasterArea, in context: RasterContext, counters: inout ReplayCounters
    ) throws -> TileImage {
        try picture.raster(area, in: context, counters: &counters)
    }

    /// Pixels farther out than this are not drawn: Cairo counts them in 16 bits within an image, and a tile that far
    /// down is of a drawing that no one made in earnest.
    private static let farthestPixel = 1e15

    /// A rect of the tree as an image, `scale` pixels to a point.
    ///
    /// - Parameter rect: in points; its origin is brought to a whole pixel, its size up to whole pixels.
    /// - Throws: `RasterFailure`; for more than 32,767 pixels each way too. Traps when the rect holds no pixel or the
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
        // No image of Cairo's is larger.
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
