import Foundation
import TileGeometry

extension TileImage {
    /// Returns the image with the content's last pixels repeated to the right and below, where the image extends beyond
    /// the content. For formats without transparency, where the outside would be visible and would affect the pixels
    /// beside it (JPEG mixes blocks of 8 × 8).
    ///
    /// A last column or row that the content only partly covers is replaced too, unless it is opaque. If it is the only
    /// one, it becomes as opaque as the content.
    ///
    /// - Parameters:
    ///   - extent: The content's size, in pixels from the image's top left; may be fractional.
    ///   - width: The width of the result, in pixels; at least the image's own.
    ///   - height: The height of the result, in pixels; at least the image's own.
    /// - Returns: The same image if the content fills it, or does not extend into it.
    package func continuingEdges(
        from extent: (x: Double, y: Double), width: Int, height: Int, pool: BitmapPool
    ) -> TileImage {
        precondition(width >= self.width && height >= self.height, "an image is continued, not cut")
        let isWhole = extent.x >= Double(width) && extent.y >= Double(height)
        guard !isWhole, extent.x > 0, extent.y > 0 else { return self }
        guard case .bitmap(let source) = self else {
            guard case .solid(let color, _, _) = self else { return self }
            return .solid(color, width: width, height: height)
        }
        let result = pool.uninitializedBitmap(width: width, height: height)
        let (columns, rows) = (ContentEdge(extent.x, limit: source.width), ContentEdge(extent.y, limit: source.height))
        for y in 0..<rows.reached {
            let (from, to) = (source.row(y), result.row(y))
            for x in 0..<columns.whole { to[x] = from[x] }
            let last = columns.last { PixelColor(argb: from[$0]).alpha == 255 }
            for x in columns.whole..<width { to[x] = columns.filled(from[last]) }
        }
        guard rows.whole < height else { return .bitmap(result) }
        for x in 0..<width {
            let column = min(x, columns.reached - 1)
            let last = rows.last { PixelColor(argb: source.row($0)[column]).alpha == 255 }
            let pixel = rows.filled(result.row(last)[x])
            for y in rows.whole..<height { result.row(y)[x] = pixel }
        }
        return .bitmap(result)
    }

    /// Applies `continuingEdges(from:width:height:pool:)` to the pixels of an area of a content.
    package func continuingEdges(of contentSize: CGSize, in area: RasterArea, pool: BitmapPool) -> TileImage {
        continuingEdges(
            from: (
                Double(contentSize.width) * area.scale - Double(area.x),
                Double(contentSize.height) * area.scale - Double(area.y)
            ),
            width: area.width, height: area.height, pool: pool)
    }
}

/// The end of the content along one axis of an image.
private struct ContentEdge {
    /// The number of fully covered pixels.
    let whole: Int
    /// The number of covered pixels, including a partly covered one.
    let reached: Int
    /// The coverage of the first pixel, 0…1.
    private let first: Double

    /// - Parameter limit: The number of pixels in the image.
    init(_ extent: Double, limit: Int) {
        // A size computed with a scale may miss the intended whole number by a rounding error.
        let nearest = extent.rounded()
        let extent = min(abs(extent - nearest) < 1e-6 ? nearest : extent, Double(limit))
        whole = Int(extent.rounded(.down))
        reached = max(Int(extent.rounded(.up)), 1)
        first = min(extent, 1)
    }

    /// Returns a pixel to repeat without the transparency that comes from content thinner than a pixel.
    func filled(_ argb: UInt32) -> UInt32 {
        let pixel = PixelColor(argb: argb)
        guard whole == 0, first > 0, pixel.alpha < 255 else { return argb }
        func scaled(_ value: UInt8) -> UInt8 { UInt8(min((Double(value) / first).rounded(), 255)) }
        return PixelColor(
            premultipliedRed: scaled(pixel.red), green: scaled(pixel.green), blue: scaled(pixel.blue),
            alpha: scaled(pixel.alpha)
        ).argb
    }

    /// Returns the index of the pixel to repeat: the partly covered one if it is opaque or there is no other.
    func last(isOpaque: (Int) -> Bool) -> Int {
        whole == reached || whole == 0 || isOpaque(reached - 1) ? reached - 1 : whole - 1
    }
}
