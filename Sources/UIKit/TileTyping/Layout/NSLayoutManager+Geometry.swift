public import Foundation
import TileDrawing

// Swift doesn't permit overriding declarations from extensions, so overridable drawing methods are in the class.
extension NSLayoutManager {
    // MARK: Lines

    /// Returns the fragment rectangle of a glyph's line: as wide as the container or the line's part of it, and as high
    /// as the line.
    public func lineFragmentRect(
        forGlyphAt glyphIndex: Int, effectiveRange effectiveGlyphRange: NSRangePointer?
    ) -> CGRect {
        let line = flow.line(at: TextPlace(offset: glyphIndex))
        effectiveGlyphRange?.pointee = NSRange(line.range)
        return line.fragment
    }

    /// Returns the part of a line fragment that the text uses, including the container's padding.
    public func lineFragmentUsedRect(
        forGlyphAt glyphIndex: Int, effectiveRange effectiveGlyphRange: NSRangePointer?
    ) -> CGRect {
        let line = flow.line(at: TextPlace(offset: glyphIndex))
        effectiveGlyphRange?.pointee = NSRange(line.range)
        return line.used.insetBy(dx: -flow.shape.padding, dy: 0)
    }

    /// Returns the origin of a glyph on its baseline, relative to its line fragment's top left.
    public func location(forGlyphAt glyphIndex: Int) -> CGPoint {
        let place = TextPlace(offset: glyphIndex)
        let line = flow.line(at: place)
        return CGPoint(x: flow.caretRect(at: place).minX, y: line.baseline - line.fragment.minY)
    }

    /// The line for the caret in an empty text, or after a final line end; otherwise empty.
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

    /// Calls a closure for each line that a range touches, with its fragment, used rectangle, container and glyph
    /// range.
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

    /// Returns the rectangle of the whole text.
    public func usedRect(for container: NSTextContainer) -> CGRect { CGRect(origin: .zero, size: flow.contentSize) }

    public func boundingRect(forGlyphRange glyphRange: NSRange, in container: NSTextContainer) -> CGRect {
        let rects = flow.rects(of: clamped(glyphRange)).map(\.rect)
        return rects.dropFirst().reduce(rects.first ?? .zero) { $0.union($1) }
    }

    /// Calls a closure for each rectangle that a range covers. If the range continues in the next line, the rectangle
    /// reaches the line's end.
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

    /// Returns the glyph at a point, or the nearest one in the nearest line.
    public func glyphIndex(
        for point: CGPoint, in container: NSTextContainer,
        fractionOfDistanceThroughGlyph partialFraction: UnsafeMutablePointer<CGFloat>?
    ) -> Int {
        if let hit = flow.character(at: point) {
            partialFraction?.pointee = hit.fraction
            return hit.range.lowerBound
        }
        let place = flow.textPlace(at: point)
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
    /// - Parameter origin: the position of the container's top left. Whole paragraphs are drawn.
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
