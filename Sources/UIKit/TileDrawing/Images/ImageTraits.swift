import Foundation
import TileGraphics

/// All that says how an image's pixels are shown, as a value.
struct ImageTraits: Hashable, Sendable {
    var pixels: CGImage?
    var scale: CGFloat
    var orientation: UIImage.Orientation
    var capInsets = UIEdgeInsets.zero
    var resizingMode = UIImage.ResizingMode.tile
    /// Whether the caps leave one point between them, as the older kind of resizable image has it.
    var isStretchable = false
    var renderingMode = UIImage.RenderingMode.automatic
    var alignmentRectInsets = UIEdgeInsets.zero
    var flipsForRightToLeft = false
    var baselineOffset: CGFloat?
    /// The color in which the image's shape is drawn; nil for its own colors.
    var tint: UIColor?
    var configuration: UIImage.Configuration?

    init(pixels: CGImage?, scale: CGFloat, orientation: UIImage.Orientation) {
        self.pixels = pixels
        self.scale = scale
        self.orientation = orientation
    }

    /// In points, upright.
    var size: CGSize {
        guard let pixels else { return .zero }
        let width = CGFloat(pixels.width) / scale
        let height = CGFloat(pixels.height) / scale
        return orientation.swapsSides ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }

    var isResizable: Bool { capInsets != .zero }
}
