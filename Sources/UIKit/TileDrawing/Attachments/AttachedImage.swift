import Foundation
import TileGraphics

/// A text attachment as a value: an image and its place in a line.
struct AttachedImage: Sendable, Equatable {
    var image: UIImage?
    /// The shift of the image to the right.
    var left: CGFloat
    /// The height of the image's bottom above the baseline.
    var lift: CGFloat
    var width: CGFloat
    var height: CGFloat
    /// The space on both sides.
    var padding: CGFloat

    /// The greatest length, in points. Pango's sums of lengths stay within 32 bits for a hundred of them.
    static let longest: CGFloat = 16_384

    /// The extents in a line.
    var box: TextParagraph.Box {
        TextParagraph.Box(
            width: min(Self.longest, width + 2 * padding), ascent: lift + height, descent: -lift)
    }

    /// Returns the image's frame in the text's space, y down.
    func frame(at x: CGFloat, baseline: CGFloat) -> CGRect {
        CGRect(x: x + padding + left, y: baseline - lift - height, width: width, height: height)
    }

    /// Returns the image; a template has the text's color, unless it is a symbol with a color of its own.
    func image(in color: UIColor) -> UIImage? {
        guard let image, image.isTemplate, image.renderingMode == .alwaysTemplate || image.traits.tint == nil
        else { return image }
        return image.withTintColor(color)
    }

    static func == (a: AttachedImage, b: AttachedImage) -> Bool {
        a.image === b.image && a.left == b.left && a.lift == b.lift && a.width == b.width && a.height == b.height
            && a.padding == b.padding
    }
}
