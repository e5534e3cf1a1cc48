public import Foundation
import TileDrawing

// Swift lets nothing that an extension declares be overridden: what subclasses draw themselves is in the class.
extension NSLayoutManager {
    // MARK: Lines

    /// As wide as the container, or as the part of it that the line has; as high as the line that a glyph is in.
    public func lineFragmentRect(
        forGlyphAt glyphIndex: Int, effectiveRange effectiveGlyphRange: NSRangePointer?
    ) -> CGRect {
        let line = flow.line(at: TextPlace(offset: glyphIndex))
        effectiveGlyphRange?.pointee = NSRange(line.range)
        return line.fragment
    }

    /// The same line, as far as its text reaches, with the container's padding.
    public func lineFragmentUsedRect(
        forGlyphAt glyphIndex: Int, effectiveRange effectiveGlyphRange: NSRangePointer?
    ) -> CGRect {
        let line = flow.line(at: TextPlace(offset: glyphIndex))
        effectiveGlyphRange?.pointee = NSRange(line.range)
        return line.used.insetBy(dx: -flow.shape.padding, dy: 0)
    }

    /// Where a glyph's origin is on its baseline, from its line fragment's top left.
    public func location(forGlyphAt glyphIndex: Int) -> CGPoint {
        let place = TextPlace(offset: glyphIndex)
        let line = flow.line(at: place)
        return CGPoint(x: flow.caretRect(at: place).minX, y: line.baseline - line.fragment.minY)
    }

    /// The line that a caret stands in after a text that ends with a line end, or in an empty text; else empty.
    public var extraLineFragmentRect: CGRect {
        guard hasExtraLine else { return .zero }
        return flow.line(at: TextPlace(offset: flow.pieces.length)).fragment
    }

    public var extraLineFragmentUsedRect: CGRect {
        guard hasExtraLine else { return .zero }
        return flow.line(at: TextPlace(offset: flow.pieces.length)).used.insetBy(dx: -flow.shape.padding, dy: 0)
    }

    public var extraLineFragmentTextContainer: NSTextContainer? { hasExtraLine ? textContainers.first : nil }

    private var hasExtraLine: Bool { flow.pieces.count > 0 && flow.pieces[flow.pieces.count - 1].length == 0 }

    /// Calls with each line that a range touches: fragment, used rect, container, its glyphs.
    public func enumerateLineFragments(
        forGlyphRange glyphRange: NSRange,
        using block: (CGRect, CGRect, NSTextContainer, NSRange, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        guard let container = textContainers.first else { return }
        var stop = ObjCBool(false)
        for line in flow.lines(in: clamped(glyphRange)) where !line.range.isEmpty {
            block(
                line.fragment, line.used.insetBy(dx: -flow.shape.padding, dy: 0), container, NSRange(line.range), &stop)
            if stop.boolValue { return }
        }
    }

    // MARK: Rects

    /// What all the text takes.
    public func usedRect(for container: NSTextContainer) -> CGRect { CGRect(origin: .zero, size: flow.contentSize) }

    public func boundingRect(forGlyphRange glyphRange: NSRange, in container: NSTextContainer) -> CGRect {
        let rects = flow.rects(of: clamped(glyphRange)).map(\.rect)
        return rects.dropFirst().reduce(rects.first ?? .zero) { $0.union($1) }
    }

    /// Calls with each rect that a range covers. With a selection the rects reach the line's end where it goes on.
    public func enumerateEnclosingRects(
        forGlyphRange glyphRange: NSRange, withinSelectedGlyphRange selectedRange: NSRange,
        in textContainer: NSTextContainer, using block: (CGRect, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        for rect in flow.rects(of: clamped(glyphRange)) {
            block(rect.rect, &stop)
            if stop.boolValue { return }
        }
    }

    // MARK: Points

    /// The glyph at a point, or the nearest in the nearest line.
    public func glyphIndex(
        for point: CGPoint, in container: NSTextContainer,
        fractionOfDistanceThroughGlyph partialFraction: UnsafeMutablePointer<CGFloat>?
    ) -> Int {
        if let hit = flow.character(at: point) {
            partialFraction?.pointee = hit.fraction
            return hit.range.lowerBound
        }
        let place = flow.place(at: point)
        let line = flow.line(at: place)
        let isEnd = place.offset >= line.content.upperBound
        partialFraction?.pointee = isEnd && !line.content.isEmpty ? 1 : 0
        return isEnd && !line.content.isEmpty
            ? line.content.upperBound - 1 : min(place.offset, max(0, numberOfGlyphs - 1))
    }

    public func glyphIndex(for point: CGPoint, in container: NSTextContainer) -> Int {
        glyphIndex(for: point, in: container, fractionOfDistanceThroughGlyph: nil)
    }

    public func characterIndex(
        for point: CGPoint, in container: NSTextContainer,
        fractionOfDistanceBetweenInsertionPoints partialFraction: UnsafeMutablePointer<CGFloat>?
    ) -> Int {
        glyphIndex(for: point, in: container, fractionOfDistanceThroughGlyph: partialFraction)
    }

    public func fractionOfDistanceThroughGlyph(for point: CGPoint, in container: NSTextContainer) -> CGFloat {
        var fraction: CGFloat = 0
        _ = glyphIndex(for: point, in: container, fractionOfDistanceThroughGlyph: &fraction)
        return fraction
    }

    // MARK: Drawing

    /// Draws the lines of a range into the current context.
    ///
    /// - Parameter origin: where the container's top left is. Whole paragraphs are drawn.
    func draw(_ range: Range<Int>, at origin: CGPoint) {
        guard !range.isEmpty, flow.pieces.count > 0 else { return }
        var found = flow.pieces.piece(at: range.lowerBound)
        while true {
            let layout = flow.layout(of: found)
            layout.draw(at: CGPoint(x: origin.x + flow.shape.padding, y: origin.y + found.top))
            let end = found.start + flow.pieces[found.index].length
            guard end < range.upperBound, found.index + 1 < flow.pieces.count else { return }
            found = PieceList.Found(index: found.index + 1, start: end, top: found.top + layout.height)
        }
    }
}
