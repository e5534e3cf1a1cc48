public import Foundation
public import TileDrawing
public import TileGeometry

/// A responder with a text that input methods read, change and mark.
///
/// What it is asked with positions that are not its own, or beyond its text, it answers with the nearest that makes
/// sense or with nil; it never traps.
public protocol UITextInput: UIKeyInput {
    // MARK: Text

    func text(in range: UITextRange) -> String?
    func replace(_ range: UITextRange, withText text: String)
    /// Whether the delegate lets the text be changed so; true by default.
    func shouldChangeText(in range: UITextRange, replacementText text: String) -> Bool

    // MARK: Selection and marked text

    /// An empty range is the caret; nil for no selection.
    var selectedTextRange: UITextRange? { get set }
    /// What an input method has not settled yet; nil for nothing.
    var markedTextRange: UITextRange? { get }
    /// How marked text is drawn.
    var markedTextStyle: [NSAttributedString.Key: Any]? { get set }
    /// Replaces the marked text, or the selection where there is none.
    ///
    /// - Parameter selectedRange: in UTF-16 units of the marked text; what lies beyond it is brought within.
    func setMarkedText(_ markedText: String?, selectedRange: NSRange)
    func setAttributedMarkedText(_ markedText: NSAttributedString?, selectedRange: NSRange)
    /// The marked text is settled as it is.
    func unmarkText()
    /// At which end of a line a caret at a break stands.
    var selectionAffinity: UITextStorageDirection { get set }

    // MARK: Positions

    var beginningOfDocument: UITextPosition { get }
    var endOfDocument: UITextPosition { get }
    func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange?
    /// So many UTF-16 units on; nil beyond the text.
    func position(from position: UITextPosition, offset: Int) -> UITextPosition?
    func position(from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int) -> UITextPosition?
    func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult
    /// In UTF-16 units.
    func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int
    func position(within range: UITextRange, farthestIn direction: UITextLayoutDirection) -> UITextPosition?
    func characterRange(byExtending position: UITextPosition, in direction: UITextLayoutDirection) -> UITextRange?
    func position(within range: UITextRange, atCharacterOffset offset: Int) -> UITextPosition?
    func characterOffset(of position: UITextPosition, within range: UITextRange) -> Int

    // MARK: Writing direction

    func baseWritingDirection(for position: UITextPosition, in direction: UITextStorageDirection) -> NSWritingDirection
    func setBaseWritingDirection(_ writingDirection: NSWritingDirection, for range: UITextRange)

    // MARK: Geometry, in the text input view's coordinates

    /// The first rect of those that a range covers.
    func firstRect(for range: UITextRange) -> CGRect
    func caretRect(for position: UITextPosition) -> CGRect
    func caretTransform(for position: UITextPosition) -> CGAffineTransform
    func selectionRects(for range: UITextRange) -> [UITextSelectionRect]
    func closestPosition(to point: CGPoint) -> UITextPosition?
    func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition?
    func characterRange(at point: CGPoint) -> UITextRange?
    /// The view whose coordinates rects and points are in.
    var textInputView: UIView { get }

    // MARK: Others

    /// Who is to hear of changes: set by who drives the text. Kept weakly.
    var inputDelegate: (any UITextInputDelegate)? { get set }
    var tokenizer: any UITextInputTokenizer { get }
    func textStyling(
        at position: UITextPosition, in direction: UITextStorageDirection
    ) -> [NSAttributedString.Key: Any]?
    /// Whether its text may be changed; true by default.
    var isEditable: Bool { get }
    func insertText(_ text: String, alternatives: [String], style: UITextAlternativeStyle)
    func insertTextPlaceholder(with size: CGSize) -> UITextPlaceholder
    func remove(_ textPlaceholder: UITextPlaceholder)
    func beginFloatingCursor(at point: CGPoint)
    func updateFloatingCursor(at point: CGPoint)
    func endFloatingCursor()

    // MARK: Edit menu

    /// The edit menu for a range: nil, as by default, for what is suggested, an empty one for none.
    func editMenu(for textRange: UITextRange, suggestedActions: [UIMenuElement]) -> UIMenu?
    func willPresentEditMenu(animator: any UIEditMenuInteractionAnimating)
    func willDismissEditMenu(animator: any UIEditMenuInteractionAnimating)
}

/// How sure an inserted text is.
public enum UITextAlternativeStyle: Int, Hashable, Sendable {
    case none
    case lowConfidence
}

extension UITextInput {
    public func shouldChangeText(in range: UITextRange, replacementText text: String) -> Bool { true }
    public func setAttributedMarkedText(_ markedText: NSAttributedString?, selectedRange: NSRange) {
        setMarkedText(markedText?.string, selectedRange: selectedRange)
    }
    public var selectionAffinity: UITextStorageDirection {
        get { .forward }
        set {}
    }
    public func position(within range: UITextRange, atCharacterOffset offset: Int) -> UITextPosition? {
        position(from: range.start, offset: offset)
    }
    public func characterOffset(of position: UITextPosition, within range: UITextRange) -> Int {
        offset(from: range.start, to: position)
    }
    public func caretTransform(for position: UITextPosition) -> CGAffineTransform { .identity }
    public func textStyling(
        at position: UITextPosition, in direction: UITextStorageDirection
    ) -> [NSAttributedString.Key: Any]? { nil }
    public var isEditable: Bool { true }
    public func insertText(_ text: String, alternatives: [String], style: UITextAlternativeStyle) { insertText(text) }
    public func insertTextPlaceholder(with size: CGSize) -> UITextPlaceholder { UITextPlaceholder() }
    public func remove(_ textPlaceholder: UITextPlaceholder) {}
    public func beginFloatingCursor(at point: CGPoint) {}
    public func updateFloatingCursor(at point: CGPoint) {}
    public func endFloatingCursor() {}
    public func editMenu(for textRange: UITextRange, suggestedActions: [UIMenuElement]) -> UIMenu? { nil }
    public func willPresentEditMenu(animator: any UIEditMenuInteractionAnimating) {}
    public func willDismissEditMenu(animator: any UIEditMenuInteractionAnimating) {}
}

extension UITextInput where Self: UIView {
    public var textInputView: UIView { self }
}

/// Is told by a text of what happens to it other than by an input method.
public protocol UITextInputDelegate: AnyObject {
    func selectionWillChange(_ textInput: (any UITextInput)?)
    func selectionDidChange(_ textInput: (any UITextInput)?)
    func textWillChange(_ textInput: (any UITextInput)?)
    func textDidChange(_ textInput: (any UITextInput)?)
}

/// Finds the units of a text.
public protocol UITextInputTokenizer: AnyObject {
    /// The unit that a position is in, or at whose end it is when looking backward; nil between units.
    func rangeEnclosingPosition(
        _ position: UITextPosition, with granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextRange?
    func isPosition(
        _ position: UITextPosition, atBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> Bool
    /// The next boundary in a direction; nil at the text's end.
    func position(
        from position: UITextPosition, toBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextPosition?
    func isPosition(
        _ position: UITextPosition, withinTextUnit granularity: UITextGranularity,
        inDirection direction: UITextDirection
    ) -> Bool
}
