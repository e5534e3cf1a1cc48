public import Foundation

/// The state of the edited text as a host with a keyboard needs it. It is a value that can be compared and sent.
public struct TextInputState: Equatable, Sendable {
    /// The kind of text receiver.
    public enum Kind: Hashable, Sendable {
        /// No receiver: keys are only commands and presses.
        case none
        /// A `UIKeyInput`, which accepts insertions and deletions but does not expose its text.
        case keys
        /// A `UITextInput`.
        case text
    }

    /// The editing commands that are currently available.
    public struct Commands: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let cut = Commands(rawValue: 1 << 0)
        public static let copy = Commands(rawValue: 1 << 1)
        public static let paste = Commands(rawValue: 1 << 2)
        public static let selectAll = Commands(rawValue: 1 << 3)
        public static let undo = Commands(rawValue: 1 << 4)
        public static let redo = Commands(rawValue: 1 << 5)
    }

    public var kind = Kind.none
    /// A number that increases when another responder receives text input. Two states with the same number belong to
    /// the same text.
    public var number = 0
    public var traits = TextInputTraits()
    /// A Boolean value that indicates whether the text can be edited rather than only selected and copied.
    public var isEditable = true
    public var hasText = false
    /// The length of the text in UTF-16 units.
    public var length = 0
    /// The text around the selection, with `TextInputHost.reach` units on each side. It never contains half a surrogate
    /// pair, and is empty for a secure text.
    public var text = ""
    /// The offset of `text` in the whole text, in UTF-16 units.
    public var textStart = 0
    /// The selection in UTF-16 units. An empty range is a caret; nil means no selection.
    public var selection: Range<Int>?
    /// The marked text of an input method, in UTF-16 units.
    public var marked: Range<Int>?
    /// The caret, or the end of the selection, in points of the screen.
    public var caretRect: CGRect?
    /// The area of the text in points of the screen, at which a host can place a text field of its own.
    public var inputRect: CGRect?
    public var commands: Commands = []

    public init() {}
}

/// The traits of a text input as a value; see `UITextInputTraits`.
public struct TextInputTraits: Equatable, Sendable {
    public var autocapitalization = UITextAutocapitalizationType.sentences
    public var autocorrection = UITextAutocorrectionType.default
    public var spellChecking = UITextSpellCheckingType.default
    public var keyboard = UIKeyboardType.default
    public var appearance = UIKeyboardAppearance.default
    public var returnKey = UIReturnKeyType.default
    public var enablesReturnKeyAutomatically = false
    public var isSecure = false
    public var contentType: UITextContentType?
    /// A Boolean value that indicates whether the return key inserts a line break. In a single-line text it is handled
    /// by the program.
    public var isMultiline = true

    public init() {}

    init(_ input: any UIKeyInput) {
        autocapitalization = input.autocapitalizationType
        autocorrection = input.autocorrectionType
        spellChecking = input.spellCheckingType
        keyboard = input.keyboardType
        appearance = input.keyboardAppearance
        returnKey = input.returnKeyType
        enablesReturnKeyAutomatically = input.enablesReturnKeyAutomatically
        isSecure = input.isSecureTextEntry
        contentType = input.textContentType
        isMultiline = !(input is any SingleLineInput)
    }
}

/// A text input with a single line of text.
package protocol SingleLineInput: AnyObject {}
