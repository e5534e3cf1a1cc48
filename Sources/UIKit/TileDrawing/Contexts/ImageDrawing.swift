import Foundation
import TileGraphics

/// An image being drawn: a context in points, rendered to pixels when the image is requested.
struct ImageDrawing {
    let context: CGContext
    let scale: CGFloat
    private let bounds: CGRect

    /// The display scale of the current traits, or 1.
    static var currentScale: CGFloat {
        let scale = UITraitCollection.current.displayScale
        return scale > 0 ? scale : 1
    }

    /// Creates a drawing of a part of the plane.
    ///
    /// - Parameter isOpaque: whether the background is black instead of clear.
    init(bounds: CGRect, scale: CGFloat, isOpaque: Bool) {
        precondition(scale > 0 && scale.isFinite, "an image's scale is a positive number, not \(scale)")
        precondition(bounds.isFinite, "an image's bounds are finite, not \(bounds)")
        self.scale = scale
        self.bounds = bounds
        context = CGContext(recording: bounds, scale: scale)
        if isOpaque {
            context.saveGState()
            context.setFillColor(CGColor(gray: 0, alpha: 1))
            // The fill exceeds the edges, because the last pixel may extend past the bounds.
            context.fill(bounds.insetBy(dx: -1 / scale, dy: -1 / scale))
            context.restoreGState()
        }
    }

    /// Returns everything drawn so far; nil if the image would have no pixel or too many. The content of an open
    /// transparency layer is not included. O(drawing commands).
    func image() -> UIImage? {
        CGImage.rastering(context.pictureSoFar, in: bounds, scale: scale).map {
            UIImage(cgImage: $0, scale: scale, orientation: .up)
        }
    }
}
