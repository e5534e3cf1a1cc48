import Foundation
import TileDrawing
import TileGraphics

extension UILabel {
    /// The opacity of the text of a disabled label.
    private static let disabledAlpha: CGFloat = 0.5

    /// Sets a part of the style and redraws the label.
    func change<Value: Equatable>(_ part: WritableKeyPath<LabelStyle, Value>, to value: Value) {
        if labelStyle[keyPath: part] == value { return }
        labelStyle[keyPath: part] = value
        contentDidChange()
    }

    func setContent(_ new: LabelContent) {
        if new == labelContent { return }
        noteObserved(before: "text")
        labelContent = new
        contentDidChange()
        noteObserved()
    }

    /// Sets a part of the style, also in the attributes of attributed text.
    func change<Value: Equatable>(
        _ part: WritableKeyPath<LabelStyle, Value>, to value: Value, in changed: (LabelContent) -> LabelContent
    ) {
        change(part, to: value)
        setContent(changed(labelContent))
    }

    private func contentDidChange() {
        invalidateIntrinsicContentSize()
        setNeedsDisplay()
    }

    /// Returns the layout of the text in a size, or nil if there is no text.
    private func layout(in size: CGSize, lineLimit: Int, colored: Bool) -> LabelLayout? {
        guard var text = labelContent.styled(in: labelStyle) else { return nil }
        if colored, isHighlighted, let color = highlightedTextColor { text = text.colored(color) }
        return LabelLayout(
            text, labelStyle, mode: lineBreakMode, natural: naturalAlignment, in: size, lineLimit: lineLimit)
    }

    func measure(_ bounds: CGRect, lineLimit: Int) -> CGRect {
        frame(of: layout(in: bounds.size, lineLimit: lineLimit, colored: false), in: bounds)
    }

    /// Returns the frame of a layout in the bounds for which it was made.
    private func frame(of layout: LabelLayout?, in bounds: CGRect) -> CGRect {
        guard let layout else { return CGRect(origin: bounds.origin, size: .zero) }
        let size = roundUp(layout.block.size)
        var rect = CGRect(
            x: bounds.minX, y: bounds.minY, width: min(size.width, bounds.width),
            height: min(size.height, bounds.height))
        // Unlimited bounds have no center.
        if bounds.height < LabelLayout.widest { rect.origin.y = roundToPixel(bounds.midY - rect.height / 2) }
        if bounds.width < LabelLayout.widest {
            switch side {
            case .left: break
            case .center: rect.origin.x = bounds.midX - rect.width / 2
            case .right: rect.origin.x = bounds.maxX - rect.width
            }
        }
        return rect
    }

    private enum Side { case left, center, right }

    private var side: Side {
        switch textAlignment {
        case .left, .justified: .left
        case .center: .center
        case .right: .right
        case .natural: naturalAlignment == .right ? .right : .left
        }
    }

    /// The side at which the interface's text begins, as in UIKit, regardless of the language of this text.
    private var naturalAlignment: NSTextAlignment {
        effectiveUserInterfaceLayoutDirection == .rightToLeft ? .right : .left
    }

    func wantedSize(within width: CGFloat) -> CGSize {
        let bounds = CGRect(x: 0, y: 0, width: width, height: .greatestFiniteMagnitude)
        return textRect(forBounds: bounds, limitedToNumberOfLines: numberOfLines).size
    }

    func drawLines(in rect: CGRect) {
        guard rect.width > 0, let context = UIGraphicsGetCurrentContext(),
            let layout = layout(in: rect.size, lineLimit: numberOfLines, colored: true)
        else { return }
        let origin = CGPoint(x: rect.minX, y: roundToPixel(layout.top(in: rect, baselineAdjustment)))
        // A subclass may have chosen the rectangle in `drawText`. Otherwise its `textRect` can determine the position.
        guard rect == bounds else { return draw(layout, in: context, at: origin) }
        let own = frame(of: layout, in: rect)
        let wanted = textRect(forBounds: rect, limitedToNumberOfLines: numberOfLines)
        if wanted.size == own.size {
            let moved = CGPoint(x: origin.x + wanted.minX - own.minX, y: origin.y + wanted.minY - own.minY)
            draw(layout, in: context, at: moved)
        } else if wanted.width > 0,
            let layout = self.layout(
                in: wanted.size, lineLimit: numberOfLines, colored: true)
        {
            let top = roundToPixel(layout.top(in: wanted, baselineAdjustment))
            draw(layout, in: context, at: CGPoint(x: wanted.minX, y: top))
        }
    }

    private func draw(_ layout: LabelLayout, in context: CGContext, at origin: CGPoint) {
        if isEnabled {
            layout.block.draw(in: context, at: origin)
        } else {
            context.saveGState()
            context.setAlpha(Self.disabledAlpha)
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            layout.block.draw(in: context, at: origin)
            context.endTransparencyLayer()
            context.restoreGState()
        }
    }

    private func roundToPixel(_ y: CGFloat) -> CGFloat {
        let scale = max(contentScaleFactor, 1)
        return (y * scale).rounded() / scale
    }

    private func roundUp(_ size: CGSize) -> CGSize {
        let scale = max(contentScaleFactor, 1)
        // Rounding errors above a whole number of pixels do not add a pixel.
        func up(_ length: CGFloat) -> CGFloat { (length * scale - 0.001).rounded(.up) / scale }
        return CGSize(width: up(size.width), height: up(size.height))
    }

    /// Updates a font with a text style to the content size category of the traits.
    func followCategory() {
        guard adjustsFontForContentSizeCategory, let fitting = font.fitting(traitCollection) else { return }
        if fitting != font { font = fitting }
    }
}
