import Foundation
import TileGraphics

/// An image under way: a context in points, of which pixels are made when the image is asked for.
struct ImageDrawing {
    let context: CGContext
    let scale: CGFloat
    private let bounds: CGRect

    /// That of the current traits, or 1.
    static var currentScale: CGFloat {
        let scale = UITraitCollection.current.displayScale
        return scale > 0 ? scale : 1
    }

    /// An image of a part of the plane.
    ///
    /// - Parameter isOpaque: whether it is black where nothing is drawn.
    init(bounds: CGRect, scale: CGFloat, isOpaque: Bool) {
        precondition(scale > 0 && scale.isFinite, "an image's scale is a positive number, not \(scale)")
        precondition(bounds.isFinite, "an image's bounds are finite, not \(bounds)")
        self.scale = scale
        self.bounds = bounds
        context = CGContext(recording: bounds, scale: scale)
        if isOpaque {
            context.saveGState()
            context.setFillColor(CGColor(gray: 0, alpha: 1))
            // Beyond the edges, where the last pixel may reach past the bounds.
            context.fill(bounds.insetBy(dx: -1 / scale, dy: -1 / scale))
            context.restoreGState()
        }
    }

    /// What was drawn so far; nil when the image would have no pixel or too many. What is in a transparency layer that
    /// has not ended is not in it. O(what was drawn).
    func image() -> UIImage? {
        CGImage.rastering(context.pictureSoFar, in: bounds, scale: scale).map {
            UIImage(cgImage: $0, scale: scale, orientation: .up)
        }
    }
}
