public import Foundation
public import TileDrawing

/// A wheel of spokes that turns to show activity.
open class UIActivityIndicatorView: UIView {
    /// The size and color of an indicator.
    public enum Style: Int, Hashable, Sendable {
        /// A large white indicator, as before iOS 13.
        case whiteLarge
        /// A small white indicator, as before iOS 13.
        case white
        /// A small gray indicator, as before iOS 13.
        case gray
        /// A side length of 20 points.
        case medium = 100
        /// A side length of 37 points.
        case large = 101

        var side: CGFloat { self == .large || self == .whiteLarge ? 37 : 20 }

        var color: UIColor { self == .white || self == .whiteLarge ? .white : .systemGray }
    }

    private let wheel = SpokeWheel()

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

    /// Creates an indicator from an archive with its style and animation state.
    public required init?(coder: NSCoder) {
        style = coder.archivedCase(Key.style) ?? .medium
        super.init(coder: coder)
        build()
        restoreParts(from: coder)
        coder.settle(self, as: UIActivityIndicatorView.self)
    }

    // Outside the initializer, because property observers are not called in it.
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

    /// The color of the spokes. The default is that of the style.
    open var color: UIColor! {
        get { given ?? style.color }
        set {
            given = newValue
            wheel.color = color
        }
    }

    /// A Boolean value that indicates whether the indicator is hidden while it is not animating.
    open var hidesWhenStopped = true {
        didSet { if !isAnimating { isHidden = hidesWhenStopped } }
    }

    public private(set) final var isAnimating = false

    open func startAnimating() {
        if isAnimating { return }
        isAnimating = true
        isHidden = false
        wheel.isTurning = true
    }

    open func stopAnimating() {
        isAnimating = false
        wheel.isTurning = false
        if hidesWhenStopped { isHidden = true }
    }

    // MARK: Accessibility

    /// True unless it was set.
    open override var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? true }
        set { super.isAccessibilityElement = newValue }
    }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? (isAnimating ? "In progress" : "Progress halted") }
        set { super.accessibilityLabel = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? .updatesFrequently }
        set { super.accessibilityTraits = newValue }
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: style.side, height: style.side) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        wheel.bounds = CGRect(x: 0, y: 0, width: style.side, height: style.side)
        wheel.center = CGPoint(x: bounds.midX, y: bounds.midY)
    }
}
