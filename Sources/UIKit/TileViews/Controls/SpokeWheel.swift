import Foundation
import TileDrawing
import TileLayers

/// Eight spokes in a circle, drawn once. The view rotates in steps of one spoke to show activity.
final class SpokeWheel: UIView {
    private static let key = "turn"
    private static let spokes = 8
    /// The duration of a full turn in seconds.
    private static let period = 1.0

    init() {
        super.init(frame: .zero)
        isOpaque = false
        isUserInteractionEnabled = false
    }

    required init?(coder: NSCoder) { nil }

    var color = UIColor.systemGray {
        didSet { setNeedsDisplay() }
    }

    /// The fraction of the spokes that is drawn, in one color, from the top clockwise. Nil for all spokes, fading
    /// against the direction of the turn.
    var part: CGFloat? {
        didSet { if shownSpokes(oldValue) != shownSpokes(part) { setNeedsDisplay() } }
    }

    private func shownSpokes(_ part: CGFloat?) -> Int? {
        part.map { Int((min(1, max(0, $0)) * CGFloat(Self.spokes)).rounded(.down)) }
    }

    /// A Boolean value that indicates whether the wheel turns while it is in a window.
    var isTurning = false {
        didSet { if isTurning { turn() } else { layer.removeAnimation(forKey: Self.key) } }
    }

    /// Starts the rotation in steps of one spoke.
    private func turn() {
        guard isTurning, window != nil, layer.animation(forKey: Self.key) == nil else { return }
        let animation = CAKeyframeAnimation(keyPath: "transform.rotation.z")
        animation.values = (0..<Self.spokes).map { Double($0) / Double(Self.spokes) * 2 * .pi }
        animation.calculationMode = .discrete
        animation.duration = Self.period
        animation.repeatCount = .infinity
        layer.add(animation, forKey: Self.key)
    }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        turn()
    }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        let side = min(bounds.width, bounds.height)
        let (width, inner, outer) = (side * 0.1, side * 0.25, side * 0.45)
        let shown = shownSpokes(part)
        context.translateBy(x: bounds.midX, y: bounds.midY)
        for spoke in 0..<(shown ?? Self.spokes) {
            // The spoke at the top is the darkest; the others fade against the direction of the turn.
            let part = CGFloat(Self.spokes - spoke) / CGFloat(Self.spokes)
            color.withAlphaComponent(0.15 + 0.85 * (spoke == 0 || shown != nil ? 1 : 1 - part)).setFill()
            let path = UIBezierPath(
                roundedRect: CGRect(x: -width / 2, y: -outer, width: width, height: outer - inner),
                cornerRadius: width / 2)
            path.fill()
            context.rotate(by: 2 * .pi / CGFloat(Self.spokes))
        }
    }
}
