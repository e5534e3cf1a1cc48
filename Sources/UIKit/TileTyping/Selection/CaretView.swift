import Foundation
import TileDrawing
import TileLayers
import TileViews

/// The caret. It blinks by the screen's clock, and stays visible for a moment after it has moved.
final class CaretView: UIView, ViewPart {
    private static let key = "blink"

    init() {
        super.init(frame: .zero)
        isUserInteractionEnabled = false
        layer.cornerRadius = 1
    }

    required init?(coder: NSCoder) { nil }

    func show(at rect: CGRect, color: UIColor) {
        let moves = rect != frame || isHidden
        frame = rect
        isHidden = false
        backgroundColor = color
        if moves || layer.animation(forKey: Self.key) == nil { blink() }
    }

    func hide() {
        isHidden = true
        layer.removeAnimation(forKey: Self.key)
    }

    private func blink() {
        layer.removeAnimation(forKey: Self.key)
        guard let period = window?.screen.keyboard.caretBlinkPeriod, period > 0, period.isFinite else { return }
        let blink = CAKeyframeAnimation(keyPath: "opacity")
        blink.values = [1, 0]
        blink.keyTimes = [0, 0.5, 1]
        blink.calculationMode = .discrete
        blink.duration = period
        blink.repeatCount = .infinity
        layer.add(blink, forKey: Self.key)
    }
}
