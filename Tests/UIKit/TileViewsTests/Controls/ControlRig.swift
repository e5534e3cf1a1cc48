import Foundation
import TileLayers

@testable import TileViews

/// A control at (20, 20) in a window, with simulated fingers.
final class ControlRig<Control: UIView> {
    let gestures = GestureRig()
    let control: Control
    var changes = 0

    init(_ control: Control) {
        self.control = control
        control.frame.origin = CGPoint(x: 20, y: 20)
        gestures.window.addSubview(control)
        if let control = control as? UIControl {
            control.addAction(UIAction { [unowned self] _ in changes += 1 }, for: .valueChanged)
        }
        frame()
    }

    func frame(after seconds: Double = 0) {
        gestures.clock.advance(by: seconds)
        _ = gestures.screen.frame()
    }

    /// Taps at a point in the coordinates of the control.
    func tap(_ x: Double, _ y: Double) {
        gestures.tap(20 + x, 20 + y)
        frame()
    }

    func touch(_ phase: UITouch.Phase, x: Double, y: Double) {
        gestures.clock.advance(by: 0.02)
        gestures.touch(phase, x: 20 + x, y: 20 + y)
        frame()
    }
}
