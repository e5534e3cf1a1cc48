import Foundation
import TileDrawing

/// An offset in a text, and the line that it belongs to at a line break.
struct TextPlace: Hashable {
    var offset: Int
    var affinity = TextAffinity.forward
}

/// A line of a text flow.
struct FlowLine {
    /// The rectangle of the line: as wide as the container or the line's part of it, and as high as the line.
    var fragment: CGRect
    /// The rectangle of the line's text.
    var used: CGRect
    var baseline: CGFloat
    /// The range of the line, including a paragraph terminator.
    var range: Range<Int>
    /// The range of the line without a paragraph terminator.
    var content: Range<Int>
    var isRightToLeft: Bool
}

/// The part of a selection within a line.
struct FlowRect {
    var rect: CGRect
    var isRightToLeft: Bool
}

extension TextFlow {
    /// The width of a caret, in points.
    static let caretWidth: CGFloat = 2

    private func number(of found: PieceList.Found, _ layout: PieceLayout, _ place: TextPlace) -> Int {
        layout.line(at: place.offset - found.start, place.affinity)
    }

    private func clamped(_ offset: Int) -> Int { min(max(0, offset), pieces.length) }

    private func clamped(_ range: Range<Int>) -> Range<Int> { clamped(range.lowerBound)..<clamped(range.upperBound) }

    private func line(_ number: Int, of found: PieceList.Found, _ layout: PieceLayout) -> FlowLine {
        let piece = pieces[found.index]
        guard layout.lines.indices.contains(number) else {
            let all = found.start..<found.start + piece.length
            return FlowLine(
                fragment: CGRect(x: 0, y: found.top, width: 0, height: 0), used: .zero, baseline: found.top, range: all,
                content: all, isRightToLeft: false)
        }
        let line = layout.lines[number]
        let isLast = number + 1 == layout.lines.count
        let content = found.start + line.range.lowerBound..<found.start + line.range.upperBound
        let end = isLast ? found.start + piece.length : found.start + layout.lines[number + 1].range.lowerBound
        let used = line.rect.offsetBy(dx: shape.padding, dy: found.top)
        let width = shape.isOneLine || !shape.width.isFinite ? used.maxX + shape.padding : shape.width
        let place = line.place ?? 0...width
        let right = place.upperBound.isFinite ? place.upperBound : used.maxX + shape.padding
        return FlowLine(
            fragment: CGRect(
                x: place.lowerBound, y: used.minY, width: max(0, right - place.lowerBound), height: used.height),
            used: used,
            baseline: line.baseline + found.top, range: content.lowerBound..<max(content.upperBound, end),
            content: content, isRightToLeft: line.isRightToLeft)
    }

    // MARK: Lines

    func line(at place: TextPlace) -> FlowLine {
        let found = pieces.piece(at: clamped(place.offset))
        let layout = layout(of: found)
        return line(number(of: found, layout, place), of: found, layout)
    }

    /// Returns the lines that a range touches, without a line at whose start the range ends.
    func lines(in range: Range<Int>) -> [FlowLine] {
        let range = clamped(range)
        var lines: [FlowLine] = []
        guard pieces.count > 0 else { return [] }
        var found = pieces.piece(at: range.lowerBound)
        while true {
            let layout = layout(of: found)
            for number in layout.lines.indices {
                let line = line(number, of: found, layout)
                let touches =
                    range.isEmpty
                    ? line.range.contains(range.lowerBound) || line.range.upperBound == range.lowerBound
                    : line.range.overlaps(range)
                if touches { lines.append(line) }
                if line.range.lowerBound >= range.upperBound { return lines }
            }
            let end = found.start + pieces[found.index].length
            guard end < range.upperBound, found.index + 1 < pieces.count else { return lines }
            found = PieceList.Found(index: found.index + 1, start: end, top: found.top + layout.height)
        }
    }

    // MARK: Carets

    func caretRect(at place: TextPlace) -> CGRect {
        let place = TextPlace(offset: clamped(place.offset), affinity: place.affinity)
        let found = pieces.piece(at: place.offset)
        let layout = layout(of: found)
        let number = number(of: found, layout, place)
        let line = line(number, of: found, layout)
        let x = layout.x(of: min(place.offset, line.content.upperBound) - found.start, in: number) + shape.padding
        return CGRect(x: x, y: line.fragment.minY, width: Self.caretWidth, height: line.fragment.height)
    }

