public import Foundation

// UIKit's functions for drawing strings. They draw into the current context, in the colors of the current traits.
// Without a context nothing happens. Text that the thread drew recently costs about a microsecond.

extension String {
    /// Returns the size of the text in points, not rounded. Lines are broken only at the line breaks of the text.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        drawing(attributes).size
    }

    /// - Parameter point: the text's top left.
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        drawing(attributes).draw(at: point)
    }

    /// Draws text around a point, for labels. UIKit has no such function.
    ///
    /// - Parameter point: the center of the text's box (`size(withAttributes:)`).
    public func draw(centeredAt point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        drawing(attributes).draw(centeredAt: point)
    }

    /// Draws text with lines broken at the rect's width, without lines that do not fit its height.
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        drawing(attributes).draw(in: rect)
    }

    /// - Parameter rect: the rect that the text is laid out in with `usesLineFragmentOrigin`; otherwise its origin is
    ///   the start of the baseline.
    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        drawing(attributes).draw(with: rect, options: options, context: context)
    }

    /// Returns the bounds of the text in points, not rounded, with the origin of
    /// `draw(with:options:attributes:context:)`.
    ///
    /// - Parameter size: the available space; a side of 0 is unlimited.
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
    /// Returns the size of the text in points, not rounded. Lines are broken only at the line breaks of the text.
    public func size() -> CGSize { drawing.size }

    /// - Parameter point: the text's top left.
    public func draw(at point: CGPoint) { drawing.draw(at: point) }

    /// Draws text around a point, for labels. UIKit has no such function.
    ///
    /// - Parameter point: the center of the text's box (`size()`).
    public func draw(centeredAt point: CGPoint) { drawing.draw(centeredAt: point) }

    /// Draws text with lines broken at the rect's width, without lines that do not fit its height.
    public func draw(in rect: CGRect) { drawing.draw(in: rect) }

    /// - Parameter rect: the rect that the text is laid out in with `usesLineFragmentOrigin`; otherwise its origin is
    ///   the start of the baseline.
    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
        drawing.draw(with: rect, options: options, context: context)
    }

    /// Returns the bounds of the text in points, not rounded, with the origin of `draw(with:options:context:)`.
    ///
    /// - Parameter size: the available space; a side of 0 is unlimited.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) -> CGRect {
        drawing.boundingRect(with: size, options: options, context: context)
    }

    private var drawing: TextDrawing { TextDrawing(text: StyledText(self)) }
}
