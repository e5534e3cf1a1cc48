public import Foundation
import TileDrawing
import TileGraphics
import TileLayers

/// The text input of a screen, for a client with a keyboard, such as a viewer in a browser, an event injector or a
/// test.
///
///     let host = screen.textInput
///     host.changeHandler = { state in push(state) }    // told at most once a frame
///     host.insertText("Zürich")
///     host.setMarkedText("か", selection: 1..<1)        // an input method composes …
///     host.insertText("蚊")                              // … and settles it
///     host.press(UIKey(characters: "", modifierFlags: .shift, keyCode: .keyboardLeftArrow))
///
/// It operates on the first responder of the screen's key window if that is a `UIKeyInput` or a `UITextInput`.
/// Insertions and deletions are handled like those of a keyboard in UIKit: the responder's
/// `shouldChangeText(in:replacementText:)` is called first. All ranges are in UTF-16 units of the whole text. Input is
/// untrusted and never traps: ranges are clamped to the text, and calls that do not apply have no effect. Each method
/// returns whether it had one.
///
/// The host belongs to the screen's thread.
public final class TextInputHost {
    /// The amount of text around the selection in a state, in UTF-16 units on each side.
    public static let reach = 1024
    /// The maximum length of an insertion in UTF-16 units. Longer text is truncated.
    public static let maxInsertion = 1 << 20

    private weak var stage: UIScreen?
    private weak var responder: UIResponder?
    private var number = 0
    private var isMarked = false
    private var told = TextInputState()

    init(of screen: UIScreen) {
        stage = screen
        screen.layerHost.add(self, isHeld: true)
        follow(current)
    }

    /// Called after a frame in which `state` has changed, and with the current state after it is set.
    public var changeHandler: ((TextInputState) -> Void)? {
        didSet {
            told = TextInputState()
            note()
        }
    }

    private var window: UIWindow? { stage?.keyWindow }
    private var current: UIResponder? { window?.firstResponder }

    /// The current receiver of text.
    var keyInput: (any UIKeyInput)? { current as? any UIKeyInput }
    var textInput: (any UITextInput)? { current as? any UITextInput }

    /// Updates the receiver of text input to another responder, possibly in another window.
    func follow(_ new: UIResponder?) {
        guard new !== responder else { return }
        if let old = responder as? any UITextInput, old.inputDelegate === self { old.inputDelegate = nil }
        responder = new
        number += 1
        (new as? any UITextInput)?.inputDelegate = self
        note()
    }

    /// Records a change of the state for text that does not report it to its `inputDelegate`.
    package func note() {
        isMarked = true
        if changeHandler != nil { stage?.layerHost.noteChange() }
    }

    // MARK: State

    /// The current state.
    ///
    /// - Complexity: O(n) for n UTF-16 units of text around the selection.
    public var state: TextInputState {
        follow(current)
        var state = TextInputState()
        state.number = number
        guard let input = keyInput else { return state }
        state.kind = .keys
        state.traits = TextInputTraits(input)
        state.hasText = input.hasText
        state.commands = commands
        if let view = current?.chainView { state.inputRect = view.placeOnScreen }
        guard let text = textInput else { return state }
        state.kind = .text
        state.isEditable = text.isEditable
        state.length = text.textLength
        state.selection = text.offsets(of: text.selectedTextRange)
        state.marked = text.offsets(of: text.markedTextRange)
        state.inputRect = text.textInputView.placeOnScreen
        state.caretRect = caretRect
        guard !state.traits.isSecure else { return state }
        let selection = state.selection ?? 0..<0
        let low = max(0, selection.lowerBound - Self.reach)
        let high = min(state.length, selection.upperBound + Self.reach)
        // The two ends of a long selection would suffice, but hosts need contiguous text.
        let range = text.whole(low..<min(high, low + 8 * Self.reach))
        state.textStart = range.lowerBound
        state.text = text.range(range).flatMap { text.text(in: $0) } ?? ""
        return state
    }

