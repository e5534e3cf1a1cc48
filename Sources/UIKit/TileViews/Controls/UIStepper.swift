public import Foundation
public import TileDrawing
import TileLayers

/// A control with a minus and a plus button that changes a value in steps. Holding a button repeats the steps.
///
/// The size is always 94 by 32 points. In a right-to-left layout the plus is at the left.
open class UIStepper: UIControl {
    private static let size = CGSize(width: 94, height: 32)
    private static let cornerRadius: CGFloat = 8
    /// The time that a button must be held before steps repeat, and the interval between repeated steps, in seconds.
    /// UIKit's values are not published.
    private static let repeatDelay = 0.5
    private static let repeatInterval = 0.1

    /// One of the two buttons.
    private enum Side: CaseIterable {
        case minus, plus

        /// A template image with a side length of 16 points.
        var symbol: UIImage {
            UIGraphicsImageRenderer(size: CGSize(width: 16, height: 16)).image { _ in
                UIColor.black.setStroke()
                let lines = UIBezierPath()
                (lines.lineWidth, lines.lineCapStyle) = (2, .round)
                lines.move(to: CGPoint(x: 1.5, y: 8))
                lines.addLine(to: CGPoint(x: 14.5, y: 8))
                if self == .plus {
                    lines.move(to: CGPoint(x: 8, y: 1.5))
                    lines.addLine(to: CGPoint(x: 8, y: 14.5))
                }
                lines.stroke()
            }.withRenderingMode(.alwaysTemplate)
        }
    }

    /// The views of one button.
    private final class Half {
        let background = UIView()
        let picture = UIImageView()
        let symbol: UIImage
        var images = ByState<UIImage>()

        init(_ side: Side) { symbol = side.symbol }
    }

    private let backdrop = UIImageView()
    private let divider = UIImageView()
    private let halves = (minus: Half(.minus), plus: Half(.plus))

