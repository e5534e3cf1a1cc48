import Foundation
import TileGraphics

/// The implementation of UIKit's functions for drawing strings.
struct TextDrawing {
    let text: StyledText

    /// The size in points, with lines broken only at the line breaks of the text.
    var size: CGSize { TextBlock.cached(text).size }

    /// Draws the text with its top left at a point.
    func draw(at point: CGPoint) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        TextBlock.cached(text).draw(in: context, at: point)
    }

    /// Draws the text with its center at a point.
    func draw(centeredAt point: CGPoint) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        let block = TextBlock.cached(text)
        block.draw(
            in: context, at: CGPoint(x: point.x - block.size.width / 2, y: point.y - block.size.height / 2))
    }

    /// Draws the text with lines broken at the rect's width, without lines that do not fit its height.
    func draw(in rect: CGRect) { draw(with: rect, options: .usesLineFragmentOrigin, context: nil) }

    func draw(with rect: CGRect, options: NSStringDrawingOptions, context drawing: NSStringDrawingContext?) {
        let block = block(rect.size, options, drawing: drawing)
        let origin =
            options.contains(.usesLineFragmentOrigin)
            ? rect.origin : CGPoint(x: rect.minX, y: rect.minY - block.firstBaseline)
        if let context = UIGraphicsGetCurrentContext() { block.draw(in: context, at: origin) }
    }

    func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions, context: NSStringDrawingContext?
    ) -> CGRect {
        let block = block(size, options, drawing: context)
        let top = options.contains(.usesLineFragmentOrigin) ? 0 : -block.firstBaseline
        if options.contains(.usesDeviceMetrics) { return block.inkBounds.offsetBy(dx: 0, dy: top) }
        return CGRect(origin: CGPoint(x: 0, y: top), size: block.size)
    }

    private func block(
        _ size: CGSize, _ options: NSStringDrawingOptions, drawing: NSStringDrawingContext?
    ) -> TextBlock {
        var container = TextContainer(
            usesFontLeading: options.contains(.usesFontLeading),
            truncatesLastLine: options.contains(.truncatesLastVisibleLine))
        // A single line on a baseline has no limits.
        if options.contains(.usesLineFragmentOrigin) {
            // 0 means no limit, as in UIKit; so do invalid lengths.
            container.width = size.width > 0 ? size.width : .infinity
            container.height = size.height > 0 ? size.height : .infinity
        }
        guard let drawing else { return TextBlock.cached(text, container) }
        let (block, scale) = TextBlock.fitting(text, container, minimumScale: drawing.minimumScaleFactor)
        drawing.actualScaleFactor = scale
        drawing.totalBounds = CGRect(origin: .zero, size: block.size)
        return block
    }
}

extension TextBlock {
    /// The bounds of the ink in the container's space; empty at (0, 0) if there is none. O(n).
    var inkBounds: CGRect {
        var bounds = CGRect.null
        for case .glyphs(let glyphs) in marks {
            let box = glyphs.run.bounds
            if !box.isEmpty {
                bounds = bounds.union(
                    CGRect(x: box.minX, y: box.minY, width: box.maxX - box.minX, height: box.maxY - box.minY))
            }
        }
        for case .image(_, let frame) in marks { bounds = bounds.union(frame) }
        return bounds.isNull ? .zero : bounds
    }
}
