import Foundation
import TileContent
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics

/// Support for content files as images in views: SVG, PDF, and picture formats that views don't read themselves.
package enum ContentImages {
    /// The number of pixels per point of a drawing, which is that of the finest phone screens.
    private static let finestScale = 3.0

    /// Makes images of asset catalogs draw such files from now on. Each is drawn once, with the limits and in the
    /// processes used for served files.
    package static func begin() { ForeignImageFiles.read(by: read) }

    static func read(_ path: String) -> ForeignImageFiles.Image? {
        var limits = ContentLimits()
        limits.pdf.hasPaper = false
        guard let document = try? ContentReader.open(path, limits: limits) else { return nil }
        let source = document.source
        let (width, height) = (Double(source.contentSize.width), Double(source.contentSize.height))
        guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
        // Page lengths are in pixels at 96 per inch, while a PDF has 72 points per inch.
        let pointsPerUnit = document.kind == .pdf ? 72.0 / 96.0 : 1
        // A large drawing has fewer pixels per point.
        let largest = min(
            Double(CGImage.longestSide) / max(width, height),
            (Double(CGImage.maxDecodedPixels) / (width * height)).squareRoot())
        let scale = document.isScalable ? min(finestScale * pointsPerUnit, largest) : 1
        guard scale <= largest else { return nil }
        let area = RasterArea(
            scale: scale, x: 0, y: 0, width: max(1, Int((width * scale).rounded())),
            height: max(1, Int((height * scale).rounded())))
        let pool = BitmapPool(limit: 0)
        guard let image = try? source.raster(area, in: RasterContext(pool: pool)) else { return nil }
        return ForeignImageFiles.Image(
            pixels: CGImage(bitmap: image.bitmap(in: pool)),
            scale: document.isScalable ? CGFloat(scale / pointsPerUnit) : nil)
    }
}
