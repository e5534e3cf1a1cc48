public import Foundation
public import TileDrawing
public import TileGeometry

/// A responder with text that input methods can read, change and mark.
///
/// For positions of other objects or beyond its text, a method returns the nearest valid result or nil. It never traps.
public protocol UITextInput: UIKeyInput {
    // MARK: Text

    func text(in range: UITextRange) -> String?
    func replace(_ range: UITextRange, withText text: String)
    /// Returns whether the delegate allows the change. The default is true.
    func shouldChangeText(in range: UITextRange, replacementText text: String) -> Bool

    // MARK: Selection and marked text

    /// The selected range. An empty range is the caret; nil means no selection.
    var selectedTextRange: UITextRange? { get set }
    /// The uncommitted text of an input method; nil if there is none.
    var markedTextRange: UITextRange? { get }
    /// The attributes for drawing marked text.
    var markedTextStyle: [NSAttributedString.Key: Any]? { get set }
    /// Replaces the marked text, or the selection if there is none.
    ///
    /// - Parameter selectedRange: The selection in UTF-16 units of the marked text, clamped to it.
    func setMarkedText(_ markedText: String?, selectedRange: NSRange)
    func setAttributedMarkedText(_ markedText: NSAttributedString?, selectedRange: NSRange)
    /// Commits the marked text.
    func unmarkText()
    /// The side of a line break on which a caret is shown: the end of one line or the beginning of the next.
    var selectionAffinity: UITextStorageDirection { get set }

    // MARK: Positions

    var beginningOfDocument: UITextPosition { get }
    var endOfDocument: UITextPosition { get }
    func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange?
    /// Returns the position at an offset in UTF-16 units, or nil beyond the text.
    func position(from position: UITextPosition, offset: Int) -> UITextPosition?
    func position(from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int) -> UITextPosition?
    func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult
    /// Returns the distance between two positions in UTF-16 units.
    func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int
    func position(within range: UITextRange, farthestIn direction: UITextLayoutDirection) -> UITextPosition?
    func characterRange(byExtending position: UITextPosition, in direction: UITextLayoutDirection) -> UITextRange?
    func position(within range: UITextRange, atCharacterOffset offset: Int) -> UITextPosition?
    func characterOffset(of position: UITextPosition, within range: UITextRange) -> Int

    // MARK: Writing direction

    func baseWritingDirection(for position: UITextPosition, in direction: UITextStorageDirection) -> NSWritingDirection
    func setBaseWritingDirection(_ writingDirection: NSWritingDirection, for range: UITextRange)

    // MARK: Geometry, in the text input view's coordinates

    /// Returns the first rectangle of a range.
    func firstRect(for range: UITextRange) -> CGRect
    func caretRect(for position: UITextPosition) -> CGRect
    func caretTransform(for position: UITextPosition) -> CGAffineTransform
    func selectionRects(for range: UITextRange) -> [UITextSelectionRect]
    func closestPosition(to point: CGPoint) -> UITextPosition?
    func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition?
    func characterRange(at point: CGPoint) -> UITextRange?
    /// The view that defines the coordinate space of rectangles and points.
    var textInputView: UIView { get }

    // MARK: Other members

    /// The delegate that is notified about changes, set by the object that controls the text. Held weakly.
    var inputDelegate: (any UITextInputDelegate)? { get set }
    var tokenizer: any UITextInputTokenizer { get }
    func textStyling(
        at position: UITextPosition, in direction: UITextStorageDirection
    ) -> [NSAttributedString.Key: Any]?
    /// A Boolean value that indicates whether the text can be edited. The default is true.
    var isEditable: Bool { get }
    func insertText(_ text: String, alternatives: [String], style: UITextAlternativeStyle)
    func insertTextPlaceholder(with size: CGSize) -> UITextPlaceholder
    func remove(_ textPlaceholder: UITextPlaceholder)
    func beginFloatingCursor(at point: CGPoint)
    func updateFloatingCursor(at point: CGPoint)
    func endFloatingCursor()

    // MARK: Edit menu

    /// Returns the edit menu for a range. Nil, the default, for the suggested actions; an empty menu for none.
    func editMenu(for textRange: UITextRange, suggestedActions: [UIMenuElement]) -> UIMenu?
    func willPresentEditMenu(animator: any UIEditMenuInteractionAnimating)
    func willDismissEditMenu(animator: any UIEditMenuInteractionAnimating)
}

/// The confidence of inserted text.
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

/// A delegate that is notified about changes of a text that input methods did not make.
public protocol UITextInputDelegate: AnyObject {
    func selectionWillChange(_ textInput: (any UITextInput)?)
    func selectionDidChange(_ textInput: (any UITextInput)?)
    func textWillChange(_ textInput: (any UITextInput)?)
    func textDidChange(_ textInput: (any UITextInput)?)
}

/// A tokenizer that determines the units of a text.
public protocol UITextInputTokenizer: AnyObject {
    /// Returns the unit that contains a position, or that ends at it for the backward direction. Returns nil between
    /// units.
    func rangeEnclosingPosition(
        _ position: UITextPosition, with granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextRange?
    func isPosition(
        _ position: UITextPosition, atBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> Bool
    /// Returns the next boundary in a direction, or nil at the end of the text.
    func position(
        from position: UITextPosition, toBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextPosition?
    func isPosition(
        _ position: UITextPosition, withinTextUnit granularity: UITextGranularity,
        inDirection direction: UITextDirection
    ) -> Bool
}
