import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

/// A control that draws an accessory's symbol and receives taps on it.
final class AccessoryView: UIControl {
    enum Sign: Equatable {
        case chevron, chevronDown, check, minus, plus, lines, ring, filledRing, info
    }

    let sign: Sign
    private let color: UIColor?

    init(_ sign: Sign, color: UIColor?) {
        (self.sign, self.color) = (sign, color)
        super.init(frame: CGRect(origin: .zero, size: Self.size(of: sign)))
        backgroundColor = .clear
        isOpaque = false
        contentMode = .redraw
    }

    required init?(coder: NSCoder) { nil }

    static func size(of sign: Sign) -> CGSize {
        switch sign {
        case .chevron: CGSize(width: 9, height: 14)
        case .chevronDown: CGSize(width: 14, height: 14)
        case .check: CGSize(width: 16, height: 14)
        case .minus, .plus, .ring, .filledRing, .info: CGSize(width: 22, height: 22)
        case .lines: CGSize(width: 20, height: 12)
        }
    }

    private var standardColor: UIColor {
        switch sign {
        case .chevron, .lines: .tertiaryLabel
        case .chevronDown, .check, .info, .filledRing: tintColor
        case .minus: .systemRed
        case .plus: .systemGreen
        case .ring: .tertiaryLabel
        }
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
        let size = Self.size(of: sign)
        let shown = color ?? standardColor
        func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
            CGPoint(x: bounds.midX + (x - 0.5) * size.width, y: bounds.midY + (y - 0.5) * size.height)
        }
        func stroke(_ points: [CGPoint], width: CGFloat, color: UIColor) {
            let path = UIBezierPath()
            path.move(to: points[0])
            for each in points.dropFirst() { path.addLine(to: each) }
            path.lineWidth = width
            path.lineCapStyle = .round
            path.lineJoinStyle = .round
            color.setStroke()
            path.stroke()
        }
        let disc = CGRect(origin: point(0, 0), size: size).insetBy(dx: 1, dy: 1)
        switch sign {
        case .chevron: stroke([point(0.2, 0.08), point(0.85, 0.5), point(0.2, 0.92)], width: 2, color: shown)
        case .chevronDown: stroke([point(0.1, 0.3), point(0.5, 0.72), point(0.9, 0.3)], width: 2, color: shown)
        case .check: stroke([point(0.08, 0.55), point(0.38, 0.9), point(0.92, 0.1)], width: 2.2, color: shown)
        case .lines:
            for y in [0.1, 0.5, 0.9] { stroke([point(0.05, y), point(0.95, y)], width: 1.5, color: shown) }
        case .minus, .plus:
            shown.setFill()
            UIBezierPath(ovalIn: disc).fill()
            stroke([point(0.3, 0.5), point(0.7, 0.5)], width: 2, color: .white)
            if sign == .plus { stroke([point(0.5, 0.3), point(0.5, 0.7)], width: 2, color: .white) }
        case .ring:
            shown.setStroke()
            let ring = UIBezierPath(ovalIn: disc)
            ring.lineWidth = 1.5
            ring.stroke()
        case .filledRing:
            shown.setFill()
            UIBezierPath(ovalIn: disc).fill()
            stroke([point(0.3, 0.52), point(0.45, 0.67), point(0.72, 0.35)], width: 2, color: .white)
        case .info:
            shown.setStroke()
            let ring = UIBezierPath(ovalIn: disc)
            ring.lineWidth = 1.5
            ring.stroke()
            stroke([point(0.5, 0.46), point(0.5, 0.72)], width: 2, color: shown)
            stroke([point(0.5, 0.29), point(0.5, 0.29)], width: 2.4, color: shown)
        }
    }
}
