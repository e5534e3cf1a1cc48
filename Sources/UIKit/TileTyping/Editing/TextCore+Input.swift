import Foundation
import TileDrawing
import TileGraphics
import TileViews

// The implementation of `UITextInput` for any client. Positions and ranges of other classes count as the beginning of
// the text.
extension TextCore {
    func textPlace(of position: UITextPosition) -> TextPlace {
        clamped((position as? TextPosition)?.place ?? TextPlace(offset: 0))
    }

    func offset(of position: UITextPosition) -> Int { textPlace(of: position).offset }

    func offsets(of range: UITextRange?) -> Range<Int> {
        if let range = range as? TextRange { return clamped(range.offsets) }
        guard let range else { return 0..<0 }
        let (start, end) = (offset(of: range.start), offset(of: range.end))
        return min(start, end)..<max(start, end)
    }

    func text(in range: UITextRange) -> String { text(in: offsets(of: range)) }

    var selectedRange: UITextRange { TextRange(selection, affinity) }
    var markedRange: UITextRange? { marked.map { TextRange($0) } }

    func select(_ range: UITextRange?) {
        guard let range else { return select(selection.upperBound..<selection.upperBound) }
        let offsets = offsets(of: range)
        select(offsets, offsets.isEmpty ? textPlace(of: range.start).affinity : .forward)
    }

    // MARK: Positions

