import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// The subviews of a text field.
final class TextFieldParts {
    let border = FieldBorder()
    /// The view that clips text that is wider than the field.
    let clip = PassiveView()
    let canvas: FieldCanvas
    let clear = FieldClearButton()
    /// A hidden label at the position of the field's text, for baseline constraints.
    let baseline = FieldBaseline()
    let interaction: TextInteraction

    init(_ field: UITextField) {
        canvas = FieldCanvas(field)
        interaction = TextInteraction(field)
        for view in [border, clip, clear, baseline] { field.addSubview(view) }
        clip.clipsToBounds = true
        for view in [interaction.backdrop, canvas, interaction.front] { clip.addSubview(view) }
        clear.isHidden = true
        baseline.isHidden = true
    }
}

final class FieldBaseline: UILabel, ViewPart {}

/// The border around a field's text.
final class FieldBorder: UIView, ViewPart {
    var style = UITextField.BorderStyle.none { didSet { if style != oldValue { setNeedsDisplay() } } }
    var image: UIImage? { didSet { if image !== oldValue { setNeedsDisplay() } } }

    init() {
        super.init(frame: .zero)
        (isOpaque, isUserInteractionEnabled, contentMode) = (false, false, .redraw)
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        if let image, style != .roundedRect { return image.draw(in: bounds) }
        let pixel = 1 / max(1, contentScaleFactor)
        switch style {
        case .none: break
        case .line: drawFrame(UIBezierPath(rect: bounds.insetBy(dx: 0.5, dy: 0.5)), color: .label, width: 1, fill: nil)
        case .bezel:
            drawFrame(
                UIBezierPath(rect: bounds.insetBy(dx: 0.5, dy: 0.5)), color: .systemGray3, width: 1,
                fill: .systemBackground)
            let shade = UIBezierPath(rect: CGRect(x: 1, y: 1, width: bounds.width - 2, height: 1))
            UIColor.systemGray5.setFill()
            shade.fill()
        case .roundedRect:
            let path = UIBezierPath(roundedRect: bounds.insetBy(dx: pixel / 2, dy: pixel / 2), cornerRadius: 5)
            drawFrame(path, color: .systemGray4, width: pixel, fill: .systemBackground)
        }
    }

    private func drawFrame(_ path: UIBezierPath, color: UIColor, width: CGFloat, fill: UIColor?) {
        if let fill {
            fill.setFill()
            path.fill()
        }
        color.setStroke()
        path.lineWidth = width
        path.stroke()
    }
}

/// The view that draws a field's text or placeholder.
final class FieldCanvas: UIView, ViewPart {
    private unowned let field: UITextField
    /// The rectangle of the text, in the field's coordinates.
    var rect = CGRect.zero

    init(_ field: UITextField) {
        self.field = field
        super.init(frame: .zero)
        (isOpaque, isUserInteractionEnabled, contentMode) = (false, false, .redraw)
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        // Text is drawn in the field's coordinates, as its overridable methods expect.
        let origin = convert(CGPoint.zero, to: field)
        context.translateBy(x: -origin.x, y: -origin.y)
        if !field.isEnabled { context.setAlpha(0.5) }
        if field.hasText { field.drawText(in: self.rect) } else { field.drawPlaceholder(in: self.rect) }
        context.restoreGState()
    }
}

/// The button that clears a field.
final class FieldClearButton: UIControl, ViewPart {
    init() {
        super.init(frame: .zero)
        (isOpaque, contentMode) = (false, .redraw)
        accessibilityLabel = "Clear text"
    }

    required init?(coder: NSCoder) { nil }

    static let side: CGFloat = 17

    override func draw(_ rect: CGRect) {
        let side = Self.side
        let disc = CGRect(x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
        (isHighlighted ? UIColor.systemGray : UIColor.systemGray2).setFill()
        UIBezierPath(ovalIn: disc).fill()
        let cross = UIBezierPath()
        let inner = disc.insetBy(dx: 5.2, dy: 5.2)
        cross.move(to: CGPoint(x: inner.minX, y: inner.minY))
        cross.addLine(to: CGPoint(x: inner.maxX, y: inner.maxY))
        cross.move(to: CGPoint(x: inner.maxX, y: inner.minY))
        cross.addLine(to: CGPoint(x: inner.minX, y: inner.maxY))
        cross.lineWidth = 1.4
        cross.lineCapStyle = .round
        UIColor.systemBackground.setStroke()
        cross.stroke()
    }
}
