public import Foundation

/// What a host with a keyboard has to know of the text that is being edited: a value, so that it can be compared and
/// sent.
public struct TextInputState: Equatable, Sendable {
    /// What takes what is typed.
    public enum Kind: Hashable, Sendable {
        /// Nothing: keys are commands and presses only.
        case none
        /// A `UIKeyInput`: it takes text and deletions, and says nothing of its text.
        case keys
        /// A `UITextInput`.
        case text
    }

    /// What can be done to the text now.
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
    /// Counts up each time another responder takes what is typed: two states of one number are of one text.
    public var number = 0
    public var traits = TextInputTraits()
    /// False for a text that can only be selected and copied.
    public var isEditable = true
    public var hasText = false
    /// In UTF-16 units.
    public var length = 0
    /// The text around the selection, `TextInputHost.reach` units on each side of its ends, never half a surrogate
    /// pair; empty for a secure text.
    public var text = ""
    /// Where `text` begins in the whole, in UTF-16 units.
    public var textStart = 0
    /// In UTF-16 units; empty for a caret, nil for no selection.
    public var selection: Range<Int>?
    /// What the input method has not settled, in UTF-16 units.
    public var marked: Range<Int>?
    /// Where the caret is, or would be at the selection's end, in the screen's points.
    public var caretRect: CGRect?
    /// Where the text is, in the screen's points: beside it, or over it, is the place for a host's own field.
    public var inputRect: CGRect?
    public var commands: Commands = []

    public init() {}
}

/// The traits of a text as a value; see `UITextInputTraits`.
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
    /// Whether the return key makes a line: false for a text of one line, where it is for the program.
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

/// A text input whose text is one line.
package protocol SingleLineInput: AnyObject {}
