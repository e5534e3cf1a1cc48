public import Foundation
public import TileDrawing
public import TileGeometry

/// A position in a text: an opaque object of the text's owner.
open class UITextPosition: NSObject {
    public override init() { super.init() }
}

/// A range of a text: an opaque object of the text's owner.
open class UITextRange: NSObject {
    public override init() { super.init() }

    open var isEmpty: Bool { true }
    open var start: UITextPosition { UITextPosition() }
    open var end: UITextPosition { UITextPosition() }
}

/// A rectangle of a selection, which covers a part of one line.
open class UITextSelectionRect: NSObject {
    public override init() { super.init() }

    /// The rectangle in the coordinates of the text input view.
    open var rect: CGRect { .zero }
    open var writingDirection: NSWritingDirection { .natural }
    /// A Boolean value that indicates whether the selection begins in this rectangle.
    open var containsStart: Bool { false }
    /// A Boolean value that indicates whether the selection ends in this rectangle.
    open var containsEnd: Bool { false }
    open var isVertical: Bool { false }
    open var transform: CGAffineTransform { .identity }
}

/// A placeholder in a text for content that will be inserted later.
open class UITextPlaceholder: NSObject {
    public override init() { super.init() }

    open var rects: [UITextSelectionRect] { [] }
}

/// A direction along the stored text.
public enum UITextStorageDirection: Int, Hashable, Sendable {
    case forward = 0
    case backward
}

/// A direction in laid-out text.
public enum UITextLayoutDirection: Int, Hashable, Sendable {
    case right = 2
    case left
    case up
    case down
}

/// A direction of either kind.
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

/// A unit of a text.
public enum UITextGranularity: Int, Hashable, Sendable {
    case character
    case word
    case sentence
    case paragraph
    case line
    case document
}

/// A language for text input. Switching between several is not supported.
open class UITextInputMode: NSObject {
    /// A BCP 47 language code.
    open var primaryLanguage: String? { Locale.current.identifier(.bcp47) }

    open class var activeInputModes: [UITextInputMode] { [UITextInputMode()] }

    public static let currentInputModeDidChangeNotification = Notification.Name(
        "UITextInputCurrentInputModeDidChangeNotification")
}
