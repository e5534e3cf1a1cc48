public import Foundation
public import TileDrawing
import TileGraphics

/// Lays content out on pages and draws it there.
///
/// It prints nothing by itself: a program asks for its pages, and draws them where it wants them.
open class UIPrintFormatter: NSObject {
    /// A formatter without content: one page for as long as no subclass says otherwise.
    public override init() { super.init() }

    /// How wide content may be on a page, in points; 0 for as wide as the page.
    open var maximumContentWidth: CGFloat = 0
    /// How much height of all pages content may take, in points; 0 for no limit.
    open var maximumContentHeight: CGFloat = 0
    /// What is left free along the edges of each page, in points.
    open var perPageContentInsets = UIEdgeInsets.zero
    /// The number of the first page.
    open var startPage = 0
    /// The page, in points: US Letter, unless it was set. UIKit has it from a page renderer.
    open var paperRect = CGRect(x: 0, y: 0, width: 612, height: 792)

    /// How many pages the content takes; beyond 10,000 none is drawn.
    open var pageCount: Int { 1 }

    /// Where content is on a page; null for a page that there is none of.
    open func rectForPage(at pageIndex: Int) -> CGRect {
        pages.contains(pageIndex) ? contentRect : .null
    }

    /// Draws the content of a page into the current context, in `rect` of it.
    open func draw(in rect: CGRect, forPageAt pageIndex: Int) {}

    /// All pages as a PDF, drawn as vectors; nil where a PDF can't have pages of the paper's size (none, or over 14,400
    /// points).
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

    /// All pages are about to be drawn, one after the other.
    func willDrawPages() {}
    func didDrawPages() {}

    /// The most pages that content takes; what would be on later ones is left out. So many are a mistake, and would
    /// never be done.
    static let maxPages = 10_000

    /// The numbers of the pages.
    final var pages: Range<Int> {
        let count = min(max(0, pageCount), Self.maxPages)
        let first = min(startPage, Int.max - count)
        return first..<first + count
    }

    /// The part of a page that content has.
    final var contentRect: CGRect {
        var rect = paperRect.shrunk(by: perPageContentInsets)
        if maximumContentWidth > 0 { rect.size.width = min(rect.width, maximumContentWidth) }
        return rect
    }
}
