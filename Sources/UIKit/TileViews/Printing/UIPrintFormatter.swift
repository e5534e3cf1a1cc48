public import Foundation
public import TileDrawing
import TileGraphics

/// A formatter that lays out content on pages and draws it.
///
/// It does not print by itself: a program requests the pages and draws them in its own context.
open class UIPrintFormatter: NSObject {
    /// Creates a formatter without content. It has one page unless a subclass overrides that.
    public override init() { super.init() }

    /// The maximum width of the content on a page, in points; 0 for the width of the page.
    open var maximumContentWidth: CGFloat = 0
    /// The maximum height of the content on all pages, in points; 0 for no limit.
    open var maximumContentHeight: CGFloat = 0
    /// The margins along the edges of each page, in points.
    open var perPageContentInsets = UIEdgeInsets.zero
    /// The index of the first page.
    open var startPage = 0
    /// The rectangle of the paper in points. The default is US Letter. UIKit takes it from a page renderer.
    open var paperRect = CGRect(x: 0, y: 0, width: 612, height: 792)

    /// The number of pages of the content. Pages beyond 10,000 are not drawn.
    open var pageCount: Int { 1 }

    /// Returns the rectangle of the content on a page, or a null rectangle for a page that does not exist.
    open func rectForPage(at pageIndex: Int) -> CGRect {
        pages.contains(pageIndex) ? contentRect : .null
    }

    /// Draws the content of a page in a rectangle of the current context.
    open func draw(in rect: CGRect, forPageAt pageIndex: Int) {}

    /// Returns all pages as a PDF with vector graphics. Returns nil if the size of the paper is not valid in PDF: zero,
    /// or above 14,400 points.
    public final func pdfData() -> Data? {
        let data = NSMutableData()
        var paper = paperRect
        guard let consumer = CGDataConsumer(data: data),
            let context = CGContext(consumer: consumer, mediaBox: &paper, nil)
        else { return nil }
        UIGraphicsPushContext(context)
        defer { UIGraphicsPopContext() }
        willDrawPages()
        defer { didDrawPages() }
        for page in pages {
            context.beginPDFPage(nil)
            context.turnYDown()
            draw(in: rectForPage(at: page), forPageAt: page)
            context.endPDFPage()
        }
        context.closePDF()
        return data as Data
    }

    /// Called before all pages are drawn in sequence.
    func willDrawPages() {}
    func didDrawPages() {}

    /// The maximum number of pages; later ones are left out. A larger number is a mistake and would take forever.
    static let maxPages = 10_000

    /// The indices of the pages.
    final var pages: Range<Int> {
        let count = min(max(0, pageCount), Self.maxPages)
        let first = min(startPage, Int.max - count)
        return first..<first + count
    }

    /// The area of the content on a page.
    final var contentRect: CGRect {
        var rect = paperRect.shrunk(by: perPageContentInsets)
        if maximumContentWidth > 0 { rect.size.width = min(rect.width, maximumContentWidth) }
        return rect
    }
}
