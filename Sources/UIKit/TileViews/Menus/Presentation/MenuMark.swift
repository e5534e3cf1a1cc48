import Foundation
import TileDrawing
import TileGraphics

/// The mark before the title of an element, which indicates its state or a submenu.
enum MenuMark {
    case on, mixed
    /// A submenu that can be opened, and an open one.
    case closed, open

    /// Returns a square template image with a side in points.
    func image(side: CGFloat, isMirrored: Bool) -> UIImage {
        let size = CGSize(width: side, height: side)
        let image = UIGraphicsImageRenderer(size: size).image { _ in draw(side, isMirrored) }
        return image.withRenderingMode(.alwaysTemplate)
    }

    private func draw(_ side: CGFloat, _ isMirrored: Bool) {
        func at(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
            CGPoint(x: (isMirrored && self == .closed ? 1 - x : x) * side, y: y * side)
        }
        let line = UIBezierPath()
        (line.lineCapStyle, line.lineJoinStyle, line.lineWidth) = (.round, .round, side * 0.11)
        switch self {
        case .on:
            line.move(to: at(0.14, 0.54))
            line.addLine(to: at(0.4, 0.8))
            line.addLine(to: at(0.84, 0.2))
        case .mixed:
            line.move(to: at(0.18, 0.5))
            line.addLine(to: at(0.82, 0.5))
        case .closed:
            line.move(to: at(0.36, 0.18))
            line.addLine(to: at(0.68, 0.5))
            line.addLine(to: at(0.36, 0.82))
        case .open:
            line.move(to: at(0.18, 0.36))
            line.addLine(to: at(0.5, 0.68))
            line.addLine(to: at(0.82, 0.36))
        }
        UIColor.black.setStroke()
        line.stroke()
    }
}