    func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        let (target, overflows) = self.offset(of: position).addingReportingOverflow(offset)
        guard !overflows, target >= 0, target <= length else { return nil }
        return TextPosition(TextPlace(offset: target))
    }

    /// Returns the position an offset away in a direction. Left and right move by visible characters, up and down by
    /// lines.
    func position(
        from position: UITextPosition, in direction: UITextLayoutDirection, offset count: Int
    ) -> UITextPosition? {
        var place = textPlace(of: position)
        guard count != 0 else { return TextPosition(place) }
        // A negative offset moves in the opposite direction.
        if count < 0 {
            guard count > Int.min else { return nil }
            return self.position(from: position, in: direction.opposite, offset: -count)
        }
        switch direction {
        case .up, .down:
            let column = flow.caretRect(at: place).midX
            return flow.textPlace(from: place, lines: direction == .up ? -count : count, column: column)
                .map { TextPosition($0) }
        case .left, .right:
            let isForward = (direction == .right) != flow.line(at: place).isRightToLeft
            for _ in 0..<min(count, length) {
                let next = character(from: place.offset, isForward: isForward)
                guard next != place.offset else { return nil }
                place = TextPlace(offset: next)
            }
            return TextPosition(place)
        }
    }

    func compare(_ a: UITextPosition, _ b: UITextPosition) -> ComparisonResult {
        let (a, b) = (offset(of: a), offset(of: b))
        return a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
    }

    func position(within range: UITextRange, farthestIn direction: UITextLayoutDirection) -> UITextPosition {
        let offsets = offsets(of: range)
        return TextPosition(
            TextPlace(offset: isForward(direction, offsets.lowerBound) ? offsets.upperBound : offsets.lowerBound))
    }

    func characterRange(byExtending position: UITextPosition, in direction: UITextLayoutDirection) -> UITextRange? {
        let place = offset(of: position)
        let isForward = isForward(direction, place)
        let end = character(from: place, isForward: isForward)
        guard end != place else { return nil }
        return TextRange(min(place, end)..<max(place, end))
    }

    private func isForward(_ direction: UITextLayoutDirection, _ place: Int) -> Bool {
        switch direction {
        case .down: true
        case .up: false
        case .left, .right: (direction == .right) != flow.line(at: TextPlace(offset: place)).isRightToLeft
        }
    }

    // MARK: Writing direction

    func writingDirection(at position: UITextPosition) -> NSWritingDirection {
        flow.line(at: textPlace(of: position)).isRightToLeft ? .rightToLeft : .leftToRight
    }

    func setWritingDirection(_ direction: NSWritingDirection, for range: UITextRange) {
        let offsets = offsets(of: range)
        let low = flow.lines(in: offsets).first?.range.lowerBound ?? offsets.lowerBound
        let range = low..<max(low, flow.lines(in: offsets).last?.range.upperBound ?? offsets.upperBound)
        guard !range.isEmpty else { return }
        var place = range.lowerBound
        storage.beginEditing()
        for run in storage.runs(in: clamped(range)) {
            let style = NSMutableParagraphStyle()
            style.setParagraphStyle(run.attributes.paragraph)
            style.baseWritingDirection = direction
            storage.addAttribute(
                .paragraphStyle, value: style, range: NSRange(location: place, length: run.length))
            place += run.length
        }
        storage.endEditing()
    }

    // MARK: Geometry, in the client's coordinates

    var origin: CGPoint { client?.textOrigin ?? .zero }

    func caretRect(for position: UITextPosition) -> CGRect { caretRect(at: textPlace(of: position)) }

    func caretRect(at place: TextPlace) -> CGRect {
        flow.caretRect(at: place).offsetBy(dx: origin.x - 1, dy: origin.y)
    }

    func rects(of offsets: Range<Int>) -> [FlowRect] {
        let origin = origin
        return flow.rects(of: offsets).map {
            FlowRect(rect: $0.rect.offsetBy(dx: origin.x, dy: origin.y), isRightToLeft: $0.isRightToLeft)
        }
    }

    func firstRect(for range: UITextRange) -> CGRect {
        let offsets = offsets(of: range)
        return rects(of: offsets).first?.rect ?? caretRect(at: TextPlace(offset: offsets.lowerBound))
    }

    func selectionRects(for range: UITextRange) -> [UITextSelectionRect] {
        let parts = rects(of: offsets(of: range))
        return parts.enumerated().map { index, part in
            TextSelectionRect(part, isFirst: index == 0, isLast: index + 1 == parts.count)
        }
    }

    func textPlace(at point: CGPoint) -> TextPlace {
        let origin = origin
        return flow.textPlace(at: CGPoint(x: point.x - origin.x, y: point.y - origin.y))
    }

    func closestPosition(to point: CGPoint, within range: UITextRange? = nil) -> UITextPosition {
        let place = textPlace(at: point)
        guard let range else { return TextPosition(place) }
        let offsets = offsets(of: range)
        return TextPosition(TextPlace(offset: min(max(place.offset, offsets.lowerBound), offsets.upperBound)))
    }

    func characterRange(at point: CGPoint) -> UITextRange? {
        let origin = origin
        return flow.character(at: CGPoint(x: point.x - origin.x, y: point.y - origin.y)).map { TextRange($0.range) }
    }

    func styling(at position: UITextPosition) -> [NSAttributedString.Key: Any] {
        let place = offset(of: position)
        guard length > 0 else { return client?.typingAttributeSet.values ?? [:] }
        return storage.attributes(at: min(place, length - 1), effectiveRange: nil)
    }

    // MARK: Units of text

    /// Returns the range that a double tap selects: a word, white space or a symbol.
    func word(at place: Int) -> Range<Int> {
        let low = max(0, place - 512)
        let units = storage.units(in: low..<min(length, place + 512))
        let places = TextBreaks(units).places
        let at = place - low
        var (start, end) = (at, at)
        while start > 0, !places[start].contains(.wordStart), !places[start].contains(.wordEnd) || start == at {
            start -= 1
        }
        let isWord = places[start].contains(.wordStart)
        end = max(start + 1, at)
        if isWord {
            while end < units.count, !places[end].contains(.wordEnd) { end += 1 }
            if end >= at { return low + start..<low + min(end, units.count) }
        }
        let first = characterBoundary(at: place)
        return first..<max(first, character(from: first, isForward: true))
    }

    func paragraph(at place: Int) -> Range<Int> {
        let line = flow.lines(in: place..<place)
        guard let first = line.first else { return place..<place }
        let found = flow.pieces.piece(at: first.range.lowerBound)
        return found.start..<found.start + flow.pieces[found.index].length
    }
}

extension UITextLayoutDirection {
    var opposite: UITextLayoutDirection {
        switch self {
        case .left: .right
        case .right: .left
        case .up: .down
        case .down: .up
        }
    }
}
