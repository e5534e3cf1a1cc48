public import Foundation
public import TileDrawing
public import TileGeometry

/// A place in a text: an object of who has the text, which nobody else looks into.
open class UITextPosition: NSObject {
    public override init() { super.init() }
}

/// A part of a text: an object of who has the text.
open class UITextRange: NSObject {
    public override init() { super.init() }

    open var isEmpty: Bool { true }
    open var start: UITextPosition { UITextPosition() }
    open var end: UITextPosition { UITextPosition() }
}

/// A rect of what is selected: a part of one line.
open class UITextSelectionRect: NSObject {
    public override init() { super.init() }

    /// In the text input view's coordinates.
    open var rect: CGRect { .zero }
    open var writingDirection: NSWritingDirection { .natural }
    /// Whether the selection begins in it.
    open var containsStart: Bool { false }
    /// Whether the selection ends in it.
    open var containsEnd: Bool { false }
    open var isVertical: Bool { false }
    open var transform: CGAffineTransform { .identity }
}

/// Room in a text for what is still to come.
open class UITextPlaceholder: NSObject {
    public override init() { super.init() }

    open var rects: [UITextSelectionRect] { [] }
}

/// Along a text, as it is stored.
public enum UITextStorageDirection: Int, Hashable, Sendable {
    case forward = 0
    case backward
}

/// Across a laid out text.
public enum UITextLayoutDirection: Int, Hashable, Sendable {
    case right = 2
    case left
    case up
    case down
}

/// Either kind of direction.
public struct UITextDirection: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(integerLiteral value: Int) { rawValue = value }

    public static func storage(_ direction: UITextStorageDirection) -> UITextDirection {
        UITextDirection(rawValue: direction.rawValue)
    }
    public static func layout(_ direction: UITextLayoutDirection) -> UITextDirection {
        UITextDirection(rawValue: direction.rawValue)
    }
}

/// Units of a text.
public enum UITextGranularity: Int, Hashable, Sendable {
    case character
    case word
    case sentence
    case paragraph
    case line
    case document
}

/// A language in which text is typed. Nothing here switches between several.
open class UITextInputMode: NSObject {
    /// A BCP 47 code.
    open var primaryLanguage: String? { Locale.current.identifier(.bcp47) }

    open class var activeInputModes: [UITextInputMode] { [UITextInputMode()] }

    public static let currentInputModeDidChangeNotification = Notification.Name(
        "UITextInputCurrentInputModeDidChangeNotification")
}
