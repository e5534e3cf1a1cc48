public import Foundation

// UIKit's functions for drawing strings. They draw into the current context, in the colors that the current traits
// give; without a context nothing happens. Text that was drawn before on the thread costs about a microsecond.

extension String {
    /// What the text takes, in points, with lines broken only where it says so; not rounded.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        drawing(attributes).size
    }

    /// - Parameter point: the text's top left.
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        drawing(attributes).draw(at: point)
    }

    /// For labels; UIKit has no such function.
    ///
    /// - Parameter point: the middle of what the text takes (`size(withAttributes:)`).
    public func draw(centeredAt point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        drawing(attributes).draw(centeredAt: point)
    }

    /// Breaks lines at the rect's width, and leaves out those that do not fit its height.
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        drawing(attributes).draw(in: rect)
    }

    /// - Parameter rect: with `usesLineFragmentOrigin` the rect that the text is set in; else its origin is the start
    ///   of the baseline.
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        drawing(attributes).draw(with: rect, options: options, context: context)
    }

    /// What the text takes, in points, not rounded. Its origin is that of `draw(with:options:attributes:context:)`.
    ///
    /// - Parameter size: the room that there is; a side of 0 is no limit.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        drawing(attributes).boundingRect(with: size, options: options, context: context)
    }

    private func drawing(_ attributes: [NSAttributedString.Key: Any]?) -> TextDrawing {
        TextDrawing(text: StyledText(self, attributes.map { TextAttributes($0) } ?? TextAttributes()))
    }
}

extension NSString {
    /// Returns the same size as `String.size(withAttributes:)`.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        (self as String).size(withAttributes: attributes)
    }

    /// Draws the text as `String.draw(at:withAttributes:)` does.
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        (self as String).draw(at: point, withAttributes: attributes)
    }

    /// Draws the text as `String.draw(in:withAttributes:)` does.
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        (self as String).draw(in: rect, withAttributes: attributes)
    }

    /// Draws the text as `String.draw(with:options:attributes:context:)` does.
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        (self as String).draw(with: rect, options: options, attributes: attributes, context: context)
    }

    /// Returns the same bounds as `String.boundingRect(with:options:attributes:context:)`.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        (self as String).boundingRect(with: size, options: options, attributes: attributes, context: context)
    }
}

extension NSAttributedString {
    /// What the text takes, in points, with lines broken only where it says so; not rounded.
    public func size() -> CGSize { drawing.size }

    /// - Parameter point: the text's top left.
    public func draw(at point: CGPoint) { drawing.draw(at: point) }

    /// For labels; UIKit has no such function.
    ///
    /// - Parameter point: the middle of what the text takes (`size()`).
    public func draw(centeredAt point: CGPoint) { drawing.draw(centeredAt: point) }

    /// Breaks lines at the rect's width, and leaves out those that do not fit its height.
    public func draw(in rect: CGRect) { drawing.draw(in: rect) }

    /// - Parameter rect: with `usesLineFragmentOrigin` the rect that the text is set in; else its origin is the start
    ///   of the baseline.
    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
        drawing.draw(with: rect, options: options, context: context)
    }

    /// What the text takes, in points, not rounded. Its origin is that of `draw(with:options:context:)`.
    ///
    /// - Parameter size: the room that there is; a side of 0 is no limit.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) -> CGRect {
        drawing.boundingRect(with: size, options: options, context: context)
    }

    private var drawing: TextDrawing { TextDrawing(text: StyledText(self)) }
}
