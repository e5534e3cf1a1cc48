import Foundation
import TileDrawing
import TileViews

extension UITextView {
    var textOrigin: CGPoint { CGPoint(x: textContainerInset.left, y: textContainerInset.top) }

    func noteLooks(resizes: Bool = false) {
        measured = nil
        if resizes, !isScrollEnabled { invalidateIntrinsicContentSize() }
        setNeedsLayout()
    }

    func noteWidth(from old: CGFloat) {
        guard bounds.width != old, parts != nil else { return }
        takeWidth()
        noteLooks(resizes: true)
    }

    /// Adapts the container's width to the view.
    private func takeWidth() {
        layoutManager.naturalAlignment = effectiveUserInterfaceLayoutDirection == .rightToLeft ? .right : nil
        guard textContainer.widthTracksTextView else { return }
        let width = bounds.width - textContainerInset.left - textContainerInset.right
        let size = CGSize(width: max(1, width), height: textContainer.heightTracksTextView ? bounds.height : 0)
        if size != textContainer.size { textContainer.size = size }
    }

    /// The visible part of the text, according to the last layout.
    var visibleText: Range<Int> {
        let flow = layoutManager.flow
        guard flow.pieces.count > 0 else { return 0..<0 }
        let top = bounds.minY - textOrigin.y
        let first = flow.pieces.piece(atHeight: top)
        let last = flow.pieces.piece(atHeight: top + bounds.height)
        return first.start..<max(first.start, last.start + flow.pieces[last.index].length)
    }

    func layOutText() {
        guard let parts, !isLayingOut else { return }
        isLayingOut = true
        defer { isLayingOut = false }
        takeWidth()
        let flow = layoutManager.flow
        // A short text is laid out completely first, because the caret may be anywhere.
        takeContentHeight(flow.contentHeight)
        if wantsCaretSeen {
            wantsCaretSeen = false
            if isScrollEnabled { reveal(core.selection.upperBound..<core.selection.upperBound, animated: false) }
        }
        let visible = bounds
        let pieces = flow.layOut(from: visible.minY - textOrigin.y, to: visible.maxY - textOrigin.y)
        takeContentHeight(flow.contentHeight)
        parts.layOut(
            in: CGRect(origin: .zero, size: CGSize(width: visible.width, height: max(contentSize.height, visible.maxY)))
        )
        parts.show(pieces)
        parts.interaction.update()
    }

    private func takeContentHeight(_ height: CGFloat) {
        let size = CGSize(width: bounds.width, height: height + textContainerInset.top + textContainerInset.bottom)
        if size.width.isFinite, size.height.isFinite, size != contentSize { contentSize = size }
    }

    func reveal(_ range: Range<Int>, animated: Bool) {
        takeWidth()
        layoutManager.flow.layOut(range)
        let start = core.caretRect(at: TextPlace(offset: range.lowerBound))
        let end = core.caretRect(at: TextPlace(offset: range.upperBound, affinity: core.affinity))
        var rect = start.union(end)
        if rect.height > bounds.height { rect = end }
        takeContentHeight(layoutManager.flow.contentHeight)
        // At the start and end of the text, the insets are revealed, too.
        if rect.minY <= textOrigin.y { rect = rect.union(CGRect(x: rect.minX, y: 0, width: 1, height: 1)) }
        let bottom = contentSize.height - textContainerInset.bottom
        if rect.maxY >= bottom - 0.5 { rect.size.height = contentSize.height - rect.minY }
        if rect.height > bounds.height { rect = end }
        scrollRectToVisible(CGRect(x: 0, y: rect.minY, width: 1, height: rect.height), animated: animated)
    }

    /// Returns the size of the text at a width.
    func wantedSize(within width: CGFloat) -> CGSize {
        if let measured, measured.width == width { return measured.size }
        let insets = textContainerInset
        var shape = layoutManager.flow.shape
        shape.width = width.isFinite ? max(1, width - insets.left - insets.right) : .infinity
        let text: CGSize
        if shape == layoutManager.flow.shape {
            text = layoutManager.flow.contentSize
        } else {
            let flow = TextFlow(shape)
            flow.source = layoutManager
            // The flow holds its container weakly.
            let container = textContainer.resized(toWidth: shape.width)
            flow.container = container
            defer { withExtendedLifetime(container) {} }
            flow.reload()
            text = flow.contentSize
        }
        let scale = max(1, contentScaleFactor)
        func up(_ length: CGFloat) -> CGFloat { (length * scale - 0.001).rounded(.up) / scale }
        let size = CGSize(
            width: min(width, up(text.width + insets.left + insets.right)),
            height: up(text.height + insets.top + insets.bottom))
        measured = (width, size)
        return size
    }
}
