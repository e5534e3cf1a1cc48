public import Foundation

/// A source that is typed in: a tree of views with text fields, say.
public protocol TypableTileSource: TouchableTileSource {
    /// Does what is typed, in this order. What looks different then is told as any change is, before this returns.
    ///
    /// - Parameter number: of the text that it is for (`ContentTypingState.number`); when another is being edited by
    ///   now, nothing is done.
    func type(_ edits: [ContentTyping], into number: Int)

    /// Has `onChange` called with what there is to type in: now, and whenever that changes, until the subscription is
    /// gone.
    func subscribeToTyping(_ onChange: @escaping @Sendable (ContentTypingState) -> Void) -> TileChangeSubscription
}

/// What somebody with a keyboard or an input method does to a text. Ranges are in UTF-16 units of the whole text; what
/// lies beyond it is brought within.
public enum ContentTyping: Hashable, Sendable {
    /// In place of what is marked, or else of the selection. A line end by itself is the return key.
    case insert(String)
    /// What an input method has composed so far, and what of it is selected.
    case mark(String, selection: Range<Int>)
    /// What is marked stays as it is.
    case settle
    /// The selection, or a character beside the caret.
    case delete(isForward: Bool)
    case replace(Range<Int>, with: String)
    case select(Range<Int>)
    case paste(String)
    case key(Key, Modifiers)
    case undo
    case redo
    /// The keyboard is put away.
    case dismiss

    /// Keys that are no text.
    public enum Key: String, Hashable, Sendable, CaseIterable {
        case left, right, up, down, home, end, pageUp, pageDown, tab, escape
    }

    public struct Modifiers: OptionSet, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let shift = Modifiers(rawValue: 1)
        public static let control = Modifiers(rawValue: 2)
        public static let option = Modifiers(rawValue: 4)
        public static let command = Modifiers(rawValue: 8)
    }
}

/// What there is to type in, as far as a keyboard or an input method has to know it.
public struct ContentTypingState: Hashable, Sendable {
    /// What keyboard is asked for: HTML's `inputmode`.
    public enum Mode: String, Hashable, Sendable {
        case text, decimal, numeric, tel, search, email, url
    }

    /// What the return key says: HTML's `enterkeyhint`.
    public enum ReturnKey: String, Hashable, Sendable {
        case enter, done, go, next, search, send
    }

    /// HTML's `autocapitalize`.
    public enum Capitals: String, Hashable, Sendable {
        case none, words, sentences, characters
    }

    /// Counts up with each text that is edited next.
    public var number: Int
    /// Whether there is something to type in.
    public var isActive: Bool
    /// A part of the text around the selection; empty for a secret.
    public var text = ""
    /// Where that part begins, in UTF-16 units.
    public var start = 0
    /// Of the whole, in UTF-16 units.
    public var length = 0
    public var selection: Range<Int>?
    public var marked: Range<Int>?
    /// Where the caret is, and the text, in units of the content.
    public var caret: CGRect?
    public var place: CGRect?
    public var isSecret = false
    public var isEditable = true
    /// Whether the return key makes a line.
    public var isMultiline = true
    public var mode = Mode.text
    public var returnKey = ReturnKey.enter
    public var capitals = Capitals.sentences
    public var corrects = true
    public var checksSpelling = true

    public init(number: Int, isActive: Bool) { (self.number, self.isActive) = (number, isActive) }
}
