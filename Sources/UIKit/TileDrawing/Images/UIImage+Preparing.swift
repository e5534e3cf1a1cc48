import Dispatch
public import Foundation
import TileGraphics

// Images are decoded when they are made, so preparing them for display has nothing left to do; thumbnails are drawn.

extension UIImage {
    private static let queue = DispatchQueue(label: "tilework.images", qos: .userInitiated, attributes: .concurrent)

    /// This image: it is decoded already.
    ///
    /// - Returns: nil for an image of nothing.
    public func preparingForDisplay() -> UIImage? { traits.pixels == nil ? nil : self }

    /// - Parameter completionHandler: called on another thread.
    public func prepareForDisplay(completionHandler: @escaping @Sendable (UIImage?) -> Void) {
        Self.queue.async { completionHandler(self.preparingForDisplay()) }
    }

    public func byPreparingForDisplay() async -> UIImage? { preparingForDisplay() }

    /// The image in a size, upright and stretched to it, with as many pixels a point.
    ///
    /// - Parameter size: in points.
    /// - Returns: nil for an image of nothing, and for a size that has no pixel or too many.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        let width = (size.width * scale).rounded()
        let height = (size.height * scale).rounded()
        let most = CGFloat(CGImage.longestSide)
        guard width >= 1, height >= 1, width <= most, height <= most,
            let pixels = redrawn(width: Int(width), height: Int(height))
        else { return nil }
        return UIImage(cgImage: pixels, scale: scale, orientation: .up)
    }

    /// - Parameter completionHandler: called on another thread.
    public func prepareThumbnail(of size: CGSize, completionHandler: @escaping @Sendable (UIImage?) -> Void) {
        Self.queue.async { completionHandler(self.preparingThumbnail(of: size)) }
    }

    public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? {
        await withCheckedContinuation { continuation in
            prepareThumbnail(of: size) { continuation.resume(returning: $0) }
        }
    }
}