    private var caretRect: CGRect? {
        guard let text = textInput, let end = text.selectedTextRange?.end else { return nil }
        let rect = text.caretRect(for: end)
        guard rect.minX.isFinite, rect.minY.isFinite, rect.width.isFinite, rect.height.isFinite else { return nil }
        let view = text.textInputView
        guard let window = view.window else { return nil }
        return window.convert(view.convert(rect, to: window), to: nil as UIWindow?)
    }

    private var commands: TextInputState.Commands {
        var commands: TextInputState.Commands = []
        let names: [(String, TextInputState.Commands)] = [
            ("cut:", .cut), ("copy:", .copy), ("paste:", .paste), ("selectAll:", .selectAll),
        ]
        for (name, command) in names
        where current?.canPerformAction(Selector(name), withSender: nil) == true { commands.insert(command) }
        if current?.undoManager?.canUndo == true { commands.insert(.undo) }
        if current?.undoManager?.canRedo == true { commands.insert(.redo) }
        return commands
    }

    // MARK: Typing

    /// Inserts text in place of the marked text or the selection. A single line break is the return key.
    @discardableResult
    public func insertText(_ text: String) -> Bool { current?.typeText(text.cut(to: Self.maxInsertion)) ?? false }

    /// Deletes the selection, or the character before the caret.
    @discardableResult
    public func deleteBackward() -> Bool { current?.deleteText(.character, isForward: false) ?? false }

    /// Deletes the selection, or the character after the caret.
    @discardableResult
    public func deleteForward() -> Bool { current?.deleteText(.character, isForward: true) ?? false }

    /// Replaces a range of the text.
    @discardableResult
    public func replace(_ range: Range<Int>, with text: String) -> Bool {
        guard let input = textInput, input.isEditable, let range = input.range(range) else { return false }
        let text = text.cut(to: Self.maxInsertion)
        guard input.shouldChangeText(in: range, replacementText: text) else { return false }
        input.replace(range, withText: text)
        return true
    }

    // MARK: Marked text

    /// Sets the text that an input method is composing. It replaces the marked text or the selection; an empty text
    /// removes it.
    ///
    /// - Parameter selection: The selection in the marked text.
    @discardableResult
    public func setMarkedText(_ text: String, selection: Range<Int>? = nil) -> Bool {
        guard let input = textInput, input.isEditable else { return false }
        let text = text.cut(to: Self.maxInsertion)
        guard let range = input.markedTextRange ?? input.selectedTextRange,
            input.markedTextRange != nil || input.shouldChangeText(in: range, replacementText: text)
        else { return false }
        let length = text.utf16.count
        let wanted = selection ?? length..<length
        let low = min(max(0, wanted.lowerBound), length)
        let high = min(max(low, wanted.upperBound), length)
        input.setMarkedText(text, selectedRange: NSRange(location: low, length: high - low))
        return true
    }

    /// Commits the marked text.
    @discardableResult
    public func commitMarkedText() -> Bool {
        guard let input = textInput, input.markedTextRange != nil else { return false }
        input.unmarkText()
        return true
    }

    // MARK: Selection

    /// Selects a range of the text, or moves the caret.
    @discardableResult
    public func setSelection(_ range: Range<Int>) -> Bool {
        guard let input = textInput, let range = input.range(range) else { return false }
        input.selectedTextRange = range
        window?.textMotion = TextMotion()
        return true
    }

    // MARK: Keys and commands

    /// Simulates a keystroke. Key commands of the program are handled first, then the edited text. That handles arrows
    /// (with shift, option and command), return, tab, escape, both deletion keys, and the commands A, C, X, V, Z and
    /// shift Z.
    public func press(_ key: UIKey, timestamp: TimeInterval? = nil) {
        guard let stage else { return }
        let time = timestamp ?? stage.clock.now
        let press = UIPress(key: key, timestamp: time)
        let event = UIPressesEvent(presses: [press], timestamp: time, modifierFlags: key.modifierFlags)
        stage.sendEvent(event)
        press.change(to: .ended, timestamp: time)
        stage.sendEvent(event)
    }

