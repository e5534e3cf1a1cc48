public import Foundation
public import TileDrawing
import TileLayers

/// A wheel of spokes that turns while something is being done.
open class UIActivityIndicatorView: UIView {
    /// How large it is.
    public enum Style: Int, Hashable, Sendable {
        /// Large and white, as before iOS 13.
        case whiteLarge
        /// Small and white, as before iOS 13.
        case white
        /// Small and gray, as before iOS 13.
        case gray
        /// 20 points a side.
        case medium = 100
        /// 37 points a side.
        case large = 101

        var side: CGFloat { self == .large || self == .whiteLarge ? 37 : 20 }

        var color: UIColor { self == .white || self == .whiteLarge ? .white : .systemGray }
    }

    private let wheel = Wheel()

    public init(style: Style) {
        self.style = style
        super.init(frame: CGRect(x: 0, y: 0, width: style.side, height: style.side))
        build()
    }

    public override init(frame: CGRect) {
        style = .medium
        super.init(frame: frame)
        build()
    }

    /// An indicator from an archive: its style, and whether it turns.
    public required init?(coder: NSCoder) {
        style = coder.archivedCase(Key.style) ?? .medium
        super.init(coder: coder)
        build()
        restoreParts(from: coder)
    }

    // Not in the initializer, where what observes properties is not called.
    private func restoreParts(from coder: NSCoder) {
        hidesWhenStopped = coder.archivedFlag(Key.hidesWhenStopped) ?? true
        if coder.archivedFlag(Key.isAnimating) == true { startAnimating() }
    }

    override var ownParts: [UIView] { [wheel] }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(style.rawValue, forKey: Key.style)
        coder.encode(hidesWhenStopped, forKey: Key.hidesWhenStopped)
        coder.encode(isAnimating, forKey: Key.isAnimating)
    }

    private enum Key {
        static let style = "UIActivityIndicatorViewStyle"
        static let hidesWhenStopped = "UIHidesWhenStopped"
        static let isAnimating = "UIAnimating"
    }

    private func build() {
        isUserInteractionEnabled = false
        wheel.isOpaque = false
        wheel.color = color
        addSubview(wheel)
        isHidden = hidesWhenStopped
    }

    open var style: Style {
        didSet {
            given = nil
            wheel.color = color
            invalidateIntrinsicContentSize()
            setNeedsLayout()
        }
    }

    private var given: UIColor?

    /// Of the spokes; the style's unless it is set.
    open var color: UIColor! {
        get { given ?? style.color }
        set {
            given = newValue
            wheel.color = color
        }
    }

    /// Whether it is not seen while it does not turn.
    open var hidesWhenStopped = true {
        didSet { if !isAnimating { isHidden = hidesWhenStopped } }
    }

    public private(set) final var isAnimating = false

    private static let key = "turn"
    private static let spokes = 8
    /// Seconds of a turn.
    private static let period = 1.0

    open func startAnimating() {
        if isAnimating { return }
        isAnimating = true
        isHidden = false
        turn()
    }

    open func stopAnimating() {
        isAnimating = false
        wheel.layer.removeAnimation(forKey: Self.key)
        if hidesWhenStopped { isHidden = true }
    }

    /// From spoke to spoke.
    private func turn() {
        guard isAnimating, window != nil, wheel.layer.animation(forKey: Self.key) == nil else { return }
        let animation = CAKeyframeAnimation(keyPath: "transform.rotation.z")
        animation.values = (0..<Self.spokes).map { Double($0) / Double(Self.spokes) * 2 * .pi }
        animation.calculationMode = .discrete
        animation.duration = Self.period
        animation.repeatCount = .infinity
        wheel.layer.add(animation, forKey: Self.key)
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        turn()
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: style.side, height: style.side) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        wheel.bounds = CGRect(x: 0, y: 0, width: style.side, height: style.side)
        wheel.center = CGPoint(x: bounds.midX, y: bounds.midY)
    }

    /// The spokes, drawn once.
    private final class Wheel: UIView {
        var color = UIColor.systemGray {
            didSet { setNeedsDisplay() }
        }

        override func draw(_ rect: CGRect) {
            guard let context = UIGraphicsGetCurrentContext() else { return }
            let side = min(bounds.width, bounds.height)
            let (width, inner, outer) = (side * 0.1, side * 0.25, side * 0.45)
            context.translateBy(x: bounds.midX, y: bounds.midY)
            for spoke in 0..<UIActivityIndicatorView.spokes {
                // The one at the top is the darkest; they fade against the turn.
                let part = CGFloat(UIActivityIndicatorView.spokes - spoke) / CGFloat(UIActivityIndicatorView.spokes)
                color.withAlphaComponent(0.15 + 0.85 * (spoke == 0 ? 1 : 1 - part)).setFill()
                let path = UIBezierPath(
                    roundedRect: CGRect(x: -width / 2, y: -outer, width: width, height: outer - inner),
                    cornerRadius: width / 2)
                path.fill()
                context.rotate(by: 2 * .pi / CGFloat(UIActivityIndicatorView.spokes))
            }
        }
    }
}
