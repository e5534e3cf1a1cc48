public import Foundation
public import TileGraphics

/// The drawing attributes of a PDF renderer.
open class UIGraphicsPDFRendererFormat: UIGraphicsRendererFormat {
    /// Title, author and so on, by Core Graphics' keys (`kCGPDFContextTitle`).
    open var documentInfo: [String: Any] = [:]

    public required init() { super.init() }

    override func takeOver(_ other: UIGraphicsRendererFormat) {
        super.takeOver(other)
        if let other = other as? UIGraphicsPDFRendererFormat { documentInfo = other.documentInfo }
    }
}

/// A renderer of PDFs. Each call runs actions that begin pages and draw on them. Text and shapes are written as
/// vectors.
///
///     let data = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 595, height: 842)).pdfData { context in
///         context.beginPage()
///         "Hello".draw(at: CGPoint(x: 72, y: 72))
///     }
open class UIGraphicsPDFRenderer: UIGraphicsRenderer {
    /// - Parameter bounds: the default bounds of pages, in points; empty for 612 × 792.
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

    /// Returns the PDF drawn by actions; empty data if no page can have the renderer's bounds.
    open func pdfData(actions: (UIGraphicsPDFRendererContext) -> Void) -> Data {
        let data = NSMutableData()
        guard (try? write(to: CGDataConsumer(data: data), actions)) != nil else { return Data() }
        return Data(referencing: data)
    }

    /// Writes the PDF drawn by actions to a file.
    ///
    /// - Throws: `UIGraphicsRendererFailure` if the file can't be made, no page can have the renderer's bounds, or
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

/// The drawing context of a PDF renderer's actions.
open class UIGraphicsPDFRendererContext: UIGraphicsRendererContext {
    private let drawing: PDFDrawing

    init(_ drawing: PDFDrawing, _ format: UIGraphicsRendererFormat) {
        self.drawing = drawing
        super.init(drawing.context, format)
    }

    /// The bounds of the current page, in points.
    open var pdfContextBounds: CGRect { drawing.pageBounds }

    /// Begins a page with the document's bounds, after ending the current page.
    open func beginPage() { drawing.beginPage(.zero) }

    /// Begins a page, after ending the current one.
    ///
    /// - Parameter bounds: the page's bounds in points; empty for the document's.
    open func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any] = [:]) {
        drawing.beginPage(bounds, information: pageInfo)
    }

    /// Makes a rect of the page a link to a URL.
    open func setURL(_ url: URL, for rect: CGRect) { cgContext.setURL(url, for: rect) }

    /// Makes a point of the page a named destination for links.
    open func addDestination(withName name: String, at point: CGPoint) { cgContext.addDestination(name, at: point) }

    /// Makes a rect of the page a link to a named point.
    open func setDestinationWithName(_ name: String, for rect: CGRect) { cgContext.setDestination(name, for: rect) }
}
