import CCairo
import Foundation
import TileGeometry

/// A PDF document under construction. It is written when all pages are complete, so that links find their destinations.
final class PDFDocumentWriter {
    struct Page {
        var mediaBox: CGRect
        var picture = Picture.empty
        /// The transform from the picture's plane to the page's points, y down from its top left; nil if the two differ
        /// only by the media box's origin.
        var placing: CGAffineTransform?
        /// The links, in base space.
        var links: [(target: Target, rect: CGRect)] = []
        var destinations: [(name: String, point: CGPoint)] = []
    }

    enum Target {
        case url(String)
        case destination(String)
    }

    private let consumer: CGDataConsumer
    let defaultBox: CGRect
    private var pages: [Page] = []
    /// The current page.
    var page: Page?
    var metadata: [PDFMetadata: String] = [:]
    /// Called while pages are drawn.
    var isCancelled: () -> Bool = { false }

    init(_ consumer: CGDataConsumer, defaultBox: CGRect) {
        self.consumer = consumer
        self.defaultBox = defaultBox
    }

    /// Adds a page that shows a part of a picture.
    func addPage(_ size: CGSize, showing part: Box, of picture: Picture) {
        let placing = CGAffineTransform(translationX: -part.minX, y: -part.minY).concatenating(
            CGAffineTransform(scaleX: Double(size.width) / part.width, y: Double(size.height) / part.height))
        pages.append(
            Page(mediaBox: CGRect(origin: .zero, size: size), picture: picture, placing: placing))
    }

    func endPage(_ picture: Picture) {
        guard var page else { return }
        page.picture = picture
        pages.append(page)
        self.page = nil
    }

    /// The maximum side of a page, in points: PDF's own limit.
    static let longestSide = 14_400.0

    static func isAllowed(_ box: CGRect) -> Bool {
        box.isFinite && box.width > 0 && box.height > 0 && Double(box.width) <= longestSide
            && Double(box.height) <= longestSide
    }

    /// Writes the document.
    ///
    /// - Throws: `RasterFailure` if Cairo fails or the consumer accepts no more bytes.
    func write() throws(RasterFailure) {
        let first = pages.first?.mediaBox ?? defaultBox
        let surface = cairo_pdf_surface_create_for_stream(
            { closure, bytes, count in
                let writer = Unmanaged<PDFDocumentWriter>.fromOpaque(closure!).takeUnretainedValue()
                let taken = writer.consumer.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                return taken ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
            }, Unmanaged.passUnretained(self).toOpaque(), Double(first.width), Double(first.height))
        defer { cairo_surface_destroy(surface) }
        guard let surface else { throw .cairo }
        for (key, value) in metadata { cairo_pdf_surface_set_metadata(surface, key.cairo, value) }
        let names = Set(pages.flatMap { $0.destinations.map(\.name) })
        let pool = BitmapPool(limit: 16 << 20)
        var failure: RasterFailure?
        for page in pages {
            do throws(RasterFailure) {
                try draw(page, names, surface: surface, pool: pool)
            } catch {
                failure = error
            }
            cairo_surface_show_page(surface)
        }
        cairo_surface_finish(surface)
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw .cairo }
        if let failure { throw failure }
    }

    private func draw(
        _ page: Page, _ names: Set<String>, surface: OpaquePointer, pool: BitmapPool
    ) throws(RasterFailure) {
        let box = page.mediaBox
        cairo_pdf_surface_set_size(surface, Double(box.width), Double(box.height))
        // A new one for each page: it keeps the page size at its creation, and groups end there.
        guard let cairo = cairo_create(surface) else { throw .cairo }
        defer { cairo_destroy(cairo) }
        let canvas = Canvas(
            vectors: cairo, width: Int(box.width.rounded(.up)), height: Int(box.height.rounded(.up)), pool: pool)
        let replay = Replay(pool: pool, antialias: CAIRO_ANTIALIAS_DEFAULT, isCancelled: isCancelled)
        let toPage = page.placing ?? CGAffineTransform(translationX: -Double(box.minX), y: -Double(box.minY))
        cairo_save(cairo)
        defer {
            cairo_restore(cairo)
            replay.end()
        }
        try replay.draw(page.picture, toPage, on: canvas, clip: canvas.bounds)
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        if page.picture.operationCount == 0, !page.destinations.isEmpty || !page.links.isEmpty {
            // Cairo drops the links of a page without drawing, so draw an invisible mark.
            cairo_set_source_rgba(cairo, 0, 0, 0, 0.01)
            cairo_rectangle(cairo, 0, 0, 0.01, 0.01)
            cairo_fill(cairo)
        }
        for (name, point) in page.destinations {
            let at = point.applying(toPage)
            tag(cairo, name: CAIRO_TAG_DEST, attributes: "name='\(Self.quoted(name))' x=\(at.x) y=\(at.y)")
        }
        for (target, rect) in page.links {
            let at = rect.applying(toPage)
            let place = "rect=[\(at.minX) \(at.minY) \(at.width) \(at.height)]"
            switch target {
            case .url(let url): tag(cairo, name: CAIRO_TAG_LINK, attributes: "\(place) uri='\(Self.quoted(url))'")
            // A link to an undefined destination would invalidate the whole file.
            case .destination(let name):
                if names.contains(name) {
                    tag(cairo, name: CAIRO_TAG_LINK, attributes: "\(place) dest='\(Self.quoted(name))'")
                }
            }
        }
    }

    private func tag(_ cairo: OpaquePointer, name: String, attributes: String) {
        cairo_tag_begin(cairo, name, attributes)
        cairo_tag_end(cairo, name)
    }

    /// Escapes a string for Cairo's tag attributes.
    private static func quoted(_ text: String) -> String {
        text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "'", with: "\\'")
    }
}

/// The document information of a PDF.
enum PDFMetadata: CaseIterable {
    case title, author, subject, keywords, creator

    var cairo: cairo_pdf_metadata_t {
        switch self {
        case .title: CAIRO_PDF_METADATA_TITLE
        case .author: CAIRO_PDF_METADATA_AUTHOR
        case .subject: CAIRO_PDF_METADATA_SUBJECT
        case .keywords: CAIRO_PDF_METADATA_KEYWORDS
        case .creator: CAIRO_PDF_METADATA_CREATOR
        }
    }

    /// Core Graphics' key.
    var key: String {
        switch self {
        case .title: kCGPDFContextTitle
        case .author: kCGPDFContextAuthor
        case .subject: kCGPDFContextSubject
        case .keywords: kCGPDFContextKeywords
        case .creator: kCGPDFContextCreator
        }
    }

    /// The property in an XMP packet.
    var property: XMPPacket.Name {
        let (dublinCore, pdf, xmp) = (
            "http://purl.org/dc/elements/1.1/", "http://ns.adobe.com/pdf/1.3/", "http://ns.adobe.com/xap/1.0/"
        )
        return switch self {
        case .title: XMPPacket.Name(namespace: dublinCore, local: "title")
        case .author: XMPPacket.Name(namespace: dublinCore, local: "creator")
        case .subject: XMPPacket.Name(namespace: dublinCore, local: "description")
        case .keywords: XMPPacket.Name(namespace: pdf, local: "Keywords")
        case .creator: XMPPacket.Name(namespace: xmp, local: "CreatorTool")
        }
    }
}
