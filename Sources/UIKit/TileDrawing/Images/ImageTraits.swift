import Foundation
import TileGraphics

/// All that says how an image's pixels are shown, as a value.
struct ImageTraits: Hashable, Sendable {
    private var bitmap: CGImage?
    /// The symbol that is drawn in place of pixels.
    var symbol: SymbolImage?
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
        bitmap = pixels
        self.scale = scale
        self.orientation = orientation
    }

    /// The pixels; those of a symbol are drawn when they are asked for.
    var pixels: CGImage? {
        get { symbol.map { $0.pixels(scale: scale) } ?? bitmap }
        set { (bitmap, symbol) = (newValue, nil) }
    }

    /// The size in points, upright.
    var size: CGSize {
        if let symbol {
            let size = symbol.size
            return orientation.swapsSides ? CGSize(width: size.height, height: size.width) : size
        }
        guard let pixels else { return .zero }
        let width = CGFloat(pixels.width) / scale
        let height = CGFloat(pixels.height) / scale
        return orientation.swapsSides ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }

    var isResizable: Bool { capInsets != .zero }
}
