import Foundation
import TileDrawing

/// The standard images of button types, drawn as outlines.
enum ButtonSymbol {
    case information, plus, cross

    init?(_ type: UIButton.ButtonType) {
        switch type {
        case .detailDisclosure, .infoLight, .infoDark: self = .information
        case .contactAdd: self = .plus
        case .close: self = .cross
        case .custom, .system: return nil
        }
    }

    /// The size in points: a diameter of 22, or 30 for the disc of the close button, as in UIKit.
    var size: CGSize { self == .cross ? CGSize(width: 30, height: 30) : CGSize(width: 22, height: 22) }

    /// Returns a template image in the tint color or, for the close button, an image with its own grays.
    func image() -> UIImage {
        let image = UIGraphicsImageRenderer(size: size).image { _ in draw() }
        return image.withRenderingMode(self == .cross ? .alwaysOriginal : .alwaysTemplate)
    }

    private func draw() {
        let area = CGRect(origin: .zero, size: size)
        let center = CGPoint(x: area.midX, y: area.midY)
        if self == .cross {
            UIColor.tertiarySystemFill.setFill()
            UIBezierPath(ovalIn: area).fill()
            UIColor.secondaryLabel.setStroke()
        } else {
            UIColor.black.setStroke()
            UIColor.black.setFill()
            let ring = UIBezierPath(ovalIn: area.insetBy(dx: 1, dy: 1))
            ring.lineWidth = 1.5
            ring.stroke()
        }
        let lines = UIBezierPath()
        lines.lineCapStyle = .round
        switch self {
        case .information:
            UIBezierPath(ovalIn: CGRect(x: center.x - 1.4, y: 5.2, width: 2.8, height: 2.8)).fill()
            lines.move(to: CGPoint(x: center.x, y: 10))
            lines.addLine(to: CGPoint(x: center.x, y: 16.2))
            lines.lineWidth = 2
        case .plus:
            lines.move(to: CGPoint(x: center.x - 5, y: center.y))
            lines.addLine(to: CGPoint(x: center.x + 5, y: center.y))
            lines.move(to: CGPoint(x: center.x, y: center.y - 5))
            lines.addLine(to: CGPoint(x: center.x, y: center.y + 5))
            lines.lineWidth = 1.5
        case .cross:
            lines.move(to: CGPoint(x: center.x - 4.5, y: center.y - 4.5))
            lines.addLine(to: CGPoint(x: center.x + 4.5, y: center.y + 4.5))
            lines.move(to: CGPoint(x: center.x + 4.5, y: center.y - 4.5))
            lines.addLine(to: CGPoint(x: center.x - 4.5, y: center.y + 4.5))
            lines.lineWidth = 2
        }
        lines.stroke()
    }
}
