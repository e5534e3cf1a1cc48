import Foundation
import TileGeometry

extension TileImage {
    /// The image with the last pixels of its content repeated to the right and below, where it reaches beyond the
    /// content: for formats without transparency, in which what lies beyond would show, and would spoil the pixels
    /// beside it (JPEG mixes blocks of 8 by 8).
    ///
    /// A last column or row that the content covers in part only is replaced too, unless it is opaque; the only one
    /// there is becomes as opaque as the content is.
    ///
    /// - Parameters:
    ///   - extent: Where the content ends, in pixels from the image's top left; parts of pixels count.
    ///   - width: Of the result, in pixels; at least the image's own.
    ///   - height: Of the result, in pixels; at least the image's own.
    /// - Returns: The same image where the content fills it, or does not reach into it.
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

    /// `continuingEdges(from:width:height:pool:)` for the pixels of an area of a content.
    package func continuingEdges(of contentSize: CGSize, in area: RasterArea, pool: BitmapPool) -> TileImage {
        continuingEdges(
            from: (
                Double(contentSize.width) * area.scale - Double(area.x),
                Double(contentSize.height) * area.scale - Double(area.y)
            ),
            width: area.width, height: area.height, pool: pool)
    }
}

/// Where content ends along one axis of an image.
private struct ContentEdge {
    /// Pixels that it covers whole.
    let whole: Int
    /// With the one that it covers in part.
    let reached: Int
    /// How much of the first pixel is covered, 0…1.
    private let first: Double

    /// `limit`: pixels that there are.
    init(_ extent: Double, limit: Int) {
        // A size computed by a scale may be a rounding error beside the whole number that it means.
        let nearest = extent.rounded()
        let extent = min(abs(extent - nearest) < 1e-6 ? nearest : extent, Double(limit))
        whole = Int(extent.rounded(.down))
        reached = max(Int(extent.rounded(.up)), 1)
        first = min(extent, 1)
    }

    /// A pixel to repeat without the transparency that it has because content thinner than a pixel covers it in part.
    func filled(_ argb: UInt32) -> UInt32 {
        let pixel = PixelColor(argb: argb)
        guard whole == 0, first > 0, pixel.alpha < 255 else { return argb }
        func scaled(_ value: UInt8) -> UInt8 { UInt8(min((Double(value) / first).rounded(), 255)) }
        return PixelColor(
            premultipliedRed: scaled(pixel.red), green: scaled(pixel.green), blue: scaled(pixel.blue),
            alpha: scaled(pixel.alpha)
        ).argb
    }

    /// The pixel to repeat: the one that is covered in part if it is opaque, or there is no other.
    func last(isOpaque: (Int) -> Bool) -> Int {
        whole == reached || whole == 0 || isOpaque(reached - 1) ? reached - 1 : whole - 1
    }
}
