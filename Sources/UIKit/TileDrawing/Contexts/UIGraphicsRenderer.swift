public import Foundation
public import TileGraphics

/// The base class of image and PDF renderers: bounds in points, a format, and actions that draw.
open class UIGraphicsRenderer: NSObject {
    public let format: UIGraphicsRendererFormat
    let bounds: CGRect

    /// Creates a renderer of a part of the plane, in points.
    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: Self.defaultFormat()) }

    public init(bounds: CGRect, format: UIGraphicsRendererFormat) {
        precondition(bounds.isFinite, "a renderer's bounds are finite, not \(bounds)")
        self.bounds = bounds.standardized
        self.format = format.with(bounds.standardized)
    }

    class func defaultFormat() -> UIGraphicsRendererFormat { UIGraphicsRendererFormat.default() }

    /// Whether `runDrawingActions(_:completionActions:)` produces an image.
    open var allowsImageOutput: Bool { false }

    /// The class of the contexts passed to actions.
    open class func rendererContextClass() -> AnyClass { UIGraphicsRendererContext.self }

    /// Returns a new context for a format; nil for a renderer that draws nothing itself.
    open class func context(with format: UIGraphicsRendererFormat) -> CGContext? { nil }

    /// Prepares the context before the actions run, while it still has its initial state.
    open class func prepare(_ context: CGContext, with rendererContext: UIGraphicsRendererContext) {}

    func rendererContext(_ context: CGContext) -> UIGraphicsRendererContext {
        UIGraphicsRendererContext(context, format)
    }

    /// Runs actions in a new context, which is the current one meanwhile, and then completion actions before it ends.
    ///
    /// - Throws: `UIGraphicsRendererFailure` if the renderer has no context.
    open func runDrawingActions(
        _ drawingActions: (UIGraphicsRendererContext) -> Void,
        completionActions: ((UIGraphicsRendererContext) -> Void)? = nil
    ) throws {
        guard let context = Self.context(with: format) else {
            throw UIGraphicsRendererFailure.noContext(rendererClass: "\(Self.self)")
        }
        let rendererContext = rendererContext(context)
        ContextStack.with(context) {
            Self.prepare(context, with: rendererContext)
            drawingActions(rendererContext)
            completionActions?(rendererContext)
        }
    }
}

/// An error that keeps a renderer from drawing.
public enum UIGraphicsRendererFailure: Error, CustomStringConvertible {
    /// No page can have these bounds.
    case impossibleBounds(CGRect)
    /// The file can't be made.
    case unwritableFile(URL)
    /// Something could not be drawn or written, so the document is incomplete.
    case incomplete(RasterFailure)
    /// The renderer's class draws nothing itself.
    case noContext(rendererClass: String)

    public var description: String {
        switch self {
        case .impossibleBounds(let bounds):
            "no page can have the bounds \(bounds); choose 1 to 14,400 points each way"
        case .unwritableFile(let url):
            "the file \(url.path) can't be made; see that its folder exists and can be written"
        case .incomplete(let reason): "the document is not whole: \(reason)"
        case .noContext(let rendererClass):
            "\(rendererClass) has no context of its own; use a renderer of images or of PDFs"
        }
    }
}
