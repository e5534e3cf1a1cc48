public import Foundation
public import TileGraphics

/// A renderer of images. Each call runs actions in a new context.
///
///     let image = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40)).image { context in
///         UIColor.systemRed.setFill()
///         context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
///     }
///
/// If an image can't have the size (no pixel, or more than 32,767 in a direction), the result is an empty image.
open class UIGraphicsImageRenderer: UIGraphicsRenderer {
    /// - Parameter size: in points.
    public convenience init(size: CGSize) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: UIGraphicsImageRendererFormat())
    }

    /// - Parameter size: in points.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// - Parameter bounds: the part of the plane that images show, in points.
    public convenience init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: bounds, format: format as UIGraphicsRendererFormat)
    }

    override class func defaultFormat() -> UIGraphicsRendererFormat { UIGraphicsImageRendererFormat() }

    open override var allowsImageOutput: Bool { true }

    open override class func rendererContextClass() -> AnyClass { UIGraphicsImageRendererContext.self }

    open override class func context(with format: UIGraphicsRendererFormat) -> CGContext? {
        drawing(format).context
    }

    fileprivate static func drawing(_ format: UIGraphicsRendererFormat) -> ImageDrawing {
        let format = format as? UIGraphicsImageRendererFormat ?? UIGraphicsImageRendererFormat().with(format.bounds)
        return ImageDrawing(
            bounds: format.bounds, scale: format.scale == 0 ? ImageDrawing.currentScale : format.scale,
            isOpaque: format.opaque)
    }

    open override func runDrawingActions(
        _ drawingActions: (UIGraphicsRendererContext) -> Void,
        completionActions: ((UIGraphicsRendererContext) -> Void)? = nil
    ) throws {
        _ = image { context in
            drawingActions(context)
            completionActions?(context)
        }
    }

    /// Returns the image drawn by actions.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        let drawing = Self.drawing(format)
        let context = UIGraphicsImageRendererContext(drawing, format)
        ContextStack.with(drawing.context) {
            Self.prepare(drawing.context, with: context)
            actions(context)
        }
        return drawing.image() ?? UIImage()
    }

    /// Returns the image as a PNG file; empty data for an empty image.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).pngData() ?? Data()
    }

    /// Returns the image as a JPEG file; empty data for an empty image.
    ///
    /// - Parameter compressionQuality: 0, the smallest file, to 1, the best.
    open func jpegData(
        withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }
}

/// The drawing context of an image renderer's actions.
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
    private let drawing: ImageDrawing

    init(_ drawing: ImageDrawing, _ format: UIGraphicsRendererFormat) {
        self.drawing = drawing
        super.init(drawing.context, format)
    }

    /// The image drawn so far.
    open var currentImage: UIImage { drawing.image() ?? UIImage() }
}

extension UIImage {
    /// A format for images like this one: its scale, and opaque if all its pixels are.
    public var imageRendererFormat: UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        if let pixels = cgImage {
            format.opaque = (0..<pixels.height).allSatisfy { y in
                pixels.bitmap.row(y).allSatisfy { $0 >= 0xFF00_0000 }
            }
        }
        return format
    }
}
