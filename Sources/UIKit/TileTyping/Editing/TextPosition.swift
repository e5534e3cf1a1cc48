import Foundation
import TileDrawing
import TileViews

/// A position in the text of a text field or text view.
final class TextPosition: UITextPosition {
    let place: TextPlace

    init(_ place: TextPlace) { self.place = place }

    override func isEqual(_ object: Any?) -> Bool { (object as? TextPosition)?.place.offset == place.offset }
    override var hash: Int { place.offset }
    override var description: String { "position \(place.offset)" }
}

/// A range in the text of a text field or text view.
final class TextRange: UITextRange {
    let offsets: Range<Int>
    /// The affinity of an empty range.
    let affinity: TextAffinity

    init(_ offsets: Range<Int>, _ affinity: TextAffinity = .forward) {
        self.offsets = offsets
        self.affinity = affinity
    }

    override var isEmpty: Bool { offsets.isEmpty }
    override var start: UITextPosition { TextPosition(TextPlace(offset: offsets.lowerBound, affinity: affinity)) }
    override var end: UITextPosition { TextPosition(TextPlace(offset: offsets.upperBound, affinity: affinity)) }

    override func isEqual(_ object: Any?) -> Bool { (object as? TextRange)?.offsets == offsets }
    override var hash: Int { offsets.hashValue }
    override var description: String { "range \(offsets)" }
}

final class TextSelectionRect: UITextSelectionRect {
    private let part: FlowRect
    private let ends: (start: Bool, end: Bool)

    init(_ part: FlowRect, isFirst: Bool, isLast: Bool) {
        self.part = part
        ends = (isFirst, isLast)
    }

    override var rect: CGRect { part.rect }
    override var writingDirection: NSWritingDirection { part.isRightToLeft ? .rightToLeft : .leftToRight }
    override var containsStart: Bool { ends.start }
    override var containsEnd: Bool { ends.end }
}

/// A tokenizer that takes lines from the layout and everything else from the text.
final class TextTokenizer: UITextInputStringTokenizer {
    private weak var core: TextCore?

    init(_ core: TextCore, of input: any UIResponder & UITextInput) {
        self.core = core
        super.init(textInput: input)
    }

    private func line(at position: UITextPosition, _ direction: UITextDirection) -> FlowLine? {
        guard let core, let position = position as? TextPosition else { return nil }
        return core.flow.line(at: core.clamped(position.place))
    }

    override func rangeEnclosingPosition(
        _ position: UITextPosition, with granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextRange? {
        guard granularity == .line, let line = line(at: position, direction) else {
            return super.rangeEnclosingPosition(position, with: granularity, inDirection: direction)
        }
        return TextRange(line.content)
    }

    override func isPosition(
        _ position: UITextPosition, atBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> Bool {
        guard granularity == .line, let line = line(at: position, direction), let core else {
            return super.isPosition(position, atBoundary: granularity, inDirection: direction)
        }
        let offset = core.offset(of: position)
        return offset == (isForward(direction, at: position) ? line.content.upperBound : line.content.lowerBound)
    }

    override func position(
        from position: UITextPosition, toBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextPosition? {
        guard granularity == .line, let core else {
            return super.position(from: position, toBoundary: granularity, inDirection: direction)
        }
        let isForward = isForward(direction, at: position)
        guard let line = line(at: position, direction) else { return nil }
        let offset = core.offset(of: position)
        if isForward {
            if offset < line.content.upperBound {
                return TextPosition(TextPlace(offset: line.content.upperBound, affinity: .backward))
            }
            guard offset < core.length else { return nil }
            let next = core.flow.line(at: TextPlace(offset: min(core.length, line.range.upperBound)))
            return TextPosition(TextPlace(offset: max(offset + 1, next.content.upperBound), affinity: .backward))
        }
        if offset > line.content.lowerBound { return TextPosition(TextPlace(offset: line.content.lowerBound)) }
        guard offset > 0 else { return nil }
        return TextPosition(TextPlace(offset: core.flow.line(at: TextPlace(offset: offset - 1)).content.lowerBound))
    }
}
