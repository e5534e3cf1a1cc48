public import Foundation
import TileGeometry

// Keys of a PDF context's and a page's information, by Core Graphics' names.

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
/// A page's media box: a `CGRect`, in points.
// swift-format-ignore: AlwaysUseLowerCamelCase, Apple's own name.
public let kCGPDFContextMediaBox = "kCGPDFContextMediaBox"

extension CGContext {
    /// A context that makes a PDF of vectors: what has none (shadows, masks by lightness, gradients round a point) is
    /// drawn as pixels of 288 dpi. Text is drawn as outlines.
    ///
    /// User space is in points, y up, and has the coordinates of the media box, whose bottom left is the page's. The
    /// PDF is written when it is closed or the context goes.
    ///
    /// - Parameters:
    ///   - mediaBox: of pages that do not say another, in points; nil for 612 × 792.
    ///   - auxiliaryInfo: title, author, subject, keywords and creator under `kCGPDFContextTitle` and so on; others are
    ///     not used.
    /// - Returns: nil for a media box without an extent or over 14,400 points.
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

    /// As above, into a file; nil also when that can't be made.
    public convenience init?(_ url: URL, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: [String: Any]?) {
        guard let consumer = CGDataConsumer(url: url) else { return nil }
        self.init(consumer: consumer, mediaBox: mediaBox, auxiliaryInfo)
    }

    /// Begins a page with a fresh state; ends the one before. What was drawn before the first page is lost. Nothing for
    /// other than PDF contexts.
    ///
    /// - Parameter pageInfo: the page's media box under `kCGPDFContextMediaBox`, as a `CGRect` or its bytes; one that
    ///   no page can have is not used.
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

    /// Ends the page; nothing when there is none.
    public func endPDFPage() {
        checkIsOpen()
        guard let document, document.page != nil else { return }
        while !layers.isEmpty { endTransparencyLayer() }
        document.endPage(takePicture())
    }

    /// As `beginPDFPage(_:)`, with the media box itself.
    public func beginPage(mediaBox: UnsafePointer<CGRect>?) {
        beginPDFPage(mediaBox.map { [kCGPDFContextMediaBox: $0.pointee] })
    }

    /// As `endPDFPage()`.
    public func endPage() { endPDFPage() }

    /// Writes the PDF, and ends the context. What Cairo could not draw is left out; when the consumer takes no more the
    /// PDF is not whole, and `pdfFailure` says so.
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

    /// Says about the document what an XMP packet says: title, creator, description, keywords and tool. Cairo can't
    /// embed the packet itself.
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

    /// Gives a point of the page, in user space, a name that links can lead to.
    public func addDestination(_ name: String, at point: CGPoint) {
        checkIsOpen()
        guard point.isFinite else { return }
        document?.page?.destinations.append((name, point.applying(state.toPicture)))
    }

    /// Makes a rect of the page, in user space, a link to a named point. One to a name that no page has is left out.
    public func setDestination(_ name: String, for rect: CGRect) { addLink(.destination(name), rect) }

    private func addLink(_ target: PDFDocumentWriter.Target, _ rect: CGRect) {
        checkIsOpen()
        guard rect.isFinite, !rect.isNull, state.toPicture.isInvertible else { return }
        document?.page?.links.append((target, rect.applying(state.toPicture)))
    }
}
