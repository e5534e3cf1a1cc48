public import Foundation
public import TileDrawing
import TileLayers

/// A control with an on and an off position, changed by a tap or by a drag along it.
///
/// The size is always 51 by 31 points.
open class UISwitch: UIControl {
    /// The style of a switch.
    public enum Style: Int, Hashable, Sendable {
        case automatic
        case checkbox
        case sliding
    }

    private static let size = CGSize(width: 51, height: 31)
    private static let margin: CGFloat = 2

    private let track = UIView()
    private let knob = UIView()

    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        build()
    }

    /// Creates a switch from an archive with its position.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        build()
        isOn = coder.archivedFlag(Key.isOn) ?? false
        coder.settle(self, as: UISwitch.self)
    }

    override var ownParts: [UIView] { [track, knob] }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isOn, forKey: Key.isOn)
    }

    private enum Key { static let isOn = "UISwitchOn" }

    private func build() {
        for view in [track, knob] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        knob.layer.shadowOpacity = 0.2
        knob.layer.shadowRadius = 2
        knob.layer.shadowOffset = CGSize(width: 0, height: 2)
        updateLooks()
    }

    /// The preferred style, which has no effect: switches are always sliding here.
    open var preferredStyle = Style.automatic
    open var style: Style { .sliding }
    /// A stored value without effect: sliding switches have no title.
    open var title: String?
    /// A stored value without effect: since iOS 7, positions have no images.
    open var onImage: UIImage?
    /// A stored value without effect: since iOS 7, positions have no images.
    open var offImage: UIImage?

    /// The color of the track in the on position; nil for green.
    open var onTintColor: UIColor? {
        didSet { updateLooks() }
    }

    /// The color of the thumb; nil for white.
    open var thumbTintColor: UIColor? {
        didSet { updateLooks() }
    }

    /// The position of the switch. Setting it sends no event.
    open var isOn: Bool {
        get { position }
        set { setOn(newValue, animated: false) }
    }

    private var position = false

    /// Sets the position, optionally with an animation. Sends no event.
    open func setOn(_ on: Bool, animated: Bool) {
        if on != position { noteObserved(before: "on") }
        position = on
        defer { noteObserved() }
        guard animated else { return updateParts() }
        UIView.animate(withDuration: 0.25, delay: 0, options: .allowUserInteraction) { self.updateParts() }
    }

    private func updateParts() {
        updateLooks()
        layOutParts()
    }

    private func updateLooks() {
        track.backgroundColor = position ? onTintColor ?? .systemGreen : .systemFill
        knob.backgroundColor = thumbTintColor ?? .white
        alpha = isEnabled ? 1 : 0.5
    }

    override func stateDidChange() {
        super.stateDidChange()
        updateLooks()
        guard window != nil else { return layOutParts() }
        UIView.animate(withDuration: 0.2, delay: 0, options: .allowUserInteraction) { self.layOutParts() }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        layOutParts()
    }

    private func layOutParts() {
        track.frame = CGRect(origin: .zero, size: Self.size)
        track.layer.cornerRadius = Self.size.height / 2
        let height = Self.size.height - 2 * Self.margin
        // The thumb is wider while it is held.
        let width = height + (isHighlighted ? 6 : 0)
        let isRight = position != (effectiveUserInterfaceLayoutDirection == .rightToLeft)
        knob.frame = CGRect(
            x: isRight ? Self.size.width - Self.margin - width : Self.margin, y: Self.margin, width: width,
            height: height)
        knob.layer.cornerRadius = height / 2
    }

    // MARK: Accessibility

    /// True unless it was set.
    open override var isAccessibilityElement: Bool {
        get { knownAccessibility?.isElement ?? true }
        set { super.isAccessibilityElement = newValue }
    }

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? (isOn ? "1" : "0") }
        set { super.accessibilityValue = newValue }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { knownAccessibility?.traits ?? controlTraits([.button, .toggleButton]) }
        set { super.accessibilityTraits = newValue }
    }

    open override var intrinsicContentSize: CGSize { Self.size }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

    /// The frame, with a constant size.
    open override var frame: CGRect {
        get { super.frame }
        set { super.frame = CGRect(origin: newValue.origin, size: Self.size) }
    }

    // MARK: Touches

    /// A Boolean value that indicates whether the tracked touch has already changed the position.
    private var wasDragged = false

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        wasDragged = false
        return true
    }

    /// Changes the position when a drag crosses the center.
    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let x = touch.location(in: self).x
        let isRight = x > bounds.midX
        let isOn = isRight != (effectiveUserInterfaceLayoutDirection == .rightToLeft)
        let reach: CGFloat = 12
        if isOn != position, abs(x - bounds.midX) > reach {
            wasDragged = true
            change(to: isOn)
        }
        return true
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        if !wasDragged, isTouchInside { change(to: !position) }
    }

    private func change(to on: Bool) {
        setOn(on, animated: true)
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    open override func performPrimaryAction() {
        if isEnabled { change(to: !position) }
    }

    /// Returns whether a gesture may begin. Prevents single taps and horizontal swipes of gesture recognizers on
    /// superviews.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        if gestureRecognizer.view === self { return super.gestureRecognizerShouldBegin(gestureRecognizer) }
        if let swipe = gestureRecognizer as? UISwipeGestureRecognizer {
            return swipe.direction.isDisjoint(with: [.left, .right])
        }
        return !gestureRecognizer.isSingleTap
    }
}

extension UIGestureRecognizer {
    /// A Boolean value that indicates whether the recognizer detects a single tap of one finger, which standard
    /// controls reserve.
    var isSingleTap: Bool {
        guard let tap = self as? UITapGestureRecognizer else { return false }
        return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1
    }
}
