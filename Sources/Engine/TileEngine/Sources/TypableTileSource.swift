public import Foundation

/// A source that accepts typed text, for example a tree of views with text fields.
public protocol TypableTileSource: TouchableTileSource {
    /// Applies edits in order. Subscribers are notified of visual changes before this returns.
    ///
    /// - Parameter number: The number of the text that the edits are for (`ContentTypingState.number`). Edits are
    ///   ignored if another text is being edited by now.
    func type(_ edits: [ContentTyping], into number: Int)

    /// Calls `onChange` with the typing state immediately and after each change, until the subscription is released.
    func subscribeToTyping(_ onChange: @escaping @Sendable (ContentTypingState) -> Void) -> TileChangeSubscription
}

/// An edit made with a keyboard or an input method. Ranges are in UTF-16 units of the whole text, and are clamped to
/// it.
public enum ContentTyping: Hashable, Sendable, Codable {
    /// Replaces the marked text, or else the selection. A line break by itself is the return key.
    case insert(String)
    /// Sets the marked text that an input method has composed so far, and the selection in it.
    case mark(String, selection: Range<Int>)
    /// Keeps the marked text as it is and unmarks it.
    case settle
    /// Deletes the selection, or the character beside the caret.
    case delete(isForward: Bool)
    case replace(Range<Int>, with: String)
    case select(Range<Int>)
    case paste(String)
    case key(Key, Modifiers)
    case undo
    case redo
    /// Dismisses the keyboard.
    case dismiss

    /// Keys that produce no text.
    public enum Key: String, Hashable, Sendable, CaseIterable, Codable {
        case left, right, up, down, home, end, pageUp, pageDown, tab, escape
    }

    public struct Modifiers: OptionSet, Hashable, Sendable, Codable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let shift = Modifiers(rawValue: 1)
        public static let control = Modifiers(rawValue: 2)
        public static let option = Modifiers(rawValue: 4)
        public static let command = Modifiers(rawValue: 8)
    }
}

/// The state of text editing that a keyboard or an input method needs.
public struct ContentTypingState: Hashable, Sendable, Codable {
    /// The kind of keyboard: HTML's `inputmode`.
    public enum Mode: String, Hashable, Sendable, Codable {
        case text, decimal, numeric, tel, search, email, url
    }

    /// The label of the return key: HTML's `enterkeyhint`.
    public enum ReturnKey: String, Hashable, Sendable, Codable {
        case enter, done, go, next, search, send
    }

    /// The automatic capitalization: HTML's `autocapitalize`.
    public enum Capitals: String, Hashable, Sendable, Codable {
        case none, words, sentences, characters
    }

    /// The text's number, which increases with each text that begins editing.
    public var number: Int
    /// Whether a text is being edited.
    public var isActive: Bool
    /// A part of the text around the selection; empty for secure text.
    public var text = ""
    /// The start of that part, in UTF-16 units.
    public var start = 0
    /// The length of the whole text, in UTF-16 units.
    public var length = 0
    public var selection: Range<Int>?
    public var marked: Range<Int>?
    /// The rects of the caret and of the text, in content units.
    public var caret: CGRect?
    public var place: CGRect?
    public var isSecret = false
    public var isEditable = true
    /// Whether the return key inserts a line break.
    public var isMultiline = true
    public var mode = Mode.text
    public var returnKey = ReturnKey.enter
    public var capitals = Capitals.sentences
    public var corrects = true
    public var checksSpelling = true

    public init(number: Int, isActive: Bool) { (self.number, self.isActive) = (number, isActive) }
}
