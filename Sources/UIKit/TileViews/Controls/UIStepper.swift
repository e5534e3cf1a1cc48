public import Foundation
public import TileDrawing
import TileLayers

/// Two buttons, minus and plus, that step a value; one that is held steps on by itself.
///
/// It is 94 by 32 points, whatever its frame. From right to left plus is at the left.
open class UIStepper: UIControl {
    private static let size = CGSize(width: 94, height: 32)
    private static let cornerRadius: CGFloat = 8
    /// For how long a button is held until it steps on by itself, and then between two steps, in seconds. Chosen:
    /// UIKit's are not published.
    private static let repeatDelay = 0.5
    private static let repeatInterval = 0.1

    /// Its two buttons.
    private enum Side: CaseIterable {
        case minus, plus

        /// A template of 16 points a side.
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

    /// What shows one of its buttons.
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

    /// A stepper from an archive: its value, ends and step, and how it steps.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        build()
        restoreParts(from: coder)
        coder.settle(self, as: UIStepper.self)
    }

    // Not in the initializer, where what observes properties is not called.
    private func restoreParts(from coder: NSCoder) {
        let (low, high) = (coder.archivedNumber(Key.minimum) ?? 0, coder.archivedNumber(Key.maximum) ?? 100)
        if low <= high { ends = low...high }
        if let step = coder.archivedNumber(Key.step), step > 0 { stepValue = step }
        value = coder.archivedNumber(Key.value) ?? 0
        isContinuous = coder.archivedFlag(Key.isContinuous) ?? true
        autorepeat = coder.archivedFlag(Key.autorepeat) ?? true
        wraps = coder.archivedFlag(Key.wraps) ?? false
    }

    /// Back to front.
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

    /// Between the ends; what lies beyond is cut, and what is no number is the lower end. Setting it sends no event.
    open var value: Double {
        get { current }
        set {
            current = newValue.isNaN ? minimumValue : min(maximumValue, max(minimumValue, newValue))
            updateLooks()
        }
    }

    /// 0 at first. Traps when it is more than `maximumValue`, where UIKit raises an exception.
    open var minimumValue: Double {
        get { ends.lowerBound }
        set {
            precondition(
                newValue <= maximumValue, "a stepper can't go from \(newValue) to \(maximumValue): that is less")
            ends = newValue...maximumValue
            value = current
        }
    }

    /// 100 at first. Traps when it is less than `minimumValue`, where UIKit raises an exception.
    open var maximumValue: Double {
        get { ends.upperBound }
        set {
            precondition(
                newValue >= minimumValue, "a stepper can't go from \(minimumValue) to \(newValue): that is less")
            ends = minimumValue...newValue
            value = current
        }
    }

    /// By how much a tap changes the value; 1 at first. Traps when it is not more than 0, where UIKit raises an
    /// exception.
    open var stepValue = 1.0 {
        willSet { precondition(newValue > 0, "a stepper steps by more than 0, not by \(newValue)") }
    }

    /// Whether an event is sent at each step; else when the finger is lifted.
    open var isContinuous = true

    /// Whether a button that is held steps on by itself.
    open var autorepeat = true

    /// Whether a step beyond an end comes to the other end; else the button of an end that is reached is disabled.
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

    // MARK: Looks

    private var backgrounds = ByState<UIImage>()

    /// The states on both sides of the divider.
    private struct Sides: Hashable {
        var left: UInt
        var right: UInt
    }

    private var dividers: [Sides: UIImage] = [:]

    /// In place of the background, in a state.
    open func setBackgroundImage(_ image: UIImage?, for state: State) {
        backgrounds.set(image, for: state)
        updateLooks()
    }

    open func backgroundImage(for state: State) -> UIImage? { backgrounds.ownValue(for: state) }

    /// In place of the line between the buttons, when they are in these states; of the normal ones also where others
    /// have none.
    open func setDividerImage(_ image: UIImage?, forLeftSegmentState leftState: State, rightSegmentState: State) {
        dividers[Sides(left: leftState.rawValue, right: rightSegmentState.rawValue)] = image
        updateLooks()
    }

    open func dividerImage(forLeftSegmentState state: State, rightSegmentState: State) -> UIImage? {
        dividers[Sides(left: state.rawValue, right: rightSegmentState.rawValue)]
    }

    /// In place of the plus, in a state.
    open func setIncrementImage(_ image: UIImage?, for state: State) { set(image, .plus, state) }
    /// In place of the minus, in a state.
    open func setDecrementImage(_ image: UIImage?, for state: State) { set(image, .minus, state) }

    private func set(_ image: UIImage?, _ side: Side, _ state: State) {
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

    /// Its size stays.
    open override var frame: CGRect {
        get { super.frame }
        set { super.frame = CGRect(origin: newValue.origin, size: Self.size) }
    }

    // MARK: Touches

    /// A button that is held.
    private struct Hold {
        let side: Side
        /// Whether the finger is on it still.
        var isInside = true
        /// When it steps by itself next, in seconds on the screen's clock.
        var nextStep: TimeInterval
        var hasStepped = false
    }

    private var hold: Hold?
    /// Whether the value was changed by the hold, and nobody told.
    private var isChangeUntold = false
    /// At work while a button is held that steps by itself.
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

    /// A frame has come: at most one step for each.
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

    /// It keeps taps from those whose views it is in.
    open override func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer.view === self
            ? super.gestureRecognizerShouldBegin(gestureRecognizer) : !gestureRecognizer.isSingleTap
    }
}
