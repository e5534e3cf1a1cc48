import Foundation
import TileDrawing
import TileGraphics
import TileViews

/// A mark on the content.
final class PinView: UIView {
    override func draw(_ rect: CGRect) {
        UIColor.systemRed.setFill()
        UIBezierPath(ovalIn: bounds.insetBy(dx: 1, dy: 1)).fill()
    }
}

/// A bar along the window's edge whose knob says how far the content is scrolled.
final class GaugeView: UIView {
    /// From 0 to 1.
    var value = 0.0 {
        didSet {
            // By whole points: less can't be seen.
            if (value * Double(bounds.height)).rounded() != (oldValue * Double(bounds.height)).rounded() {
                setNeedsDisplay()
            }
        }
    }

    override func draw(_ rect: CGRect) {
        UIColor.systemGray5.setFill()
        UIBezierPath(roundedRect: bounds, cornerRadius: bounds.width / 2).fill()
        UIColor.systemBlue.setFill()
        let side = bounds.width
        let knob = CGRect(x: 0, y: value * (bounds.height - side), width: side, height: side)
        UIBezierPath(ovalIn: knob).fill()
    }
}
