import Foundation
import TileGraphics

/// An image under way: a context of pixels whose user space is in points.
struct ImageDrawing {
    let context: CGContext
    let scale: CGFloat
    private let hasPixels: Bool

    /// That of the current traits, or 1.
    static var currentScale: CGFloat {
        let scale = UITraitCollection.current.displayScale
        return scale > 0 ? scale : 1
    }

    /// An image of a part of the plane. For a size that no image can have there is a context all the same, and no image.
    init(bounds: CGRect, scale: CGFloat, isOpaque: Bool) {
        precondition(scale > 0 && scale.isFinite, "an image's scale is a positive number, not \(scale)")
        precondition(bounds.isFinite, "an image's bounds are finite, not \(bounds)")
        self.scale = scale
        let width = (bounds.width * scale).rounded(.up)
        let height = (bounds.height * scale).rounded(.up)
        let most = CGFloat(CGImage.longestSide)
        let alpha = isOpaque ? CGImageAlphaInfo.noneSkipFirst : .premultipliedFirst
        guard width >= 1, height >= 1, width <= most, height <= most,
            let context = CGContext(
                data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: alpha.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        else {
            context = CGContext(recording: bounds, scale: scale)
            hasPixels = false
            return
        }
        context.scaleBy(x: scale, y: scale)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        self.context = context
        hasPixels = true
    }

    /// What was drawn so far; nil when the image's size is impossible.
    func image() -> UIImage? {
        guard hasPixels, let pixels = context.makeImage() else { return nil }
        return UIImage(cgImage: pixels, scale: scale, orientation: .up)
    }
}
