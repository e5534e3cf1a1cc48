import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

/// The symbols of cells, drawn as outlines.
enum CellSymbol {
    case chevron, chevronDown, checkmark, info, delete, insert, circle, chosen, reorder

    /// The size in points.
    var size: CGSize {
        switch self {
        case .chevron: CGSize(width: 8, height: 14)
        case .chevronDown: CGSize(width: 14, height: 8)
        case .checkmark: CGSize(width: 15, height: 14)
        case .info: CGSize(width: 22, height: 22)
        case .delete, .insert, .circle, .chosen: CGSize(width: 22, height: 22)
        case .reorder: CGSize(width: 22, height: 14)
        }
    }

    /// Whether the symbol is mirrored in right-to-left layout.
    var isDirectional: Bool { self == .chevron }

    fileprivate func draw(in rect: CGRect, tint: UIColor) {
        switch self {
        case .chevron: stroke([(1.5, 1.5), (7, 7), (1.5, 12.5)], width: 2, .tertiaryLabel, in: rect)
        case .chevronDown: stroke([(1.5, 1.2), (7, 6.7), (12.5, 1.2)], width: 2, tint, in: rect)
        case .checkmark: stroke([(1.5, 8), (5.5, 12.5), (13.5, 1.5)], width: 2.2, tint, in: rect)
        case .info:
            disc(tint, in: rect, isFilled: false)
            stroke([(11, 10), (11, 16)], width: 1.8, tint, in: rect)
            dot(CGPoint(x: rect.minX + 11, y: rect.minY + 6.5), radius: 1.3, tint)
        case .delete:
            disc(.systemRed, in: rect, isFilled: true)
            stroke([(6, 11), (16, 11)], width: 2, .white, in: rect)
        case .insert:
            disc(.systemGreen, in: rect, isFilled: true)
            stroke([(6, 11), (16, 11)], width: 2, .white, in: rect)
            stroke([(11, 6), (11, 16)], width: 2, .white, in: rect)
        case .circle: disc(.tertiaryLabel, in: rect, isFilled: false)
        case .chosen:
            disc(tint, in: rect, isFilled: true)
            stroke([(6.2, 11.5), (9.6, 15), (15.8, 7.2)], width: 2, .white, in: rect)
        case .reorder:
            for y in [2, 7, 12] { stroke([(1, CGFloat(y)), (21, CGFloat(y))], width: 1.6, .tertiaryLabel, in: rect) }
        }
    }

    private func stroke(_ points: [(CGFloat, CGFloat)], width: CGFloat, _ color: UIColor, in rect: CGRect) {
        let path = UIBezierPath()
        for (index, point) in points.enumerated() {
            let place = CGPoint(x: rect.minX + point.0, y: rect.minY + point.1)
            if index == 0 { path.move(to: place) } else { path.addLine(to: place) }
        }
        (path.lineWidth, path.lineCapStyle, path.lineJoinStyle) = (width, .round, .round)
        color.setStroke()
        path.stroke()
    }

    private func disc(_ color: UIColor, in rect: CGRect, isFilled: Bool) {
        let path = UIBezierPath(ovalIn: isFilled ? rect : rect.insetBy(dx: 0.75, dy: 0.75))
        path.lineWidth = 1.5
        color.setFill()
        color.setStroke()
        if isFilled { path.fill() } else { path.stroke() }
    }

    private func dot(_ center: CGPoint, radius: CGFloat, _ color: UIColor) {
        color.setFill()
        UIBezierPath(
            ovalIn: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        ).fill()
    }
}

/// A view that draws a symbol in its center. With an action, it is a button.
final class CellSymbolView: UIControl, ViewPart {
    var symbol: CellSymbol {
        didSet { if symbol != oldValue { setNeedsDisplay() } }
    }
    /// The rotation in radians.
    var turn: CGFloat = 0 { didSet { transform = CGAffineTransform(rotationAngle: turn) } }

    init(_ symbol: CellSymbol, action: (() -> Void)? = nil) {
        self.symbol = symbol
        super.init(frame: CGRect(origin: .zero, size: symbol.size))
        isOpaque = false
        isUserInteractionEnabled = action != nil
        if let action { addAction(UIAction { _ in action() }, for: .touchUpInside) }
    }

    required init?(coder: NSCoder) { nil }

    override func draw(_ rect: CGRect) {
        let size = symbol.size
        let place = CGRect(
            x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        if symbol.isDirectional, effectiveUserInterfaceLayoutDirection == .rightToLeft {
            context.translateBy(x: 2 * bounds.midX, y: 0)
            context.scaleBy(x: -1, y: 1)
        }
        symbol.draw(in: place, tint: tintColor)
        context.restoreGState()
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsDisplay()
    }
}

/// The control at the leading edge of a cell in editing mode.
final class CellEditControl: UIControl, ViewPart {
    /// The width in points.
    static let width: CGFloat = 40
    let sign: CellSymbolView
    var onTap: (() -> Void)?

    init() {
        sign = CellSymbolView(.delete)
        super.init(frame: .zero)
        addSubview(sign)
        addAction(UIAction { [weak self] _ in self?.onTap?() }, for: .touchUpInside)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        // The symbol may be rotated, so its center and size are set instead of its frame.
        sign.bounds.size = sign.symbol.size
        sign.center = CGPoint(x: bounds.midX + 3, y: bounds.midY)
    }
}

/// The control for moving a row. The table follows touches in it.
final class CellReorderControl: UIView, ViewPart {
    /// The width in points.
    static let width: CGFloat = 49
    private let sign = CellSymbolView(.reorder)

    override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(sign)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        sign.center = CGPoint(x: bounds.midX, y: bounds.midY)
    }
}
