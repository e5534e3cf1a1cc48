import Foundation
import TileGraphics

// The effects of keys on the text of a first responder. As in UIKit, a responder that overrides `pressesBegan(_:with:)`
// without calling super disables them.
extension UIResponder {
    /// Inserts text if the responder allows it. Returns false if the responder does not accept text.
    func typeText(_ text: String) -> Bool {
        guard let keys = self as? any UIKeyInput, !text.isEmpty else { return false }
        if let input = self as? any UITextInput {
            guard input.isEditable else { return false }
            if let range = input.markedTextRange ?? input.selectedTextRange,
                !(text == "\n" && input is any SingleLineInput),
                !input.shouldChangeText(in: range, replacementText: text)
            {
                return false
            }
        }
        keys.insertText(text)
        return true
    }

    /// Deletes the selection, or the text from the caret to a boundary.
    func deleteText(_ granularity: UITextGranularity, isForward: Bool) -> Bool {
        guard let input = self as? any UITextInput else {
            guard let keys = self as? any UIKeyInput, !isForward else { return false }
            keys.deleteBackward()
            return true
        }
        guard input.isEditable, let selection = input.markedTextRange ?? input.selectedTextRange else { return false }
        var range = selection
        if selection.isEmpty {
            let direction = UITextDirection.storage(isForward ? .forward : .backward)
            let caret = selection.start
            guard
                let end = input.tokenizer.position(from: caret, toBoundary: granularity, inDirection: direction),
                let found = isForward ? input.textRange(from: caret, to: end) : input.textRange(from: end, to: caret)
            else {
                // A subclass that keeps empty text may still need to handle the key.
                if !isForward { input.deleteBackward() }
                return false
            }
            range = found
        }
        guard input.shouldChangeText(in: range, replacementText: "") else { return false }
        if !isForward, granularity == .character || !selection.isEmpty {
            input.deleteBackward()
        } else {
            input.replace(range, withText: "")
        }
        return true
    }

    func performEditAction(_ action: Selector) {
        switch action.name {
        case "cut:": cut(nil)
        case "copy:": copy(nil)
        case "paste:": paste(nil)
        case "selectAll:": selectAll(nil)
        default: break
        }
    }

    func undoOnce() -> Bool {
        guard let undoManager, undoManager.canUndo else { return false }
        undoManager.undo()
        return true
    }

    func redoOnce() -> Bool {
        guard let undoManager, undoManager.canRedo else { return false }
        undoManager.redo()
        return true
    }

    /// Returns the presses that are not keys for the edited text.
    func typeKeys(_ presses: Set<UIPress>) -> Set<UIPress> {
        guard self is any UIKeyInput, isFirstResponder else { return presses }
        let ordered = presses.sorted { $0.timestamp < $1.timestamp }
        return Set(ordered.filter { press in press.key.map { !type($0) } ?? true })
    }

    private func type(_ key: UIKey) -> Bool {
        let flags = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
        if let unit = key.arrow {
            guard !flags.contains(.control) else { return false }
            return moveCaret(TextStep(unit: flags.unit(for: unit), direction: unit), extends: flags.contains(.shift))
        }
        let extends = flags.contains(.shift)
        switch key.keyCode {
        case .keyboardHome: return moveCaret(TextStep(unit: .document, direction: .up), extends: extends)
        case .keyboardEnd: return moveCaret(TextStep(unit: .document, direction: .down), extends: extends)
        case .keyboardPageUp: return moveCaret(TextStep(unit: .page, direction: .up), extends: extends)
        case .keyboardPageDown: return moveCaret(TextStep(unit: .page, direction: .down), extends: extends)
        case .keyboardDeleteOrBackspace, .keyboardDeleteForward:
            let isForward = key.keyCode == .keyboardDeleteForward
            let granularity: UITextGranularity =
                flags.contains(.command) ? .line : flags.contains(.alternate) ? .word : .character
            _ = deleteText(granularity, isForward: isForward)
            return true
        case .keyboardReturnOrEnter, .keypadEnter:
            guard flags.isDisjoint(with: [.command, .control]) else { return false }
            return typeText("\n")
        case .keyboardTab:
            return flags.isEmpty && !(self is any SingleLineInput) && typeText("\t")
        case .keyboardEscape:
            guard let input = self as? any UITextInput, input.markedTextRange != nil else { return false }
            input.unmarkText()
            return true
        default: break
        }
        if flags.contains(.command) { return performShortcut(key, flags) }
        guard !flags.contains(.control), !key.characters.isEmpty, !key.characters.hasPrefix("UIKeyInput"),
            key.characters.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { return false }
        return typeText(key.characters)
    }

    private func performShortcut(_ key: UIKey, _ flags: UIKeyModifierFlags) -> Bool {
        let action: Selector
        switch (key.charactersIgnoringModifiers.lowercased(), flags.subtracting(.command)) {
        case ("a", []): action = "selectAll:"
        case ("c", []): action = "copy:"
        case ("x", []): action = "cut:"
        case ("v", []): action = "paste:"
        case ("z", []): return undoOnce()
        case ("z", .shift): return redoOnce()
        default: return false
        }
        guard canPerformAction(action, withSender: nil) else { return false }
        performEditAction(action)
        return true
    }
}

extension UIKey {
    fileprivate var arrow: UITextLayoutDirection? {
        switch keyCode {
        case .keyboardLeftArrow: .left
        case .keyboardRightArrow: .right
        case .keyboardUpArrow: .up
        case .keyboardDownArrow: .down
        default: nil
        }
    }
}

extension UIKeyModifierFlags {
    /// Returns the distance that an arrow key moves with the modifier keys, as on a Mac.
    fileprivate func unit(for direction: UITextLayoutDirection) -> TextStep.Unit {
        let isAcross = direction == .left || direction == .right
        if contains(.command) { return isAcross ? .lineEnd : .document }
        if contains(.alternate) { return isAcross ? .word : .paragraph }
        return isAcross ? .character : .line
    }
}
