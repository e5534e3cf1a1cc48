public import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

/// Prints a view: as it would be drawn, by its and its subviews' `draw(_:for:)`, scaled down to the width of the page
/// where it is wider, and cut into pages where it is longer.
open class UIViewPrintFormatter: UIPrintFormatter {
    public final let view: UIView

    init(view: UIView) {
        self.view = view
        super.init()
    }

    /// From the view's points to the page's.
    private var scale: CGFloat {
        let width = view.bounds.width
        return width > 0 ? min(1, contentRect.width / width) : 1
    }

    open override var pageCount: Int {
        let height = printedHeight
        let page = contentRect.height
        guard page > 0, height > 0 else { return 0 }
        // A rounding error of a scale makes no page.
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

    /// What all pages of one document show parts of, while they are drawn.
    private final var drawnForAll: Picture?

    override func willDrawPages() { drawnForAll = PrintJob(self).picture }
    override func didDrawPages() { drawnForAll = nil }

    /// Draws the part of the view that is on a page. Each call draws the view anew; `pdfData()` draws it once for all
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
    /// The view, drawn for print as vectors, as a PDF of one page of the view's size in points; nil for a view without
    /// size, or over 14,400 points long or wide. See `viewPrintFormatter()` for pages of paper.
    public func pdfData() -> Data? {
        let formatter = viewPrintFormatter()
        formatter.paperRect = CGRect(origin: .zero, size: bounds.size)
        formatter.perPageContentInsets = .zero
        return formatter.pdfData()
    }
}
