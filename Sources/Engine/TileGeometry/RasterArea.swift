/// A rect of whole pixels of a content at some scale: the target of one raster call.
///
/// Pixel (0, 0) at any scale has its top left corner at the content's origin; y points down. Adjacent areas of the same
/// scale share an edge exactly, so tiles cut from them have no seams.
public struct RasterArea: Hashable, Sendable {
    /// Pixels per unit of content.
    public var scale: Double
    /// Left edge, in pixels.
    public var x: Int
    /// Top edge, in pixels.
    public var y: Int
    /// The width, in pixels.
    public var width: Int
    /// The height, in pixels.
    public var height: Int

    public init(scale: Double, x: Int, y: Int, width: Int, height: Int) {
        precondition(scale > 0 && scale.isFinite, "a raster area needs a positive, finite scale, not \(scale)")
        precondition(width > 0 && height > 0, "a raster area needs a positive size, not \(width) × \(height)")
        self.scale = scale
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The area in units of content.
    public var contentBox: Box {
        Box(
            minX: Double(x) / scale, minY: Double(y) / scale,
            maxX: Double(x + width) / scale, maxY: Double(y + height) / scale)
    }

    /// The transform from units of content to pixels of this area.
    public var contentToPixels: CGAffineTransform {
        CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -Double(x), ty: -Double(y))
    }

    /// Returns the same part of the content with `factor` times as many pixels in each direction.
    public func magnified(by factor: Int) -> RasterArea {
        RasterArea(
            scale: scale * Double(factor), x: x * factor, y: y * factor, width: width * factor, height: height * factor)
    }
}
