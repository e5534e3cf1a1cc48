public import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

/// A formatter for a view. It draws the view and its subviews with `draw(_:for:)`, scaled down if the view is wider
/// than the page, and divided into pages if it is longer.
open class UIViewPrintFormatter: UIPrintFormatter {
    public final let view: UIView

    init(view: UIView) {
        self.view = view
        super.init()
    }

    /// The scale from points of the view to points of the page.
    private var scale: CGFloat {
        let width = view.bounds.width
        return width > 0 ? min(1, contentRect.width / width) : 1
    }

    open override var pageCount: Int {
        let height = printedHeight
        let page = contentRect.height
        guard page > 0, height > 0 else { return 0 }
        // A rounding error does not add a page.
        return max(1, Int(min((height / page - 1e-6).rounded(.up), CGFloat(Self.maxPages))))
    }

    private var printedHeight: CGFloat {
        let height = view.bounds.height * scale
        return maximumContentHeight > 0 ? min(height, maximumContentHeight) : height
    }

    open override func rectForPage(at pageIndex: Int) -> CGRect {
        guard pages.contains(pageIndex) else { return .null }
        let content = contentRect
        let left = printedHeight - CGFloat(pageIndex - pages.lowerBound) * content.height
        return CGRect(
            x: content.minX, y: content.minY, width: view.bounds.width * scale, height: min(left, content.height))
    }

    /// The drawing that all pages of a document share while they are drawn.
    private final var drawnForAll: Picture?

    override func willDrawPages() { drawnForAll = PrintJob(self).picture }
    override func didDrawPages() { drawnForAll = nil }

    /// Draws the part of the view that is on a page. Each call redraws the view; `pdfData()` draws it once for all
    /// pages.
    open override func draw(in rect: CGRect, forPageAt pageIndex: Int) {
        guard let context = UIGraphicsGetCurrentContext(), !rectForPage(at: pageIndex).isNull else { return }
        let bounds = view.bounds
        context.saveGState()
        context.clip(to: rect)
        context.translateBy(x: rect.minX, y: rect.minY - CGFloat(pageIndex - pages.lowerBound) * contentRect.height)
        context.scaleBy(x: scale, y: scale)
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        context.draw(drawnForAll ?? PrintJob(self).picture)
        context.restoreGState()
    }
}

extension UIView {
    /// Returns the view, drawn for print as vectors, as a PDF with one page of the view's size in points. Returns nil
    /// for a view without size, or above 14,400 points on a side. For pages of paper see `viewPrintFormatter()`.
    public func pdfData() -> Data? {
        let formatter = viewPrintFormatter()
        formatter.paperRect = CGRect(origin: .zero, size: bounds.size)
        formatter.perPageContentInsets = .zero
        return formatter.pdfData()
    }
}