    /// Copies the selected text to the screen's pasteboard and returns it. Returns nil if there is nothing to copy.
    @discardableResult
    public func copy() -> String? { takeText(by: "copy:") }

    /// Copies the selected text to the screen's pasteboard, deletes it and returns it. Returns nil if there is nothing
    /// to cut.
    @discardableResult
    public func cut() -> String? { takeText(by: "cut:") }

    private func takeText(by action: Selector) -> String? {
        guard let stage, current?.canPerformAction(action, withSender: nil) == true else { return nil }
        let before = stage.pasteboard.changeCount
        current?.performEditAction(action)
        return stage.pasteboard.changeCount == before ? nil : stage.pasteboard.string
    }

    /// Puts text on the screen's pasteboard and pastes it.
    @discardableResult
    public func paste(_ text: String) -> Bool {
        guard let stage else { return false }
        stage.pasteboard.string = text.cut(to: Self.maxInsertion)
        guard current?.canPerformAction("paste:", withSender: nil) == true else { return false }
        current?.performEditAction("paste:")
        return true
    }

    @discardableResult
    public func selectAll() -> Bool {
        guard current?.canPerformAction("selectAll:", withSender: nil) == true else { return false }
        current?.performEditAction("selectAll:")
        return true
    }

    @discardableResult
    public func undo() -> Bool { current?.undoOnce() ?? false }

    @discardableResult
    public func redo() -> Bool { current?.redoOnce() ?? false }

    /// Dismisses the keyboard: the receiver of text resigns as first responder if it can.
    @discardableResult
    public func dismiss() -> Bool { keyInput != nil && current?.resignFirstResponder() == true }
}

extension TextInputHost: UITextInputDelegate {
    public func selectionWillChange(_ textInput: (any UITextInput)?) {}
    public func selectionDidChange(_ textInput: (any UITextInput)?) { note() }
    public func textWillChange(_ textInput: (any UITextInput)?) {}
    public func textDidChange(_ textInput: (any UITextInput)?) { note() }
}

extension TextInputHost: FrameParticipant {
    package var frameStage: FrameStage { .commit }
    package var wantsFrame: Bool { isMarked && changeHandler != nil }

    /// Reports changes of the state. Layout and scrolling also move the caret, so its position is compared in every
    /// frame; the rest of the state is read only after changes.
    package func takePart(in host: LayerHost, at time: TimeInterval) {
        guard let changeHandler else { return isMarked = false }
        if current !== responder { follow(current) }
        guard isMarked || keyInput != nil && caretRect != told.caretRect else { return }
        isMarked = false
        let now = state
        guard now != told else { return }
        told = now
        changeHandler(now)
    }
}

extension String {
    /// Returns the text truncated to a number of UTF-16 units, without splitting a character.
    func cut(to length: Int) -> String {
        guard utf16.count > length else { return self }
        let end = utf16.index(startIndex, offsetBy: length)
        return String(self[..<rangeOfComposedCharacterSequence(at: end).lowerBound])
    }
}

extension UITextInput {
    /// Returns a range extended so that it does not split surrogate pairs.
    fileprivate func whole(_ offsets: Range<Int>) -> Range<Int> {
        func isWithinPair(_ place: Int) -> Bool {
            guard place > 0, place < textLength, let pair = range(place - 1..<place + 1),
                let text = text(in: pair)
            else { return false }
            return text.utf16.count == 2 && text.unicodeScalars.count == 1
        }
        let low = isWithinPair(offsets.lowerBound) ? offsets.lowerBound - 1 : offsets.lowerBound
        let high = isWithinPair(offsets.upperBound) ? offsets.upperBound + 1 : offsets.upperBound
        return low..<max(low, high)
    }
}
