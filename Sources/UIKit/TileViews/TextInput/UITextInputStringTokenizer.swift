public import Foundation

/// A tokenizer with the rules of Unicode: characters, words and sentences as in UAX 29, and paragraphs. Lines are those
/// of the text, not of its layout; subclasses that know the layout override this.
///
/// It reads only as much text as necessary to find a boundary.
open class UITextInputStringTokenizer: NSObject, UITextInputTokenizer {
    private weak var textInput: (any UITextInput)?

    /// Creates a tokenizer. The text is held weakly; an object that is not a `UITextInput` has no units.
    public init(textInput: any UIResponder & UITextInput) { self.textInput = textInput }

    /// Returns whether a direction is that of the stored text.
    package final func isForward(_ direction: UITextDirection, at position: UITextPosition) -> Bool {
        switch direction.rawValue {
        case UITextStorageDirection.forward.rawValue, UITextLayoutDirection.down.rawValue: return true
        case UITextStorageDirection.backward.rawValue, UITextLayoutDirection.up.rawValue: return false
        default:
            let isRight = direction.rawValue == UITextLayoutDirection.right.rawValue
            return isRight != (textInput?.baseWritingDirection(for: position, in: .forward) == .rightToLeft)
        }
    }

    /// Calls a closure with sections of text of increasing length around an offset, until the result is final or the
    /// text ends.
    private func search<Answer>(
        around offset: Int, _ body: (TextStretch) -> (answer: Answer?, isFinal: Bool)
    ) -> Answer? {
        guard let textInput else { return nil }
        var reach = TextStretch.firstReach
        while let stretch = TextStretch(of: textInput, around: offset, reach: reach) {
            let (answer, isFinal) = body(stretch)
            if isFinal || reach >= TextStretch.maxReach { return answer }
            reach *= 8
        }
        return nil
    }

    open func rangeEnclosingPosition(
        _ position: UITextPosition, with granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextRange? {
        guard let textInput else { return nil }
        if granularity == .document { return textInput.range(0..<textInput.textLength) }
        let (offset, isForward) = (textInput.textOffset(of: position), isForward(direction, at: position))
        let unit: Range<Int>? = search(around: offset) { stretch in
            guard let unit = stretch.unit(at: offset, granularity, isForward: isForward) else { return (nil, true) }
            let isCut =
                unit.lowerBound == stretch.start && !stretch.isAtStart
                || unit.upperBound == stretch.start + stretch.units.count && !stretch.isAtEnd
            return (unit, !isCut)
        }
        return unit.flatMap { textInput.range($0) }
    }

    open func isPosition(
        _ position: UITextPosition, atBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> Bool {
        guard let textInput else { return false }
        let (offset, isForward) = (textInput.textOffset(of: position), isForward(direction, at: position))
        if granularity == .document { return offset == (isForward ? textInput.textLength : 0) }
        return search(around: offset) { stretch in
            (stretch.isBoundary(offset - stretch.start, granularity, isForward: isForward), true)
        } ?? false
    }

    open func position(
        from position: UITextPosition, toBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextPosition? {
        guard let textInput else { return nil }
        let (offset, isForward) = (textInput.textOffset(of: position), isForward(direction, at: position))
        let length = textInput.textLength
        guard isForward ? offset < length : offset > 0 else { return nil }
        if granularity == .document { return textInput.textPosition(at: isForward ? length : 0) }
        let found: Int? = search(around: offset) { stretch in
            let found = stretch.boundary(from: offset, granularity, isForward: isForward)
            return (found, found != nil || !stretch.isCut(isForward: isForward))
        }
        return textInput.textPosition(at: found ?? (isForward ? length : 0))
    }

    open func isPosition(
        _ position: UITextPosition, withinTextUnit granularity: UITextGranularity,
        inDirection direction: UITextDirection
    ) -> Bool {
        rangeEnclosingPosition(position, with: granularity, inDirection: direction) != nil
    }
}
