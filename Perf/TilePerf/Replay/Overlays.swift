import Foundation
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

/// A mark on the content.
final class PinView: UIView {
    override func draw(_ rect: CGRect) {
        UIColor.systemRed.setFill()
        UIBezierPath(ovalIn: bounds.insetBy(dx: 1, dy: 1)).fill()
    }
}

/// A rotating arc. It draws itself once, and then only its transform changes.
final class TurningView: UIView {
    /// Starts the rotation.
    ///
    /// - Parameter delay: The seconds by which it lags behind the others.
    func turn(after delay: Double) {
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        (turn.fromValue, turn.toValue) = (0.0, 2 * Double.pi)
        (turn.duration, turn.timeOffset, turn.repeatCount) = (1, delay, .infinity)
        layer.add(turn, forKey: "turn")
    }

    override func draw(_ rect: CGRect) {
        let arc = UIBezierPath(
            arcCenter: CGPoint(x: bounds.midX, y: bounds.midY), radius: bounds.width / 2 - 2, startAngle: 0,
            endAngle: 1.5 * .pi, clockwise: true)
        arc.lineWidth = 2
        UIColor.systemGray.setStroke()
        arc.stroke()
    }
}

/// A bar along the window's edge with a knob that shows how far the content is scrolled.
final class GaugeView: UIView {
    /// The position from 0 to 1.
    var value = 0.0 {
        didSet {
            // Only whole points, because less is not visible.
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
