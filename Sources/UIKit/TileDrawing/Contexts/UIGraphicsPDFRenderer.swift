public import Foundation
public import TileGraphics

/// How a PDF renderer draws.
open class UIGraphicsPDFRendererFormat: UIGraphicsRendererFormat {
    /// Title, author and so on, by Core Graphics' keys (`kCGPDFContextTitle`).
    open var documentInfo: [String: Any] = [:]

    public required init() { super.init() }

    override func takeOver(_ other: UIGraphicsRendererFormat) {
        super.takeOver(other)
        if let other = other as? UIGraphicsPDFRendererFormat { documentInfo = other.documentInfo }
    }
}

/// Draws PDFs: each call runs actions that begin pages and draw upon them. Text and shapes are written as vectors.
///
///     let data = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 595, height: 842)).pdfData { context in
///         context.beginPage()
///         "Hello".draw(at: CGPoint(x: 72, y: 72))
///     }
open class UIGraphicsPDFRenderer: UIGraphicsRenderer {
    /// - Parameter bounds: of pages that do not say another, in points; empty for 612 × 792.
    public convenience init(bounds: CGRect, format: UIGraphicsPDFRendererFormat) {
        self.init(bounds: bounds, format: format as UIGraphicsRendererFormat)
    }

    override class func defaultFormat() -> UIGraphicsRendererFormat { UIGraphicsPDFRendererFormat() }

    open override class func rendererContextClass() -> AnyClass { UIGraphicsPDFRendererContext.self }

    open override class func context(with format: UIGraphicsRendererFormat) -> CGContext? {
        PDFDrawing(CGDataConsumer(data: NSMutableData()), bounds: format.bounds, information: nil)?.context
    }

    open override func runDrawingActions(
        _ drawingActions: (UIGraphicsRendererContext) -> Void,
        completionActions: ((UIGraphicsRendererContext) -> Void)? = nil
    ) throws {
        try write(to: CGDataConsumer(data: NSMutableData())) { context in
            drawingActions(context)
            completionActions?(context)
        }
    }

    /// The PDF that actions draw; empty when no page can have the renderer's bounds.
    open func pdfData(actions: (UIGraphicsPDFRendererContext) -> Void) -> Data {
        let data = NSMutableData()
        guard (try? write(to: CGDataConsumer(data: data), actions)) != nil else { return Data() }
        return Data(referencing: data)
    }

    /// Writes the PDF that actions draw into a file.
    ///
    /// - Throws: `UIGraphicsRendererFailure` when the file can't be made, no page can have the renderer's bounds, or
    ///   something could not be drawn or written.
    open func writePDF(to url: URL, withActions actions: (UIGraphicsPDFRendererContext) -> Void) throws {
        guard let consumer = CGDataConsumer(url: url) else {
            throw UIGraphicsRendererFailure.unwritableFile(url)
        }
        try write(to: consumer, actions)
    }

    private func write(
        to consumer: CGDataConsumer?, _ actions: (UIGraphicsPDFRendererContext) -> Void
    ) throws {
        let information = (format as? UIGraphicsPDFRendererFormat)?.documentInfo
        guard let drawing = PDFDrawing(consumer, bounds: bounds, information: information) else {
            throw UIGraphicsRendererFailure.impossibleBounds(bounds)
        }
        let context = UIGraphicsPDFRendererContext(drawing, format)
        ContextStack.with(drawing.context) {
            Self.prepare(drawing.context, with: context)
            actions(context)
        }
        drawing.end()
        if let failure = drawing.context.pdfFailure { throw UIGraphicsRendererFailure.incomplete(failure) }
    }
}

/// Where the actions given to a PDF renderer draw.
open class UIGraphicsPDFRendererContext: UIGraphicsRendererContext {
    private let drawing: PDFDrawing

    init(_ drawing: PDFDrawing, _ format: UIGraphicsRendererFormat) {
        self.drawing = drawing
        super.init(drawing.context, format)
    }

    /// The bounds of the page under way, in points.
    open var pdfContextBounds: CGRect { drawing.pageBounds }

    /// Begins a page with the document's bounds; ends the one before.
    open func beginPage() { drawing.beginPage(.zero) }

    /// Begins a page; ends the one before.
    ///
    /// - Parameter bounds: in points; empty for the document's.
    open func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any] = [:]) {
        drawing.beginPage(bounds, information: pageInfo)
    }

    /// Makes a rect of the page a link to a URL.
    open func setURL(_ url: URL, for rect: CGRect) { cgContext.setURL(url, for: rect) }

    /// Gives a point of the page a name that links can lead to.
    open func addDestination(withName name: String, at point: CGPoint) { cgContext.addDestination(name, at: point) }

    /// Makes a rect of the page a link to a named point.
    open func setDestinationWithName(_ name: String, for rect: CGRect) { cgContext.setDestination(name, for: rect) }
}