    /// Returns the caret position nearest to a point.
    func textPlace(at point: CGPoint) -> TextPlace {
        guard point.x.isFinite || point.x == .infinity || point.x == -.infinity, !point.y.isNaN, pieces.count > 0
        else { return TextPlace(offset: 0) }
        let found = pieces.piece(atHeight: point.y)
        let layout = layout(of: found)
        let number = layout.line(atHeight: point.y - found.top, x: point.x)
        let line = line(number, of: found, layout)
        let offset = found.start + layout.caretIndex(atX: point.x - shape.padding, in: number)
        let isBreak = offset == line.content.upperBound && number + 1 < layout.lines.count
        return TextPlace(offset: min(max(offset, found.start), pieces.length), affinity: isBreak ? .backward : .forward)
    }

    /// Returns the character at a point, with the fraction of the way through it; nil outside the text.
    func character(at point: CGPoint) -> (range: Range<Int>, fraction: CGFloat)? {
        guard point.x.isFinite, point.y.isFinite, pieces.count > 0, point.y >= 0 else { return nil }
        let found = pieces.piece(atHeight: point.y)
        let layout = layout(of: found)
        guard point.y < found.top + layout.height else { return nil }
        let number = layout.line(atHeight: point.y - found.top, x: point.x)
        guard let hit = layout.character(atX: point.x - shape.padding, in: number) else { return nil }
        return (found.start + hit.range.lowerBound..<found.start + hit.range.upperBound, hit.fraction)
    }

    /// Returns the position a number of lines up or down at a column; nil outside the text.
    func textPlace(from place: TextPlace, lines count: Int, column: CGFloat) -> TextPlace? {
        var line = line(at: place)
        for _ in 0..<min(abs(count), 100_000) {
            let y = count < 0 ? line.fragment.minY - 0.5 : line.fragment.maxY + 0.5
            let next = self.line(at: self.textPlace(at: CGPoint(x: column, y: y)))
            guard next.range != line.range else { return nil }
            line = next
        }
        return self.textPlace(at: CGPoint(x: column, y: line.fragment.midY))
    }

    // MARK: Rects

    /// Returns the rectangles that a range covers, from top to bottom. They reach the container's edge if the range
    /// continues in the next line.
    func rects(of range: Range<Int>) -> [FlowRect] {
        let range = clamped(range)
        guard !range.isEmpty else { return [] }
        var rects: [FlowRect] = []
        for line in lines(in: range) {
            let found = pieces.piece(at: line.range.lowerBound)
            let layout = layout(of: found)
            let number = layout.line(at: line.content.lowerBound - found.start, .forward)
            let part = range.clamped(to: line.range)
            let local =
                part.lowerBound - found.start..<max(part.lowerBound, min(part.upperBound, line.content.upperBound))
                - found.start
            var spans = layout.spans(of: local, in: number).map { span in
                FlowRect(
                    rect: CGRect(
                        x: span.x.lowerBound + shape.padding, y: line.fragment.minY,
                        width: span.x.upperBound - span.x.lowerBound, height: line.fragment.height),
                    isRightToLeft: span.isRightToLeft)
            }
            let goesOn =
                range.upperBound >= line.range.upperBound && range.upperBound > line.content.upperBound
                || range.upperBound > line.range.upperBound
            if goesOn, !shape.isOneLine { extend(&spans, to: line) }
            rects += spans
        }
        return rects
    }

    /// Extends the last rectangle of a line to the line's end. An empty line gets a rectangle for all of it.
    private func extend(_ spans: inout [FlowRect], to line: FlowLine) {
        let edge = line.isRightToLeft ? line.fragment.minX + shape.padding : line.fragment.maxX - shape.padding
        guard edge.isFinite else { return }
        let last =
            line.isRightToLeft
            ? spans.indices.min { spans[$0].rect.minX < spans[$1].rect.minX }
            : spans.indices.max { spans[$0].rect.maxX < spans[$1].rect.maxX }
        guard let last else {
            let x = line.isRightToLeft ? line.used.maxX : line.used.minX
            spans = [
                FlowRect(
                    rect: CGRect(
                        x: min(x, edge), y: line.fragment.minY, width: abs(edge - x), height: line.fragment.height),
                    isRightToLeft: line.isRightToLeft)
            ]
            return
        }
        let rect = spans[last].rect
        let (low, high) = (min(rect.minX, edge), max(rect.maxX, edge))
        spans[last].rect = CGRect(x: low, y: rect.minY, width: high - low, height: rect.height)
    }
}
