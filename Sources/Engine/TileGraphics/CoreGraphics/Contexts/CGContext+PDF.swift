public import Foundation
import TileGeometry

// Keys of the information of a PDF context and of a page, with Core Graphics' names.

// swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
public let kCGPDFContextTitle = "kCGPDFContextTitle"
// swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
public let kCGPDFContextAuthor = "kCGPDFContextAuthor"
// swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
public let kCGPDFContextSubject = "kCGPDFContextSubject"
// swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
public let kCGPDFContextKeywords = "kCGPDFContextKeywords"
// swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
public let kCGPDFContextCreator = "kCGPDFContextCreator"
/// The key of a page's media box: a `CGRect`, in points.
// swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
public let kCGPDFContextMediaBox = "kCGPDFContextMediaBox"

extension CGContext {
    /// Creates a context that writes a vector PDF. Effects that PDF can't represent (shadows, masks by lightness, conic
    /// gradients) are drawn as pixels of 288 dpi. Text is drawn as outlines.
    ///
    /// User space is in points, y up, with the coordinates of the media box; its bottom left is the page's. The PDF is
    /// written when it is closed or the context is released.
    ///
    /// - Parameters:
    ///   - mediaBox: The default media box of pages, in points; nil for 612 × 792.
    ///   - auxiliaryInfo: Title, author, subject, keywords and creator under `kCGPDFContextTitle` and so on; other keys
    ///     are ignored.
    /// - Returns: nil if the media box is empty or exceeds 14,400 points.
    public convenience init?(
        consumer: CGDataConsumer, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: [String: Any]?
    ) {
        let box = mediaBox?.pointee.standardized ?? CGRect(x: 0, y: 0, width: 612, height: 792)
        guard PDFDocumentWriter.isAllowed(box) else { return nil }
        self.init(recording: box, scale: 1)
        turnYUp()
        let writer = PDFDocumentWriter(consumer, defaultBox: box)
        for kind in PDFMetadata.allCases {
            if let text = auxiliaryInfo?[kind.key] as? String {
                writer.metadata[kind] = text
            } else if let texts = auxiliaryInfo?[kind.key] as? [String] {
                writer.metadata[kind] = texts.joined(separator: ", ")
            }
        }
        document = writer
    }

    /// Creates a context that writes a PDF file; nil also if the file can't be created.
    public convenience init?(_ url: URL, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: [String: Any]?) {
        guard let consumer = CGDataConsumer(url: url) else { return nil }
        self.init(consumer: consumer, mediaBox: mediaBox, auxiliaryInfo)
    }

    /// Begins a page with a new state, after ending the previous one. Drawing before the first page is lost. Does
    /// nothing for contexts other than PDF contexts.
    ///
    /// - Parameter pageInfo: The page's media box under `kCGPDFContextMediaBox`, as a `CGRect` or its bytes. An invalid
    ///   one is ignored.
    public func beginPDFPage(_ pageInfo: [String: Any]?) {
        checkIsOpen()
        guard let document else { return }
        if document.page != nil { endPDFPage() }
        var box = document.defaultBox
        var wanted = pageInfo?[kCGPDFContextMediaBox] as? CGRect
        if let data = pageInfo?[kCGPDFContextMediaBox] as? Data, data.count == MemoryLayout<CGRect>.size {
            wanted = data.withUnsafeBytes { $0.loadUnaligned(as: CGRect.self) }
        }
        if let wanted = wanted?.standardized, PDFDocumentWriter.isAllowed(wanted) { box = wanted }
        _ = takePicture()
        layers.removeAll()
        saved.removeAll()
        current.clear()
        state = GraphicsState(clipBox: Box(box))
        bounds = Box(box)
        turnYUp()
        document.page = PDFDocumentWriter.Page(mediaBox: box)
    }

    /// Ends the page; does nothing if there is none.
    public func endPDFPage() {
        checkIsOpen()
        guard let document, document.page != nil else { return }
        while !layers.isEmpty { endTransparencyLayer() }
        document.endPage(takePicture())
    }

    /// Begins a page with a media box; see `beginPDFPage(_:)`.
    public func beginPage(mediaBox: UnsafePointer<CGRect>?) {
        beginPDFPage(mediaBox.map { [kCGPDFContextMediaBox: $0.pointee] })
    }

    /// Ends the page; see `endPDFPage()`.
    public func endPage() { endPDFPage() }

    /// Writes the PDF and ends the context. Operations that Cairo can't draw are skipped. If the consumer fails, the
    /// PDF is incomplete, and `pdfFailure` has the reason.
    public func closePDF() {
        guard let document, !hasEnded else { return }
        endPDFPage()
        do {
            try document.write()
        } catch {
            pdfFailure = error
        }
        self.document = nil
        end()
    }

    /// Sets the document's title, creator, description, keywords and tool from an XMP packet. Cairo can't embed the
    /// packet itself.
    public func addDocumentMetadata(_ metadata: Data?) {
        checkIsOpen()
        guard let document, let metadata, let packet = XMPPacket(metadata) else { return }
        for kind in PDFMetadata.allCases {
            if let value = packet.value(of: kind.property) { document.metadata[kind] = value }
        }
    }

    /// Makes a rect of the page, in user space, a link to a URL.
    public func setURL(_ url: URL, for rect: CGRect) {
        addLink(.url(url.absoluteString), rect)
    }

    /// Names a point of the page, in user space, as a destination of links.
    public func addDestination(_ name: String, at point: CGPoint) {
        checkIsOpen()
        guard point.isFinite else { return }
        document?.page?.destinations.append((name, point.applying(state.toPicture)))
    }

    /// Makes a rect of the page, in user space, a link to a named destination. Links to undefined names are dropped.
    public func setDestination(_ name: String, for rect: CGRect) { addLink(.destination(name), rect) }

    private func addLink(_ target: PDFDocumentWriter.Target, _ rect: CGRect) {
        checkIsOpen()
        guard rect.isFinite, !rect.isNull, state.toPicture.isInvertible else { return }
        document?.page?.links.append((target, rect.applying(state.toPicture)))
    }
}
