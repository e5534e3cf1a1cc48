public import Foundation

/// A size that a screen can have.
open class UIScreenMode: NSObject {
    /// The size in pixels.
    public final let size: CGSize
    /// The width of a pixel relative to its height.
    public final let pixelAspectRatio: CGFloat

    /// Creates a mode.
    ///
    /// - Parameter size: The size in pixels.
    public init(size: CGSize, pixelAspectRatio: CGFloat = 1) {
        precondition(
            size.width.isFinite && size.height.isFinite && size.width > 0 && size.height > 0,
            "a screen can't have \(size.width) by \(size.height) pixels: both must be positive and finite")
        precondition(
            pixelAspectRatio.isFinite && pixelAspectRatio > 0,
            "pixels have a positive, finite aspect ratio, not \(pixelAspectRatio)")
        self.size = size
        self.pixelAspectRatio = pixelAspectRatio
    }
}
