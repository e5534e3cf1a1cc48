import Foundation
import TileGeometry
import TileGraphics

extension CGImage {
    // Of every size once: nothing is worth keeping.
    private static let pool = BitmapPool(limit: 0)

    /// Draws a picture into an image.
    ///
    /// - Parameters:
    ///   - bounds: the part of the picture's plane that the image shows.
    ///   - scale: pixels to a point.
    /// - Returns: nil when the image would have no pixel or too many, or Cairo fails.
    static func rastering(_ picture: Picture, in bounds: CGRect, scale: CGFloat) -> CGImage? {
        let width = (bounds.width * scale).rounded(.up)
        let height = (bounds.height * scale).rounded(.up)
        let most = CGFloat(longestSide)
        guard width >= 1, height >= 1, width <= most, height <= most, width * height <= CGFloat(maxPixels)
        else { return nil }
        let transform = CGAffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: -bounds.minX * scale, ty: -bounds.minY * scale)
        var counters = ReplayCounters()
        guard
            let image = try? picture.raster(
                transform, width: Int(width), height: Int(height), pool: pool, counters: &counters)
        else { return nil }
        switch image {
        case .bitmap(let bitmap): return CGImage(bitmap: bitmap)
        case .solid(let color, let width, let height):
            let bitmap = Bitmap(width: width, height: height)
            bitmap.fill(color)
            return CGImage(bitmap: bitmap)
        }
    }
}
