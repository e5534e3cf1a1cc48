import Foundation
import TileDrawing

/// The state of caret movements in a window: the end of the selection that stays, and the column for movements between
/// lines.
struct TextMotion {
    /// The selection after the last movement. If the current selection differs, the state is discarded.
    var selection: Range<Int>?
    /// The end that stays when the selection is extended.
    var anchor = 0
    /// The x coordinate in the text input view.
    var column: CGFloat?
}

/// The distance and direction of a caret movement.
struct TextStep {
    enum Unit { case character, word, lineEnd, line, paragraph, page, document }

    var unit: Unit
    var direction: UITextLayoutDirection
}

extension UIResponder {
    /// Moves the caret or an end of the selection. Returns false if there is no text.
    func moveCaret(_ step: TextStep, extends: Bool) -> Bool {
        guard let input = self as? any UITextInput, let window = chainWindow,
            let selection = input.offsets(of: input.selectedTextRange)
        else { return false }
        if input.markedTextRange != nil { input.unmarkText() }
        var motion = window.textMotion
        let isBack = step.goesBack(in: input)
        if motion.selection != selection {
            motion = TextMotion()
            motion.anchor = isBack ? selection.upperBound : selection.lowerBound
        }
        let head = motion.anchor == selection.lowerBound ? selection.upperBound : selection.lowerBound
        if !extends, !selection.isEmpty, step.unit == .character {
            // The selection collapses to its end in that direction.
            let end = isBack ? selection.lowerBound : selection.upperBound
            window.textMotion = TextMotion()
            if let range = input.range(end..<end) { input.selectedTextRange = range }
            return true
        }
        let start = extends ? head : isBack ? selection.lowerBound : selection.upperBound
        guard let position = input.textPosition(at: start) else { return false }
        let isVertical = step.unit == .line || step.unit == .page
        let column = isVertical ? motion.column ?? input.caretRect(for: position).midX : nil
        let target = input.position(from: position, by: step, column: column)
        let place = target.map { input.textOffset(of: $0) } ?? start
        let anchor = extends ? motion.anchor : place
        if let range = input.range(min(anchor, place)..<max(anchor, place)) {
            if let target, !extends, let exact = input.textRange(from: target, to: target) {
                input.selectedTextRange = exact
            } else {
                input.selectedTextRange = range
            }
        }
        motion.selection = input.offsets(of: input.selectedTextRange)
        motion.anchor = anchor
        motion.column = column
        window.textMotion = motion
        return true
    }
}

extension TextStep {
    /// Returns whether the step moves towards the beginning of the text.
    fileprivate func goesBack(in input: any UITextInput) -> Bool {
        switch direction {
        case .up: return true
        case .down: return false
        case .left, .right:
            let caret = input.selectedTextRange?.start ?? input.beginningOfDocument
            return (direction == .left) != (input.baseWritingDirection(for: caret, in: .forward) == .rightToLeft)
        }
    }
}

extension UITextInput {
    fileprivate func position(from position: UITextPosition, by step: TextStep, column: CGFloat?) -> UITextPosition? {
        let isBack = step.goesBack(in: self)
        let storage = UITextDirection.storage(isBack ? .backward : .forward)
        switch step.unit {
        case .character: return self.position(from: position, in: step.direction, offset: 1)
        case .word: return tokenizer.position(from: position, toBoundary: .word, inDirection: storage)
        case .lineEnd:
            if tokenizer.isPosition(position, atBoundary: .line, inDirection: storage) { return position }
            return tokenizer.position(from: position, toBoundary: .line, inDirection: storage)
        case .paragraph:
            return tokenizer.position(from: position, toBoundary: .paragraph, inDirection: storage)
        case .document: return isBack ? beginningOfDocument : endOfDocument
        case .line:
            guard let next = self.position(from: position, in: step.direction, offset: 1) else {
                return isBack ? beginningOfDocument : endOfDocument
            }
            guard let column else { return next }
            let row = caretRect(for: next)
            return closestPosition(to: CGPoint(x: column, y: row.midY)) ?? next
        case .page:
            let caret = caretRect(for: position)
            let height = max(caret.height, textInputView.bounds.height - caret.height)
            let y = caret.midY + (isBack ? -height : height)
            return closestPosition(to: CGPoint(x: column ?? caret.midX, y: y))
        }
    }
}
