import TileGeometry

/// How pixels between an image's own are found.
package enum Interpolation: Hashable, Sendable {
    /// The nearest.
    case none
    /// A mean of the four around.
    case low
    /// As `low` when enlarging; a mean over all that a pixel covers when shrinking.
    case medium
    /// The best that Cairo has.
    case high
}

/// Pixels stretched over a rect.
package final class PictureImage: Sendable {
    package let bitmap: Bitmap
    /// The part of the bitmap that is shown, in its pixels; inside the bitmap.
    package let source: Box
    /// Where that part lies, in the operation's plane.
    package let target: Box
    package let interpolation: Interpolation
    package let antialiasing: Antialiasing

    package init(
        _ bitmap: Bitmap, source: Box? = nil, target: Box, interpolation: Interpolation = .medium,
        antialiasing: Antialiasing = .normal
    ) {
        let whole = Box(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
        self.bitmap = bitmap
        self.source = source.map { $0.intersection(whole) } ?? whole
        self.target = target
        self.interpolation = interpolation
        self.antialiasing = antialiasing
    }
}

extension PictureRecorder {
    /// Draws an image upright into its target: the bitmap's top row at the target's least y. Nothing when either has no
    /// extent.
    package mutating func draw(_ image: PictureImage, transform: CGAffineTransform = .identity) {
        guard image.source.width > 0, image.source.height > 0, image.target.width > 0, image.target.height > 0,
            image.target.isFinite
        else { return }
        append(.image(image), bounds: image.target, transform)
    }
}
