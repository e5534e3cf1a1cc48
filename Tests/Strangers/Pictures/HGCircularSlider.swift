import HGCircularSlider
import UIKit

/// A slider, one of a range, and one whose thumb was dragged a quarter of the way on.
func makeView() -> UIView {
    let board = UIView(frame: CGRect(x: 0, y: 0, width: 480, height: 180))
    let plain = CircularSlider(frame: CGRect(x: 20, y: 20, width: 140, height: 140))
    plain.endPointValue = 0.3
    let range = RangeCircularSlider(frame: CGRect(x: 170, y: 20, width: 140, height: 140))
    range.startPointValue = 0.1
    range.endPointValue = 0.6
    let dragged = CircularSlider(frame: CGRect(x: 320, y: 20, width: 140, height: 140))
    dragged.endPointValue = 0
    dragged.lineWidth = 8
    dragged.diskFillColor = .systemOrange
    for slider in [plain, range, dragged] {
        slider.backgroundColor = .white
        board.addSubview(slider)
    }
    return board
}

func use(_ view: UIView, in window: UIWindow) {
    let finger = TouchSequence(in: window)
    let slider = view.subviews[2]
    let middle = slider.center
    let radius = 54.0
    func at(_ turn: Double) -> CGPoint {
        CGPoint(x: middle.x + radius * sin(turn * 2 * .pi), y: middle.y - radius * cos(turn * 2 * .pi))
    }
    finger.send(TouchSample(.began, at: at(0), timestamp: 0))
    for step in 1...10 { finger.send(TouchSample(.moved, at: at(Double(step) / 40), timestamp: Double(step) / 60)) }
    finger.send(TouchSample(.ended, at: at(0.25), timestamp: 0.2))
}
