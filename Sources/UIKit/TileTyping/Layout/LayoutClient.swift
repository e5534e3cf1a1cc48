import TileDrawing

/// A view that displays a layout manager's text.
protocol LayoutClient: AnyObject {
    func layoutDidChange()
    /// Called after the text has changed.
    ///
    /// - Parameter range: in the text after the change.
    func textDidChange(in range: Range<Int>, by delta: Int)
}

/// An object that provides the attributes of text to be typed.
protocol TypingAttributes: AnyObject {
    var typingAttributeSet: AttributeSet { get }
}
