import Foundation
public import TileEngine
import TileSupport
import TileViews

/// The text input of a tree: reports its state and applies text that is typed elsewhere.
final class ContentKeyboard: Sendable {
    private struct State {
        /// A Boolean value that indicates whether the tree reports its text input, which starts with the first
        /// listener.
        var isListening = false
        var newest = ContentTypingState(number: 0, isActive: false)
        var all: [Int: @Sendable (ContentTypingState) -> Void] = [:]
        var next = 0
    }

    private let state = Lock(State())

    /// Adds a listener.
    ///
    /// - Returns: The number of the listener, and whether the tree must start to report its text input.
    func add(_ onChange: @escaping @Sendable (ContentTypingState) -> Void) -> (number: Int, begins: Bool) {
        state.withLock { state in
            defer { (state.next, state.isListening) = (state.next + 1, true) }
            state.all[state.next] = onChange
            return (state.next, !state.isListening)
        }
    }

    func remove(_ number: Int) { _ = state.withLock { $0.all.removeValue(forKey: number) } }

    /// Sends a listener the current state if there is text to edit.
    func sendNewest(to number: Int) {
        let (newest, onChange) = state.withLock { ($0.newest, $0.all[number]) }
        if newest.isActive { onChange?(newest) }
    }

    /// Stores a new state and sends it to every listener.
    func send(_ new: ContentTypingState) {
        let all = state.withLock { state in
            state.newest = new
            return Array(state.all.values)
        }
        for each in all { each(new) }
    }

    func play(_ edits: [ContentTyping], into number: Int, _ host: TextInputHost) {
        for edit in edits {
            // A previous edit can have moved the focus to another text.
            guard host.state.number == number else { return }
            switch edit {
            case .insert(let text): host.insertText(text)
            case .mark(let text, let selection): host.setMarkedText(text, selection: selection)
            case .settle: host.commitMarkedText()
            case .delete(let isForward): _ = isForward ? host.deleteForward() : host.deleteBackward()
            case .replace(let range, let text): host.replace(range, with: text)
            case .select(let range): host.setSelection(range)
            case .paste(let text): host.paste(text)
            case .key(let key, let modifiers): host.press(UIKey(key, modifiers))
            case .undo: host.undo()
            case .redo: host.redo()
            case .dismiss: host.dismiss()
            }
        }
    }
}

extension UIKey {
    fileprivate convenience init(_ key: ContentTyping.Key, _ modifiers: ContentTyping.Modifiers) {
        let code: UIKeyboardHIDUsage =
            switch key {
            case .left: .keyboardLeftArrow
            case .right: .keyboardRightArrow
            case .up: .keyboardUpArrow
            case .down: .keyboardDownArrow
            case .home: .keyboardHome
            case .end: .keyboardEnd
            case .pageUp: .keyboardPageUp
            case .pageDown: .keyboardPageDown
            case .tab: .keyboardTab
            case .escape: .keyboardEscape
            }
        var flags: UIKeyModifierFlags = []
        if modifiers.contains(.shift) { flags.insert(.shift) }
        if modifiers.contains(.control) { flags.insert(.control) }
        if modifiers.contains(.option) { flags.insert(.alternate) }
        if modifiers.contains(.command) { flags.insert(.command) }
        self.init(characters: key == .tab ? "\t" : "", modifierFlags: flags, keyCode: code)
    }
}

extension ContentTypingState {
    init(_ state: TextInputState) {
        self.init(number: state.number, isActive: state.kind != .none)
        guard isActive else { return }
        (text, start, length) = (state.text, state.textStart, state.length)
        (selection, marked) = (state.selection, state.marked)
        (caret, place) = (state.caretRect, state.inputRect)
        (isEditable, isMultiline) = (state.isEditable, state.traits.isMultiline)
        isSecret = state.traits.isSecure
        mode =
            switch state.traits.keyboard {
            case .numberPad, .asciiCapableNumberPad: .numeric
            case .decimalPad: .decimal
            case .phonePad, .namePhonePad: .tel
            case .emailAddress: .email
            case .URL: .url
            case .webSearch: .search
            default: .text
            }
        returnKey =
            switch state.traits.returnKey {
            case .done: .done
            case .go, .join, .route: .go
            case .next, .continue: .next
            case .search, .google, .yahoo: .search
            case .send: .send
            default: .enter
            }
        capitals =
            switch state.traits.autocapitalization {
            case .none: .none
            case .words: .words
            case .allCharacters: .characters
            default: .sentences
            }
        corrects = state.traits.autocorrection != .no && !isSecret
        checksSpelling = state.traits.spellChecking != .no && !isSecret
    }
}

extension ViewSource: TypableTileSource {
    /// Applies edits to the tree's first responder. All viewers share it.
    public func type(_ edits: [ContentTyping], into number: Int) {
        settle()
        change(isOwn: true) { [keyboard] in keyboard.play(edits, into: number, $0.screen.textInput) }
    }

    public func subscribeToTyping(
        _ onChange: @escaping @Sendable (ContentTypingState) -> Void
    ) -> TileChangeSubscription {
        let (number, begins) = keyboard.add(onChange)
        if begins {
            change { [keyboard] stage in
                stage.screen.textInput.changeHandler = { keyboard.send(ContentTypingState($0)) }
            }
        } else {
            keyboard.sendNewest(to: number)
        }
        return TileChangeSubscription { [keyboard] in keyboard.remove(number) }
    }
}