    private func half(_ side: Side) -> Half { side == .minus ? halves.minus : halves.plus }

    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        build()
    }

    /// Creates a stepper from an archive with its value, range, step and behavior.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        build()
        restoreParts(from: coder)
        coder.settle(self, as: UIStepper.self)
    }

    // Outside the initializer, because property observers are not called in it.
    private func restoreParts(from coder: NSCoder) {
        let (low, high) = (coder.archivedNumber(Key.minimum) ?? 0, coder.archivedNumber(Key.maximum) ?? 100)
        if low <= high { ends = low...high }
        if let step = coder.archivedNumber(Key.step), step > 0 { stepValue = step }
        value = coder.archivedNumber(Key.value) ?? 0
        isContinuous = coder.archivedFlag(Key.isContinuous) ?? true
        autorepeat = coder.archivedFlag(Key.autorepeat) ?? true
        wraps = coder.archivedFlag(Key.wraps) ?? false
    }

    /// The parts of the stepper, from back to front.
    override var ownParts: [UIView] {
        [
            backdrop, halves.minus.background, halves.plus.background, divider, halves.minus.picture,
            halves.plus.picture,
        ]
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(value, forKey: Key.value)
        coder.encode(minimumValue, forKey: Key.minimum)
        coder.encode(maximumValue, forKey: Key.maximum)
        coder.encode(stepValue, forKey: Key.step)
        coder.encode(isContinuous, forKey: Key.isContinuous)
        coder.encode(autorepeat, forKey: Key.autorepeat)
        coder.encode(wraps, forKey: Key.wraps)
    }

    private enum Key {
        static let value = "UIStepperValue"
        static let minimum = "UIStepperMinimumValue"
        static let maximum = "UIStepperMaximumValue"
        static let step = "UIStepperStepValue"
        static let isContinuous = "UIStepperContinuous"
        static let autorepeat = "UIStepperAutorepeat"
        static let wraps = "UIStepperWraps"
    }

    private func build() {
        for view in ownParts {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        for side in Side.allCases {
            half(side).picture.contentMode = .center
            half(side).picture.isAccessibilityElement = true
            half(side).picture.accessibilityLabel = side == .minus ? "Decrement" : "Increment"
        }
        backdrop.layer.cornerRadius = Self.cornerRadius
        updateLooks()
    }

    deinit { link?.invalidate() }

    // MARK: Value

    private var current = 0.0
    private var ends = 0.0...100

    /// The value. Values outside the range are clamped, and NaN counts as the minimum. Setting it sends no event.
    open var value: Double {
        get { current }
        set {
            current = newValue.isNaN ? minimumValue : min(maximumValue, max(minimumValue, newValue))
            updateLooks()
        }
    }

    /// The lower end of the range. The default is 0. Traps if it exceeds `maximumValue`, where UIKit raises an
    /// exception.
    open var minimumValue: Double {
        get { ends.lowerBound }
        set {
            precondition(
                newValue <= maximumValue, "a stepper can't go from \(newValue) to \(maximumValue): that is less")
            ends = newValue...maximumValue
            value = current
        }
    }

    /// The upper end of the range. The default is 100. Traps if it is below `minimumValue`, where UIKit raises an
    /// exception.
    open var maximumValue: Double {
        get { ends.upperBound }
        set {
            precondition(
                newValue >= minimumValue, "a stepper can't go from \(minimumValue) to \(newValue): that is less")
            ends = minimumValue...newValue
            value = current
        }
    }

    /// The size of a step. The default is 1. Traps if it is not positive, where UIKit raises an exception.
    open var stepValue = 1.0 {
        willSet { precondition(newValue > 0, "a stepper steps by more than 0, not by \(newValue)") }
    }

    /// A Boolean value that indicates whether an event is sent for each step, rather than only when the finger lifts.
    open var isContinuous = true

    /// A Boolean value that indicates whether holding a button repeats its step.
    open var autorepeat = true

    /// A Boolean value that indicates whether a step beyond one end continues at the other. Otherwise the button is
    /// disabled at the end.
    open var wraps = false {
        didSet { updateLooks() }
    }

    private func canStep(_ side: Side) -> Bool {
        wraps || (side == .minus ? current > minimumValue : current < maximumValue)
    }

    private func step(_ side: Side) {
        let before = current
        let next = side == .minus ? current - stepValue : current + stepValue
        if wraps, next < minimumValue {
            value = maximumValue
        } else if wraps, next > maximumValue {
            value = minimumValue
        } else {
            value = next
        }
        guard current != before else { return }
        if isContinuous { tellChange() } else { isChangeUntold = true }
    }

    private func tellChange() {
        isChangeUntold = false
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    // MARK: Appearance

    private var backgrounds = ByState<UIImage>()

    /// The states of the buttons on both sides of the divider.
    private struct Sides: Hashable {
        var left: UInt
        var right: UInt
    }

    private var dividers: [Sides: UIImage] = [:]

    /// Sets the image that replaces the background in a state.
    open func setBackgroundImage(_ image: UIImage?, for state: State) {
        backgrounds.set(image, for: state)
        updateLooks()
    }

    open func backgroundImage(for state: State) -> UIImage? { backgrounds.ownValue(for: state) }

    /// Sets the image that replaces the line between buttons in these states. The image for normal states is the
    /// default.
    open func setDividerImage(_ image: UIImage?, forLeftSegmentState leftState: State, rightSegmentState: State) {
        dividers[Sides(left: leftState.rawValue, right: rightSegmentState.rawValue)] = image
        updateLooks()
    }

    open func dividerImage(forLeftSegmentState state: State, rightSegmentState: State) -> UIImage? {
        dividers[Sides(left: state.rawValue, right: rightSegmentState.rawValue)]
    }

    /// Sets the image that replaces the plus in a state.
    open func setIncrementImage(_ image: UIImage?, for state: State) { set(image, of: .plus, for: state) }
    /// Sets the image that replaces the minus in a state.
    open func setDecrementImage(_ image: UIImage?, for state: State) { set(image, of: .minus, for: state) }

    private func set(_ image: UIImage?, of side: Side, for state: State) {
        half(side).images.set(image, for: state)
        updateLooks()
    }

    open func incrementImage(for state: State) -> UIImage? { halves.plus.images.ownValue(for: state) }
    open func decrementImage(for state: State) -> UIImage? { halves.minus.images.ownValue(for: state) }

    private func state(of side: Side) -> State {
        if !isEnabled || !canStep(side) { return .disabled }
        return hold?.side == side && hold?.isInside == true ? .highlighted : .normal
    }

    private func updateLooks() {
        backdrop.image = backgrounds.value(for: state)
        backdrop.backgroundColor = backdrop.image == nil ? .tertiarySystemFill : nil
        for side in Side.allCases {
            let (half, state) = (half(side), state(of: side))
            half.background.backgroundColor = state == .highlighted && backdrop.image == nil ? .systemFill : nil
            half.picture.image = half.images.value(for: state) ?? half.symbol
            half.picture.tintColor = state == .disabled ? .tertiaryLabel : .label
            half.picture.accessibilityTraits = state == .disabled ? [.button, .notEnabled] : .button
        }
        let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let (left, right) = (state(of: isRightToLeft ? .plus : .minus), state(of: isRightToLeft ? .minus : .plus))
        divider.image =
            dividerImage(forLeftSegmentState: left, rightSegmentState: right)
            ?? dividerImage(forLeftSegmentState: .normal, rightSegmentState: .normal)
        divider.backgroundColor = divider.image == nil ? .separator : nil
        alpha = isEnabled ? 1 : 0.5
        setNeedsLayout()
    }

    override func stateDidChange() {
        super.stateDidChange()
        updateLooks()
    }

    private func area(of side: Side) -> CGRect {
        let isAtLeft = (side == .minus) != (effectiveUserInterfaceLayoutDirection == .rightToLeft)
        let width = Self.size.width / 2
        return CGRect(x: isAtLeft ? 0 : width, y: 0, width: width, height: Self.size.height)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        backdrop.frame = CGRect(origin: .zero, size: Self.size)
        for side in Side.allCases {
            let (half, area) = (half(side), area(of: side))
            half.background.frame = area
            half.background.layer.cornerRadius = Self.cornerRadius
            half.background.layer.maskedCorners =
                area.minX == 0
                ? [.layerMinXMinYCorner, .layerMinXMaxYCorner] : [.layerMaxXMinYCorner, .layerMaxXMaxYCorner]
            half.picture.frame = area
        }
        let line = divider.image?.size ?? CGSize(width: 1, height: 18)
        divider.frame = CGRect(
            x: (Self.size.width - line.width) / 2, y: (Self.size.height - line.height) / 2, width: line.width,
            height: line.height)
    }

    open override var intrinsicContentSize: CGSize { Self.size }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

    /// The frame, with a constant size.
    open override var frame: CGRect {
        get { super.frame }
        set { super.frame = CGRect(origin: newValue.origin, size: Self.size) }
    }

    // MARK: Touches

    /// A press of a button.
    private struct Hold {
        let side: Side
        /// A Boolean value that indicates whether the finger is still on the button.
        var isInside = true
        /// The time of the next repeated step, in seconds on the screen's clock.
        var nextStep: TimeInterval
        var hasStepped = false
    }

    private var hold: Hold?
    /// A Boolean value that indicates whether the press has changed the value without sending an event yet.
    private var isChangeUntold = false
    /// The display link that repeats steps while a button is held.
    private var link: CADisplayLink?

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        let side = Side.allCases.first { area(of: $0).contains(touch.location(in: self)) }
        guard let side, canStep(side) else { return false }
        hold = Hold(side: side, nextStep: touch.timestamp + Self.repeatDelay)
        updateLooks()
        if autorepeat {
            link = window?.screen.displayLink { [weak self] link in
                if let self { self.stepOn(at: link.timestamp) } else { link.invalidate() }
            }
        }
        return true
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        if let hold { self.hold?.isInside = area(of: hold.side).contains(touch.location(in: self)) }
        updateLooks()
        return true
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        guard let hold else { return }
        if !hold.hasStepped, hold.isInside { step(hold.side) }
        endHold()
    }

    open override func cancelTracking(with event: UIEvent?) { endHold() }

    /// Performs at most one repeated step per frame.
    private func stepOn(at time: TimeInterval) {
        guard let hold, hold.isInside, time >= hold.nextStep, canStep(hold.side) else { return }
        self.hold?.nextStep = max(hold.nextStep + Self.repeatInterval, time)
        self.hold?.hasStepped = true
        step(hold.side)
    }

    private func endHold() {
        link?.invalidate()
        (link, hold) = (nil, nil)
        updateLooks()
        if isChangeUntold { tellChange() }
    }

    /// Returns whether a gesture may begin. Prevents single taps of gesture recognizers on superviews.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self
            ? super.gestureRecognizerShouldBegin(gestureRecognizer) : !gestureRecognizer.isSingleTap
    }
}
