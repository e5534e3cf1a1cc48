public import Foundation
import TileGraphics

extension UIImage {
    private static let encoders = EncoderPool()

    /// The image as a PNG file, upright.
    ///
    /// - Returns: nil for an image of nothing, or one that PNG cannot hold (2 GB of pixels).
    public func pngData() -> Data? { encoded(as: .png) }

    /// The image as a JPEG file, upright; what is not opaque is laid over white.
    ///
    /// - Parameter compressionQuality: 0, the smallest file, to 1, the best.
    /// - Returns: nil for an image of nothing, or one with a side of more than 65,500 pixels.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        let quality = compressionQuality.isNaN ? 1 : min(1, max(0, compressionQuality))
        return encoded(as: .jpeg(quality: max(1, Int((quality * 100).rounded()))))
    }

    private func encoded(as format: TileFormat) -> Data? {
        guard let pixels = uprightPixels() else { return nil }
        let file = try? Self.encoders.withEncoder { try $0.encode(.bitmap(pixels.bitmap), as: format) }
        return file.map { Data($0.bytes) }
    }

    /// The pixels turned upright, without caps, and tinted. The image's own when there is nothing to turn or to tint.
    func uprightPixels() -> CGImage? {
        guard let pixels = traits.pixels else { return nil }
        if traits.orientation == .up, traits.tint == nil { return pixels }
        return redrawn(width: Int((size.width * scale).rounded()), height: Int((size.height * scale).rounded()))
    }

    /// The whole image drawn in so many pixels.
    func redrawn(width: Int, height: Int) -> CGImage? {
        guard let pixels = traits.pixels, width > 0, height > 0 else { return nil }
        let rect = CGRect(x: 0, y: 0, width: width, height: height)
        let context = CGContext(recording: rect, scale: 1)
        context.interpolationQuality = .high
        Self.draw(pixels, in: rect, traits, of: context)
        return CGImage.rastering(context.finishPicture(), in: rect, scale: 1)
    }
}
