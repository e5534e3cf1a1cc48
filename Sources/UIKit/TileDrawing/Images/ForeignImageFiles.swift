import Foundation
import TileGraphics
import TileSupport

/// Image files of other kinds than PNG, JPEG and WebP: drawings, and pictures of other formats. Who can draw them lies
/// above this room; where nobody said so, they are no images.
package enum ForeignImageFiles {
    package struct Image: Sendable {
        package var pixels: CGImage
        /// Pixels a point; nil where the file does not say how large it is in points.
        package var scale: CGFloat?

        package init(pixels: CGImage, scale: CGFloat?) { (self.pixels, self.scale) = (pixels, scale) }
    }

    /// - Returns: nil for a file that can't be drawn. May take long, and may be called on any thread.
    package typealias Reader = @Sendable (_ path: String) -> Image?

    private static let reader = Lock<Reader?>(nil)

    /// Has a reader asked from now on.
    package static func read(by new: @escaping Reader) { reader.withLock { $0 = new } }

    static func read(_ path: String) -> Image? { reader.withLock { $0 }?(path) }
}
